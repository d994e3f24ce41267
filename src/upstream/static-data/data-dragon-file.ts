/**
 * Data Dragon's `tft-champion.json`, `tft-item.json` and `tft-trait.json`: names, costs (called `tier`) and pictures. The keys of
 * `data` are paths in some versions and ids in others, so only the `id` inside counts. An entry that cannot be read is left
 * out: one broken line must not cost a whole set its names.
 */
import { Type } from 'typebox';
import type { ItemEntry, StaticIcon, TraitEntry, UnitEntry } from '#/domain/tft/static-entry.ts';
import { compileShape } from '../http/body-shape.ts';
import { count, maybe, text } from '../http/bounded-fields.ts';
import { shownId, shownName } from './shown-text.ts';

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
const MAX_COST = 20;

/** The versions among them, newest first like the list. */
export function readVersions(versions: readonly string[]): string[] {
  return versions.filter((version) => VERSION.test(version));
}

export function toUnitEntries(file: DataDragonFile, version: string): UnitEntry[] {
  return entriesOf(file).map(([id, { name, tier, image }]) => {
    const cost = typeof tier === 'number' && tier >= 0 && tier <= MAX_COST ? tier : null;
    return { id, name: shownName(name), icon: iconOf(image, version), cost, traits: [], sets: [] };
  });
}

export function toItemEntries(file: DataDragonFile, version: string): ItemEntry[] {
  return entriesOf(file)
    .filter(([id]) => !isAugment(id))
    .map(([id, { name, image }]) => ({
      id,
      name: shownName(name),
      icon: iconOf(image, version),
      components: [],
    }));
}

export function toTraitEntries(file: DataDragonFile, version: string): TraitEntry[] {
  return entriesOf(file).map(([id, { name, image }]) => ({
    id,
    name: shownName(name),
    icon: iconOf(image, version),
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

function iconOf(image: Entry['image'], version: string): StaticIcon | null {
  const { full, group } = image ?? {};
  if (typeof full !== 'string' || typeof group !== 'string') return null;
  const path = `cdn/${version}/img/${encodeURIComponent(group)}/${encodeURIComponent(full)}`;
  return { origin: 'data-dragon', path };
}
