/**
 * How far the statistics have come: which version of the rows they are (it changes with every batch, and is the key of whatever is
 * kept of answers), and how far they are behind what is stored. Asked of PostgreSQL, at most every so often.
 */
import type { Queryable } from '#/runtime/postgres/database.ts';
import { listProvisionalPatches } from '#/tft/patch.ts';
import { type Damage, readProjection } from '#/match/project/projection.ts';
import { RAW_START, type RawBacklog, readBacklog } from '#/match/raw.ts';
import { singleFlight } from '#/runtime/single-flight.ts';

const PROJECTION = 'tft';
const SOURCE = 'tft';
const LAG_MS = 5_000;

export interface ProjectionPulse {
  readonly dataVersion: () => Promise<string>;
  readonly lag: () => Promise<RawBacklog>;
  /** What is known to be missing. */
  readonly damage: () => Promise<Damage | null>;
}

export interface ProjectionPulseOptions {
  readonly database: Queryable;
  readonly now: () => number;
  /** How old the version may be. */
  readonly versionMs: number;
}

export function createProjectionPulse({ database, now, versionMs }: ProjectionPulseOptions): ProjectionPulse {
  const readDamage = async (): Promise<Damage | null> =>
    (await readProjection(database, PROJECTION))?.damage ?? null;
  return {
    dataVersion: singleFlight(() => readVersion(database), { maxAgeMs: versionMs, now }),
    lag: singleFlight(() => readLag(database), { maxAgeMs: LAG_MS, now }),
    damage: singleFlight(readDamage, { maxAgeMs: versionMs, now }),
  };
}

/** Dropped and confirmed patches and lost rows change answers without a batch. */
async function readVersion(database: Queryable): Promise<string> {
  const [projection, provisional] = await Promise.all([
    readProjection(database, PROJECTION),
    listProvisionalPatches(database),
  ]);
  if (projection === undefined) return 'none';
  const { version, lastBatch, dropped, damage } = projection;
  const missing = damage === null ? '' : `.damaged-${damage.matches ?? 0}`;
  return `${version}.${lastBatch}.${dropped.length}.${provisional.length}${missing}`;
}

/** Before the first batch, everything that is stored is behind. */
async function readLag(database: Queryable): Promise<RawBacklog> {
  const projection = await readProjection(database, PROJECTION);
  return readBacklog(database, SOURCE, projection?.cursor ?? RAW_START);
}
