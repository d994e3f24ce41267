/**
 * Names of units, items and traits. A job reads Data Dragon's list of versions every hour, opens patches that the calendar lacks as
 * provisional, and refreshes the local copy of names: daily, at a start, and after a new version or patch. Each file is stored when it
 * arrives, so an unavailable upstream costs only its own part; older data stays.
 */
import { partitionOf } from '#/domain/tft/patch-name.ts';
import { begunPatches } from '#/domain/tft/patch-calendar.ts';
import type { StaticEntries, StaticOrigin } from '#/domain/tft/static-entry.ts';
import { createTftNames, type IconBases, type TftNames } from '#/domain/tft/static-names.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { deadLetter, done, retryAt, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import type { Database, Queryable, Transaction } from '#/runtime/postgres/database.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import type { StaticDataClient } from '#/upstream/static-data.ts';
import { listPatches, noteBegunPatches, openListedPatches } from './patch.ts';
import { Type } from 'typebox';

export interface RefreshTftNamesDependencies {
  readonly staticData: Pick<StaticDataClient, 'versions' | 'dataDragon' | 'communityDragon'>;
  readonly database: Database;
  readonly now: () => Date;
}

const REFRESH_TFT_NAMES = 'names/refresh-tft-names';

const TRY_AGAIN_MS = 10 * 60_000;
const NAMES_AGE_MS = 23 * 3_600_000;

/** `ifNew`: reads only the versions unless there is a new one or the names are a day old. The name files have about 25 MB. */
const Payload = Type.Object({ ifNew: Type.Optional(Type.Boolean()) });

export function createRefreshTftNames(
  dependencies: RefreshTftNamesDependencies,
): JobKind<Type.Static<typeof Payload>> {
  const { staticData, database, now } = dependencies;
  return defineJob({
    kind: REFRESH_TFT_NAMES,
    payload: Payload,
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 5, firstDelaySeconds: 60, maxDelaySeconds: 3_600 },
    concurrency: 1,
    timeoutSeconds: 600,
    schedule: { cron: '23 * * * *', timeZone: 'UTC', missed: 'once', payload: { ifNew: true } },
    async handle({ ifNew = false }, { signal, log }) {
      const failures: Failure[] = [];
      const listed = await staticData.versions(signal);
      const version = listed.outcome === 'ok' ? listed.body[0] : 'latest';
      if (listed.outcome === 'ok') {
        const opened = await openListedPatches(database, listed.body, now());
        if (opened.length > 0)
          log.warn({ version, patches: opened.map(partitionOf) }, 'provisional patches opened');
        if (ifNew && (await hasNames(database, version, now()))) return skip('no new version');
      } else failures.push(toFailure('versions', listed));
      const keep = async (what: string, asked: Promise<Outcome<StaticEntries>>): Promise<void> => {
        const outcome = await asked;
        if (outcome.outcome !== 'ok') {
          failures.push(toFailure(what, outcome));
          return;
        }
        const origin = what === 'community dragon' ? 'community-dragon' : 'data-dragon';
        const names = await saveStaticNames(database, origin, version, outcome.body);
        log.info({ what, version, names }, 'names refreshed');
      };
      if (listed.outcome === 'ok')
        for (const kind of ['units', 'items', 'traits'] as const)
          await keep(kind, staticData.dataDragon(kind, version, signal));
      await keep('community dragon', staticData.communityDragon(signal));
      return toEnd(failures, now());
    },
  });
}

async function hasNames(database: Database, version: string, now: Date): Promise<boolean> {
  const state = await staticNamesState(database);
  return state?.version === version && now.getTime() - state.fetchedAt.getTime() < NAMES_AGE_MS;
}

type Failed = Exclude<Outcome<unknown>, { outcome: 'ok' }>;

interface Failure {
  readonly outcome: Failed['outcome'];
  readonly reason: string;
}

function toFailure(what: string, failed: Failed): Failure {
  const detail = 'detail' in failed ? failed.detail : 'message' in failed ? failed.message : '';
  const reason = failed.outcome === 'malformed' ? failed.reason : detail;
  return { outcome: failed.outcome, reason: `${what}: ${failed.outcome} ${reason}`.trim() };
}

/** Existing names stay. Retries after an outage; missing or unreadable files are left to the next daily run. */
function toEnd(failures: readonly Failure[], now: Date) {
  if (failures.length === 0) return done();
  const reason = failures
    .map((failure) => failure.reason)
    .join('; ')
    .slice(0, 500);
  const isAway = failures.some(({ outcome }) => outcome === 'unavailable' || outcome === 'rateLimited');
  if (isAway) return retryAt(new Date(now.getTime() + TRY_AGAIN_MS), reason);
  return failures.every(({ outcome }) => outcome === 'notFound') ? skip(reason) : deadLetter(reason);
}

// Refreshes names when a new patch has begun, so that new units have names within minutes. The projector discovers patches first, in a
// thread without a job engine, so this job polls the calendar with one small query.
//
// The handled patches are stored in the transaction that sends the refresh: none is missed or sent twice. Upstreams often publish the files
// hours after the first match, so the refresh is repeated later on the same day.

export interface NoticeNewPatchesDependencies {
  readonly database: Database;
  readonly now: () => Date;
}

const HOUR_MS = 3_600_000;
const ASK_AFTER_HOURS = [0, 2, 8];

export function createNoticeNewPatches(dependencies: NoticeNewPatchesDependencies): JobKind<object> {
  const { database, now } = dependencies;
  return defineJob({
    kind: 'names/notice-new-patches',
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 3, firstDelaySeconds: 10, maxDelaySeconds: 60 },
    concurrency: 1,
    timeoutSeconds: 60,
    schedule: { cron: '*/2 * * * *', timeZone: 'UTC', missed: 'skip', payload: {} },
    async handle(_payload, { jobs, log }) {
      const begun = begunPatches(await listPatches(database), now().getTime());
      const news = await database.transaction(async (tx) => {
        const fresh = await noteBegunPatches(tx, begun);
        if (fresh.length > 0) await sendRefreshes(jobs, tx, now());
        return fresh;
      });
      if (news.length === 0) return skip('no new patch');
      log.info({ patches: news }, 'new patches, refreshing names');
      return done();
    },
  });
}

/** Each with its own key: the daily refresh may be running with older files. */
async function sendRefreshes(jobs: JobSender, tx: Transaction, now: Date): Promise<void> {
  for (const hours of ASK_AFTER_HOURS) {
    const later = hours === 0 ? {} : { startAfter: new Date(now.getTime() + hours * HOUR_MS) };
    await jobs.send(REFRESH_TFT_NAMES, {}, { tx, key: `new patch, after ${hours} h`, ...later });
  }
}

// The names of Teamfight Tactics, read from PostgreSQL and cached. At most once a minute it checks for newer ones; while PostgreSQL does
// not answer, the cached names are used.

export interface NamesReaderOptions {
  readonly database: Queryable;
  readonly iconBases: IconBases;
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

const LOOK_EVERY_MS = 60_000;
const LOOK_AGAIN_MS = 5_000;

export function createNamesReader(options: NamesReaderOptions): () => Promise<TftNames> {
  const { database, iconBases, now } = options;
  let names = createTftNames([], iconBases);
  let loaded: StaticNamesState | undefined;
  let nextLookAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const state = await staticNamesState(database);
    if (state !== undefined && !isSame(state, loaded)) {
      names = createTftNames(await loadStaticNames(database), iconBases);
      loaded = state;
    }
    nextLookAt = now() + LOOK_EVERY_MS;
  }

  return async () => {
    if (now() >= nextLookAt) {
      looking ??= look()
        .catch((error: unknown) => {
          nextLookAt = now() + LOOK_AGAIN_MS;
          options.onFailure(error);
        })
        .finally(() => {
          looking = undefined;
        });
      await looking;
    }
    return names;
  };
}

/** The version too: two fetches may fall into one millisecond. */
function isSame(state: StaticNamesState, loaded: StaticNamesState | undefined): boolean {
  return state.version === loaded?.version && state.fetchedAt.getTime() === loaded.fetchedAt.getTime();
}

export interface StaticNamesState {
  readonly version: string;
  readonly fetchedAt: Date;
}

/** In the order in which they are believed. */
const ORIGINS: readonly StaticOrigin[] = ['data-dragon', 'community-dragon'];
const NO_ENTRIES: StaticEntries = { units: [], items: [], traits: [] };
const KINDS = { units: 'unit', items: 'item', traits: 'trait' } as const;

/** Takes the place of what that upstream said of the same ids before; ids that it no longer has stay. Answers with how many. */
export async function saveStaticNames(
  database: Queryable,
  origin: StaticOrigin,
  version: string,
  entries: StaticEntries,
): Promise<number> {
  // Of an id that is there twice the last one counts: a statement cannot write a row two times.
  const rows = Object.entries(KINDS).flatMap(([list, kind]) => {
    const byId = new Map(entries[list as keyof typeof KINDS].map((entry) => [entry.id, entry]));
    return [...byId].map(([id, entry]) => ({ kind, id, entry }));
  });
  const saved = await database.query(
    `insert into gamekeeper.static_name (source, origin, kind, id, entry, version)
     select 'tft', $1, told.kind, told.id, told.entry, $2
     from jsonb_to_recordset($3) as told(kind text, id text, entry jsonb)
     on conflict (source, origin, kind, id) do update
       set entry = excluded.entry, version = excluded.version, fetched_at = now()
     returning id`,
    [origin, version, JSON.stringify(rows)],
  );
  return saved.length;
}

/** One layer for each upstream, in the order in which they are believed. */
export async function loadStaticNames(database: Queryable): Promise<StaticEntries[]> {
  const rows = await database.query<{ origin: StaticOrigin; entries: Partial<StaticEntries> }>(
    `select origin, jsonb_object_agg(kind || 's', list) as entries
     from (select origin, kind, jsonb_agg(entry order by id) as list
           from gamekeeper.static_name where source = 'tft' group by origin, kind) as lists
     group by origin`,
  );
  return ORIGINS.flatMap((origin) => {
    const found = rows.find((row) => row.origin === origin);
    return found === undefined ? [] : [{ ...NO_ENTRIES, ...found.entries }];
  });
}

/** What was fetched last; undefined: nothing yet. */
export async function staticNamesState(database: Queryable): Promise<StaticNamesState | undefined> {
  const [row] = await database.query<StaticNamesState>(
    `select version, fetched_at from gamekeeper.static_name where source = 'tft'
     order by fetched_at desc limit 1`,
  );
  return row;
}
