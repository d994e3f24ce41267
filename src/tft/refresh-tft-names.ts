/**
 * Reads Data Dragon's list of versions every hour, opens patches that the calendar lacks as provisional, and refreshes the local copy of
 * names: daily, at a start, and after a new version or patch. Each file is stored when it arrives, so an unavailable upstream costs only its
 * own part; older data stays.
 */
import { Type } from 'typebox';
import { partitionOf } from '#/domain/tft/patch-name.ts';
import type { StaticEntries } from '#/domain/tft/static-entry.ts';
import type { StaticDataClient } from '#/upstream/static-data.ts';
import type { Outcome } from '#/upstream/outcome.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { openListedPatches } from './patch.ts';
import { saveStaticNames, staticNamesState } from './static-names.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { deadLetter, done, retryAt, skip } from '#/runtime/jobs/job-outcome.ts';

export interface RefreshTftNamesDependencies {
  readonly staticData: Pick<StaticDataClient, 'versions' | 'dataDragon' | 'communityDragon'>;
  readonly database: Database;
  readonly now: () => Date;
}

export const REFRESH_TFT_NAMES = 'names/refresh-tft-names';

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
