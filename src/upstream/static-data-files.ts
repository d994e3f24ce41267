/**
 * Community Dragon's `cdragon/tft/en_us.json`: for each set its units with their traits (by name, not by id) and its traits with the
 * units that each tier needs, and all items with what they are made of. A unit may stand in several sets and in several variants of
 * one; the first telling counts, and all sets are noted. What cannot be read is left out, and so are augments.
 */
import type {
  ItemEntry,
  StaticEntries,
  StaticIcon,
  TraitEntry,
  UnitEntry,
} from '#/domain/tft/static-entry.ts';
import { type BodyShape, compileShape, count, decimal, list, maybe, text } from './shape.ts';
import { Type } from 'typebox';

const CdragonSet = Type.Object({
  champions: maybe(list(Type.Unknown(), 2_000)),
  traits: maybe(list(Type.Unknown(), 2_000)),
});

export const CommunityDragonFile = Type.Object({
  items: maybe(list(Type.Unknown(), 50_000)),
  setData: maybe(list(Type.Intersect([CdragonSet, Type.Object({ number: count() })]), 500)),
  sets: maybe(Type.Record(Type.String(), CdragonSet)),
});
export type CommunityDragonFile = Type.Static<typeof CommunityDragonFile>;

const Champion = Type.Object({
  apiName: text(),
  name: maybe(text(2_000)),
  cost: maybe(decimal()),
  icon: maybe(text(500)),
  squareIcon: maybe(text(500)),
  tileIcon: maybe(text(500)),
  traits: maybe(list(text(2_000), 50)),
});
const Trait = Type.Object({
  apiName: text(),
  name: maybe(text(2_000)),
  icon: maybe(text(500)),
  effects: maybe(list(Type.Object({ minUnits: maybe(count()) }), 50)),
});
const Item = Type.Object({
  apiName: text(),
  name: maybe(text(5_000)),
  icon: maybe(text(500)),
  composition: maybe(list(text(), 10)),
});

const MAX_COST = 20;

export function toStaticEntries(file: CommunityDragonFile): StaticEntries {
  const units = new Map<string, UnitEntry>();
  const traits = new Map<string, TraitEntry>();
  const shapes = { champion: compileShape(Champion), trait: compileShape(Trait), item: compileShape(Item) };
  for (const { number, content } of setsOf(file)) {
    const known = readable(content.traits, shapes.trait);
    const idOf = new Map(known.flatMap(({ apiName, name }) => traitKeys(apiName, name)));
    for (const trait of known) join(traits, toTrait(trait), number);
    for (const champion of readable(content.champions, shapes.champion))
      join(units, toUnit(champion, idOf), number);
  }
  const items = readable(file.items, shapes.item).flatMap(toItem);
  return { units: [...units.values()], items, traits: [...traits.values()] };
}

/** The plain list first: it has each set once, as it is played now. */
function setsOf({ sets, setData }: CommunityDragonFile) {
  const plain = Object.entries(sets ?? {}).map(([number, content]) => ({ number: Number(number), content }));
  const variants = (setData ?? []).map((content) => ({ number: content.number, content }));
  return [...plain, ...variants].filter(({ number }) => Number.isInteger(number));
}

function readable<Value>(values: readonly unknown[] | null | undefined, shape: BodyShape<Value>): Value[] {
  return (values ?? []).filter((value) => shape.fits(value));
}

/** A unit's traits are told by name; some copies of the file have ids there. */
function traitKeys(apiName: string, name: string | null | undefined): [string, string][] {
  const id = shownId(apiName);
  if (id === null) return [];
  return typeof name === 'string'
    ? [
        [name, id],
        [apiName, id],
      ]
    : [[apiName, id]];
}

function toUnit(champion: Type.Static<typeof Champion>, idOf: ReadonlyMap<string, string>): UnitEntry | null {
  const id = shownId(champion.apiName);
  if (id === null) return null;
  const { name, cost, traits, tileIcon, squareIcon, icon } = champion;
  const isCost = typeof cost === 'number' && Number.isInteger(cost) && cost >= 0 && cost <= MAX_COST;
  return {
    id,
    name: shownName(name),
    icon: iconOf(tileIcon ?? squareIcon ?? icon),
    cost: isCost ? cost : null,
    traits: (traits ?? []).flatMap((trait) => idOf.get(trait) ?? []),
    sets: [],
  };
}

function toTrait({ apiName, name, icon, effects }: Type.Static<typeof Trait>): TraitEntry | null {
  const id = shownId(apiName);
  if (id === null) return null;
  const needed = (effects ?? []).flatMap(({ minUnits }) => (typeof minUnits === 'number' ? [minUnits] : []));
  const thresholds = [...new Set(needed.filter((units) => units > 0))].sort((left, right) => left - right);
  return { id, name: shownName(name), icon: iconOf(icon), thresholds, sets: [] };
}

function toItem({ apiName, name, icon, composition }: Type.Static<typeof Item>): ItemEntry[] {
  const id = shownId(apiName);
  if (id === null || isAugment(id)) return [];
  const components = (composition ?? []).flatMap((part) => shownId(part) ?? []);
  return [{ id, name: shownName(name), icon: iconOf(icon), components }];
}

function join<Entry extends UnitEntry | TraitEntry>(
  known: Map<string, Entry>,
  entry: Entry | null,
  set: number,
): void {
  if (entry === null) return;
  const before = known.get(entry.id) ?? entry;
  known.set(entry.id, { ...before, sets: [...new Set([...before.sets, set])] });
}

/** The game's own picture formats are served as PNG under the same name, in lower case. */
function iconOf(path: string | null | undefined): StaticIcon | null {
  if (typeof path !== 'string' || path === '') return null;
  const name = path.toLowerCase().replace(/\.(?:tex|dds)$/, '.png');
  const encoded = name.split('/').map(encodeURIComponent).join('/');
  return { origin: 'community-dragon', path: `latest/game/${encoded}` };
}

/**
 * Data Dragon's `tft-champion.json`, `tft-item.json` and `tft-trait.json`: names, costs (called `tier`) and pictures. The keys of
 * `data` are paths in some versions and ids in others, so only the `id` inside counts. An entry that cannot be read is left
 * out: one broken line must not cost a whole set its names.
 */

export const DataDragonVersions = Type.Array(text(), { maxItems: 10_000 });

export const DataDragonFile = Type.Object({ data: Type.Record(Type.String(), Type.Unknown()) });
export type DataDragonFile = Type.Static<typeof DataDragonFile>;

const Entry = Type.Object({
  id: text(),
  name: maybe(text(2_000)),
  tier: maybe(count()),
  image: maybe(Type.Object({ full: maybe(text()), group: maybe(text()) })),
});
type Entry = Type.Static<typeof Entry>;

/** Those of single files are older forms of the list that nobody serves any more. */
const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;

/** The versions among them, newest first like the list. */
export function readVersions(versions: readonly string[]): string[] {
  return versions.filter((version) => VERSION.test(version));
}

export function toUnitEntries(file: DataDragonFile, version: string): UnitEntry[] {
  return entriesOf(file).map(([id, { name, tier, image }]) => {
    const cost = typeof tier === 'number' && tier >= 0 && tier <= MAX_COST ? tier : null;
    return { id, name: shownName(name), icon: dragonIconOf(image, version), cost, traits: [], sets: [] };
  });
}

export function toItemEntries(file: DataDragonFile, version: string): ItemEntry[] {
  return entriesOf(file)
    .filter(([id]) => !isAugment(id))
    .map(([id, { name, image }]) => ({
      id,
      name: shownName(name),
      icon: dragonIconOf(image, version),
      components: [],
    }));
}

export function toTraitEntries(file: DataDragonFile, version: string): TraitEntry[] {
  return entriesOf(file).map(([id, { name, image }]) => ({
    id,
    name: shownName(name),
    icon: dragonIconOf(image, version),
    thresholds: [],
    sets: [],
  }));
}

/** Nothing of ours may know them, and emblems that an augment hands out are items like others. */
export function isAugment(id: string): boolean {
  return id.includes('augment') && !id.includes('emblem');
}

function entriesOf({ data }: DataDragonFile): [id: string, entry: Entry][] {
  const shape = compileShape(Entry);
  return Object.values(data).flatMap((value): [string, Entry][] => {
    if (!shape.fits(value)) return [];
    const id = shownId(value.id);
    return id === null ? [] : [[id, value]];
  });
}

function dragonIconOf(image: Entry['image'], version: string): StaticIcon | null {
  const { full, group } = image ?? {};
  if (typeof full !== 'string' || typeof group !== 'string') return null;
  const path = `cdn/${version}/img/${encodeURIComponent(group)}/${encodeURIComponent(full)}`;
  return { origin: 'data-dragon', path };
}
/** Texts and ids of static data as they can be shown and stored: what was never meant to be seen counts as missing. */

/** Keys of texts that nobody wrote, and texts with gaps that the game fills in. */
const PLACEHOLDER = /@|^\s*$|_(?:item_)?(?:name|displayname)_/i;
const ID = /^[\p{L}\p{N}][\p{L}\p{N}_.' &/-]{0,199}$/u;

export function shownName(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return PLACEHOLDER.test(plain) ? null : plain.slice(0, 200).toWellFormed();
}

/** In lower case; null: it is no id. */
export function shownId(text: string | null | undefined): string | null {
  const id = (text ?? '').trim();
  return ID.test(id) ? id.toLowerCase() : null;
}
