/**
 * Community Dragon's `cdragon/tft/en_us.json`: for each set its units with their traits (by name, not by id) and its traits with the
 * units that each tier needs, and all items with what they are made of. A unit may stand in several sets and in several variants of
 * one; the first telling counts, and all sets are noted. What cannot be read is left out, and so are augments.
 */
import { Type } from 'typebox';
import type {
  ItemEntry,
  StaticEntries,
  StaticIcon,
  TraitEntry,
  UnitEntry,
} from '#/domain/tft/static-entry.ts';
import { compileShape, type BodyShape } from '../http/body-shape.ts';
import { count, decimal, list, maybe, text } from '../http/bounded-fields.ts';
import { isAugment } from './data-dragon-file.ts';
import { shownId, shownName } from './shown-text.ts';

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
