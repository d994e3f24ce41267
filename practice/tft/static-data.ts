/**
 * Static data of the practice roster where the field looks for it: Data Dragon's `/api/versions.json` and `/cdn/{version}/…`, and
 * Community Dragon's `/cdragon/tft/en_us.json`, which alone knows which traits a unit has and how many units a tier needs. Reduced
 * to names, costs, parts, traits and thresholds.
 *
 * Only versions of the listed patches are served: a version that never was is refused, like a language other than English.
 */
import { entry, hashText, numberAt } from '../randomness.ts';
import { createRosters, type Roster } from './roster.ts';

interface StaticFile {
  readonly contentType: string;
  readonly body: string;
}

export interface TftStaticData {
  /** The path from the host's root, with or without a first `/`; undefined: there is no such file. */
  file(path: string): StaticFile | undefined;
}

export interface PatchName {
  readonly set: number;
  readonly minor: number;
}

type DataFile = (version: string, roster: Roster) => object;
const DATA_FILES: ReadonlyMap<string, DataFile> = new Map([
  ['tft-champion', championFile],
  ['tft-item', (version, { items }) => dataFile('tft-item', version, items)],
  ['tft-trait', (version, { traits }) => dataFile('tft-trait', version, traits)],
]);
const DATA_PATH = /^cdn\/([\d.]+)\/data\/en_US\/(tft-[a-z]+)\.json$/;
const ICON_PATH = /^cdn\/([\d.]+)\/img\/tft-[a-z-]+\/([\w.]+)\.svg$/;
const COMMUNITY_PATH = /^(?:[\w.]+\/)?cdragon\/tft\/en_us\.json$/;
const NO_UPPER_END = 25_000;

/** `patches`: those that the world has had by now, oldest first. */
export function createTftStaticData(seed: number, patches: () => readonly PatchName[]): TftStaticData {
  const rosterOf = createRosters(seed);
  const rosterOfVersion = (version: string): Roster | undefined => {
    const patch = patches().find((candidate) => toVersion(candidate) === version);
    return patch === undefined ? undefined : rosterOf(patch.set);
  };
  return {
    file(path) {
      const place = path.replace(/^\/+/, '');
      if (place === 'api/versions.json') return json(patches().map(toVersion).toReversed());
      if (COMMUNITY_PATH.test(place)) {
        const sets = [...new Set(patches().map(({ set }) => set))];
        return json(communityDragonFile(sets.map(rosterOf)));
      }
      const [, version = '', name = ''] = DATA_PATH.exec(place) ?? ICON_PATH.exec(place) ?? [];
      const roster = rosterOfVersion(version);
      if (roster === undefined) return undefined;
      if (place.endsWith('.svg')) return iconFor(roster, name);
      const make = DATA_FILES.get(name);
      return make === undefined ? undefined : json(make(version, roster));
    },
  };
}

function toVersion({ set, minor }: PatchName): string {
  return `${set}.${minor}.1`;
}

function json(value: unknown): StaticFile {
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function dataFile(type: string, version: string, things: readonly Named[]): object {
  const data = Object.fromEntries(things.map(({ id, name }) => [id, { id, name, image: image(type, id) }]));
  return { type, version, data };
}

/** Keyed by path, not by id, as the field's file is. */
function championFile(version: string, { set, units }: Roster): object {
  const entries = units.map(({ id, name, cost }) => [
    `Maps/Shipping/Map22/Sets/PRASet${set}/Shop/${id}`,
    { id, name, tier: cost, image: image('tft-champion', id) },
  ]);
  return { type: 'tft-champion', version, data: Object.fromEntries(entries) };
}

function image(group: string, id: string): object {
  return { full: `${id}.svg`, group };
}

function communityDragonFile(rosters: readonly Roster[]): object {
  const items = rosters.flatMap((roster) => roster.items);
  const sets = rosters.map((roster) => ({
    number: roster.set,
    champions: roster.units.map(({ id, name, cost, traits }) => ({
      apiName: id,
      name,
      cost,
      icon: assetPath('Characters', id),
      // By name, not by id.
      traits: traits.map((trait) => entry(roster.traits, trait).name),
    })),
    traits: roster.traits.map(({ id, name, thresholds }) => ({
      apiName: id,
      name,
      icon: assetPath('TraitIcons', id),
      effects: thresholds.map((minUnits, tier) => ({
        minUnits,
        maxUnits: tier + 1 < thresholds.length ? numberAt(thresholds, tier + 1) - 1 : NO_UPPER_END,
      })),
    })),
  }));
  return {
    items: [...new Map(items.map((item) => [item.id, item])).values()].map(({ id, name, parts }) => ({
      apiName: id,
      name,
      icon: assetPath('Items', id),
      composition: parts,
    })),
    setData: sets.map((set) => ({ ...set, mutator: `PRASet${set.number}` })),
    sets: Object.fromEntries(sets.map((set) => [String(set.number), set])),
  };
}

function assetPath(folder: string, id: string): string {
  return `ASSETS/Practice/${folder}/${id}.svg`;
}

/** A square with initials for anything of a roster, so that a page has pictures without there being any. */
function iconFor(roster: Roster, id: string): StaticFile | undefined {
  const name = [...roster.units, ...roster.items, ...roster.traits].find((one) => one.id === id)?.name;
  if (name === undefined) return undefined;
  const words = name.split(/[^A-Za-z0-9]+/);
  const initials = words
    .map((word) => word.slice(0, 1))
    .join('')
    .slice(0, 2);
  const hue = hashText(id) % 360;
  const body =
    `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48">` +
    `<rect width="48" height="48" rx="8" fill="hsl(${hue} 45% 32%)"/>` +
    `<text x="24" y="31" font-family="sans-serif" font-size="20" fill="#fff" text-anchor="middle">${initials}</text></svg>`;
  return { contentType: 'image/svg+xml', body };
}
