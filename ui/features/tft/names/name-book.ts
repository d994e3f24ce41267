/** Names, costs and icons by id. What static data does not know gets a readable form of its id, so that nothing is ever nameless. */
import type { TftNamesList } from '#/contract/tft-reference.ts';
import type { NameLookup } from '#/domain/tft/explore/word-lists.ts';
import { readableId } from '#/domain/tft/readable-id.ts';

type NamedUnit = TftNamesList['units'][number];
type NamedItem = TftNamesList['items'][number];
type NamedTrait = TftNamesList['traits'][number];
export type EntityKind = 'unit' | 'item' | 'trait';

export interface NameBook {
  readonly unit: (id: string) => NamedUnit;
  readonly item: (id: string) => NamedItem;
  readonly trait: (id: string) => NamedTrait;
  readonly names: NameLookup;
  readonly entries: readonly NameEntry[];
  /** The highest set of any unit; null when none says. */
  readonly newestSet: number | null;
}

/** One thing that can be searched for. */
export interface NameEntry {
  readonly kind: EntityKind;
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly cost: number | null;
  /** The set that it belongs to, as its id says; null for what all sets share. */
  readonly set: number | null;
}

export const NO_NAMES: TftNamesList = { version: '', units: [], items: [], traits: [] };

export function createNameBook(list: TftNamesList): NameBook {
  const units = byId(list.units);
  const items = byId(list.items);
  const traits = byId(list.traits);
  const unit = (id: string): NamedUnit => units.get(id) ?? { ...unnamed(id), cost: null, traits: [] };
  const item = (id: string): NamedItem =>
    items.get(id) ?? { ...unnamed(id), category: 'other', components: [] };
  const trait = (id: string): NamedTrait => traits.get(id) ?? { ...unnamed(id), thresholds: [] };
  return {
    unit,
    item,
    trait,
    names: {
      unit: (id) => unit(id).name,
      item: (id) => item(id).name,
      trait: (id) => trait(id).name,
    },
    newestSet: highest(list.units.map(({ id }) => setOf(id))),
    entries: [
      ...list.units.map((one) => ({ ...entryOf('unit', one), cost: one.cost })),
      ...list.items.map((one) => entryOf('item', one)),
      ...list.traits.map((one) => entryOf('trait', one)),
    ],
  };
}

function byId<Named extends { readonly id: string }>(list: readonly Named[]): ReadonlyMap<string, Named> {
  return new Map(list.map((one) => [one.id, one]));
}

function unnamed(id: string) {
  return { id, name: readableId(id), isKnown: false, icon: null };
}

function entryOf(kind: EntityKind, { id, name, icon }: NamedUnit | NamedItem | NamedTrait): NameEntry {
  return { kind, id, name, icon, cost: null, set: setOf(id) };
}

/** `tft17_ahri`, `da_18_ahri`, `tft17b_ahri`: the same name comes back in another set, as another thing. */
function setOf(id: string): number | null {
  const digits = /^[a-z]+_?(\d+)[a-z]?_/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}

function highest(sets: readonly (number | null)[]): number | null {
  return sets.reduce((most, set) => (set !== null && (most === null || set > most) ? set : most), null);
}
