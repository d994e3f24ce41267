/**
 * Reads the files of Data Dragon and Community Dragon. An entry that cannot be read is left out: one broken line must not cost a whole set its
 * names. Augments are left out, too. The files are not stored as sent, because they can be requested again.
 */
import { Type } from 'typebox';
import type {
  ItemEntry,
  StaticEntries,
  StaticIcon,
  TraitEntry,
  UnitEntry,
} from '#/domain/tft/static-entry.ts';
import { compileShape, count, decimal, list, maybe, text, type BodyShape } from './shape.ts';

const MAX_COST = 20;

export const DataDragonVersions = Type.Array(text(), { maxItems: 10_000 });

/** `tft-champion.json`, `tft-item.json`, `tft-trait.json`. The keys of `data` are paths or ids, so only the `id` inside counts. */
export const DataDragonFile = Type.Object({ data: Type.Record(Type.String(), Type.Unknown()) });
export type DataDragonFile = Type.Static<typeof DataDragonFile>;

const Entry = Type.Object({
  id: text(),
  name: maybe(text(2_000)),
  /** The cost of a unit. */
  tier: maybe(count()),
  image: maybe(Type.Object({ full: maybe(text()), group: maybe(text()) })),
});
type Entry = Type.Static<typeof Entry>;
const entryShape = compileShape(Entry);

/** Others are older forms of the list. */
const VERSION = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/;

/** Newest first, like the list. */
export function readVersions(versions: readonly string[]): string[] {
  return versions.filter((version) => VERSION.test(version));
}

/** The lists of the other kinds are empty. */
export function readDataDragon(
  kind: 'units' | 'items' | 'traits',
  { data }: DataDragonFile,
  version: string,
): StaticEntries {
  const entries = readable(Object.values(data), entryShape).flatMap(({ id: sent, name, tier, image }) => {
    const id = shownId(sent);
    return id === null ? [] : [{ id, name: shownName(name), icon: toDataDragonIcon(image, version), tier }];
  });
  return {
    units:
      kind === 'units'
        ? entries.map(({ id, name, icon, tier }) => ({
            id,
            name,
            icon,
            cost: toCost(tier),
            traits: [],
            sets: [],
          }))
        : [],
    items:
      kind === 'items'
        ? entries
            .filter(({ id }) => !isAugment(id))
            .map(({ id, name, icon }) => ({ id, name, icon, components: [] }))
        : [],
    traits:
      kind === 'traits'
        ? entries.map(({ id, name, icon }) => ({ id, name, icon, thresholds: [], sets: [] }))
        : [],
  };
}

function toDataDragonIcon(image: Entry['image'], version: string): StaticIcon | null {
  const { full, group } = image ?? {};
  if (typeof full !== 'string' || typeof group !== 'string') return null;
  const path = `cdn/${version}/img/${encodeURIComponent(group)}/${encodeURIComponent(full)}`;
  return { origin: 'data-dragon', path };
}

const CdragonSet = Type.Object({
  champions: maybe(list(Type.Unknown(), 2_000)),
  traits: maybe(list(Type.Unknown(), 2_000)),
});

/** `cdragon/tft/en_us.json`: for each set its units and traits, and all items. */
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
const shapes = { champion: compileShape(Champion), trait: compileShape(Trait), item: compileShape(Item) };

/** A unit may be in several sets and in several variants of one: the first entry counts, with all its sets. */
export function readCommunityDragon(file: CommunityDragonFile): StaticEntries {
  const units = new Map<string, UnitEntry>();
  const traits = new Map<string, TraitEntry>();
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

/** `sets` first: it has each set once, in its current form. */
function setsOf({ sets, setData }: CommunityDragonFile) {
  const plain = Object.entries(sets ?? {}).map(([number, content]) => ({ number: Number(number), content }));
  const variants = (setData ?? []).map((content) => ({ number: content.number, content }));
  return [...plain, ...variants].filter(({ number }) => Number.isInteger(number));
}

/** Units name their traits; some copies of the file have ids instead. */
function traitKeys(apiName: string, name: string | null | undefined): [string, string][] {
  const id = shownId(apiName);
  if (id === null) return [];
  return [apiName, ...(typeof name === 'string' ? [name] : [])].map((key) => [key, id]);
}

function toUnit(champion: Type.Static<typeof Champion>, idOf: ReadonlyMap<string, string>): UnitEntry | null {
  const id = shownId(champion.apiName);
  if (id === null) return null;
  const { name, cost, traits, tileIcon, squareIcon, icon } = champion;
  return {
    id,
    name: shownName(name),
    icon: toCommunityDragonIcon(tileIcon ?? squareIcon ?? icon),
    cost: toCost(cost),
    traits: (traits ?? []).flatMap((trait) => idOf.get(trait) ?? []),
    sets: [],
  };
}

function toTrait({ apiName, name, icon, effects }: Type.Static<typeof Trait>): TraitEntry | null {
  const id = shownId(apiName);
  if (id === null) return null;
  const needed = (effects ?? []).flatMap(({ minUnits }) => (typeof minUnits === 'number' ? [minUnits] : []));
  const thresholds = [...new Set(needed.filter((units) => units > 0))].sort((left, right) => left - right);
  return { id, name: shownName(name), icon: toCommunityDragonIcon(icon), thresholds, sets: [] };
}

function toItem({ apiName, name, icon, composition }: Type.Static<typeof Item>): ItemEntry[] {
  const id = shownId(apiName);
  if (id === null || isAugment(id)) return [];
  const components = (composition ?? []).flatMap((part) => shownId(part) ?? []);
  return [{ id, name: shownName(name), icon: toCommunityDragonIcon(icon), components }];
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

/** The picture formats of the game are served as PNG under the same name, in lower case. */
function toCommunityDragonIcon(path: string | null | undefined): StaticIcon | null {
  if (typeof path !== 'string' || path === '') return null;
  const name = path.toLowerCase().replace(/\.(?:tex|dds)$/, '.png');
  const encoded = name.split('/').map(encodeURIComponent).join('/');
  return { origin: 'community-dragon', path: `latest/game/${encoded}` };
}

function readable<Value>(values: readonly unknown[] | null | undefined, shape: BodyShape<Value>): Value[] {
  return (values ?? []).filter((value) => shape.fits(value));
}

function toCost(cost: number | null | undefined): number | null {
  return typeof cost === 'number' && Number.isInteger(cost) && cost >= 0 && cost <= MAX_COST ? cost : null;
}

/** Augments must not be counted; emblems that an augment hands out are items like others. */
function isAugment(id: string): boolean {
  return id.includes('augment') && !id.includes('emblem');
}

/** Keys of missing texts, and texts with gaps that the game fills in. */
const PLACEHOLDER = /@|^\s*$|_(?:item_)?(?:name|displayname)_/i;
const ID = /^[\p{L}\p{N}][\p{L}\p{N}_.' &/-]{0,199}$/u;

/** A name that can be shown and stored; null for a placeholder. */
export function shownName(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return PLACEHOLDER.test(plain) ? null : plain.slice(0, 200).toWellFormed();
}

/** In lower case; null if it is not an id. */
export function shownId(text: string | null | undefined): string | null {
  const id = (text ?? '').trim();
  return ID.test(id) ? id.toLowerCase() : null;
}
