/**
 * Static data of the practice roster in the places where the field looks for it: Data Dragon's
 * `/api/versions.json` and `/cdn/{version}/…`, and Community Dragon's `/cdragon/tft/en_us.json`, which alone
 * knows which traits a unit has and how many units a tier needs.
 *
 * Only versions of the listed patches are served: a version that never was is refused, like a language other
 * than English.
 */
import { communityDragonFile } from './community-dragon.ts';
import { championFile, itemFile, queueFile, traitFile } from './data-dragon.ts';
import { iconFor } from './icon.ts';
import { createRosters, type Roster } from './roster.ts';

interface StaticFile {
  readonly contentType: string;
  readonly body: string;
}

export interface TftStaticData {
  /** The path from the host's root, with or without a first `/`; undefined: there is no such file. */
  file(path: string): StaticFile | undefined;
  /** The newest first: `12.3.1`. */
  versions(): string[];
}

export interface PatchName {
  readonly set: number;
  readonly minor: number;
}

const DATA_FILES: ReadonlyMap<string, (version: string, roster: Roster) => unknown> = new Map([
  ['tft-champion', championFile],
  ['tft-item', itemFile],
  ['tft-trait', traitFile],
  ['tft-queues', queueFile],
]);
const DATA_PATH = /^cdn\/([\d.]+)\/data\/en_US\/(tft-[a-z]+)\.json$/;
const ICON_PATH = /^cdn\/([\d.]+)\/img\/tft-[a-z-]+\/([\w.]+)\.svg$/;
const COMMUNITY_PATH = /^(?:[\w.]+\/)?cdragon\/tft\/en_us\.json$/;

/** `patches`: those that the world has had by now, oldest first. */
export function createTftStaticData(
  seed: number,
  patches: () => readonly PatchName[] = firstPatches,
): TftStaticData {
  const rosterOf = createRosters(seed);
  const versions = (): string[] => patches().map(toVersion).toReversed();
  const rosterOfVersion = (version: string): Roster | undefined => {
    const patch = patches().find((candidate) => toVersion(candidate) === version);
    return patch === undefined ? undefined : rosterOf(patch.set);
  };
  return {
    versions,
    file(path) {
      const place = path.replace(/^\/+/, '');
      if (place === 'api/versions.json') return json(versions());
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

/** The sets that the practice world plays in its first year. */
function firstPatches(): PatchName[] {
  return [12, 13, 14].flatMap((set) => [1, 2, 3, 4, 5, 6, 7, 8].map((minor) => ({ set, minor })));
}

function toVersion({ set, minor }: PatchName): string {
  return `${set}.${minor}.1`;
}

function json(value: unknown): StaticFile {
  return { contentType: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}
