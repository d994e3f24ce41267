/**
 * Fetches a batch of matches of one region, a few at a time (`lol-kinds.ts`): a match whose call has not started can still move to a batch
 * of higher priority. Matches that are not fetched when the run ends stay wanted, and the job returns when the first of them is due.
 */
import { Type } from 'typebox';
import type { Region } from '#/domain/riot/routing.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { readBatch } from '#/match/match.ts';
import { readStoredDays } from '#/match/stored-match.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, retryAt, skip } from '#/runtime/jobs/job-outcome.ts';
import type { AgedGames } from './aged-games.ts';
import type { FetchGame, GameOfBatch } from './fetch-game.ts';
import { batchesFor, fetchKind, MATCHES, SOURCE, TIMELINES } from './lol-kinds.ts';

export interface FetchGamesDeps {
  readonly database: Database;
  readonly now: () => Date;
  readonly fetchGame: FetchGame;
  readonly aged: AgedGames;
}

/** Margin for the difference between our clock and PostgreSQL's. */
const MARGIN_MS = 500;

export function createFetchGames(
  { database, now, fetchGame, aged }: FetchGamesDeps,
  region: Region,
  priority: number,
): JobKind<{ batch: string }> {
  const { atOnce } = batchesFor(priority);
  return defineJob({
    kind: fetchKind(region, priority),
    payload: Type.Object({ batch: Type.String({ format: 'uuid' }) }),
    key: ({ batch }) => batch,
    onePerKey: true,
    retry: { limit: 10, firstDelaySeconds: 5, maxDelaySeconds: 60 },
    // With a personal key, waiting for permits can take hours; bodies are written as they arrive.
    timeoutSeconds: 6 * 3_600,
    concurrency: 12,
    async handle({ batch }, { signal }) {
      const before = await readGames(database, batch);
      if (before.length === 0) return skip('no match of the batch is wanted');
      const due = before.filter(({ isMatchDue, isTimelineDue }) => isMatchDue || isTimelineDue);
      await noteAges(database, aged, due);
      await fetchAll(due, atOnce, (game) => {
        signal.throwIfAborted();
        return fetchGame(game, signal);
      });
      const left = await readGames(database, batch);
      if (left.length === 0) return done();
      const first = Math.min(...left.map(({ waitMs }) => waitMs));
      return retryAt(
        new Date(now().getTime() + first + MARGIN_MS),
        `${left.length} of ${before.length} are still wanted`,
      );
    },
  });
}

/** Waits for all, so that no write is in flight when one of them fails. */
async function fetchAll(
  games: readonly GameOfBatch[],
  atOnce: number,
  fetchOne: (game: GameOfBatch) => Promise<void>,
): Promise<void> {
  const line = games.values();
  const work = async (): Promise<void> => {
    for (const game of line) await fetchOne(game);
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** The age of stored matches is known: timelines that cannot exist are not requested. */
async function noteAges(database: Database, aged: AgedGames, games: readonly GameOfBatch[]): Promise<void> {
  const ids = games.flatMap(({ id, isMatchDue, isTimelineDue }) =>
    isTimelineDue && !isMatchDue ? [id] : [],
  );
  if (ids.length === 0) return;
  for (const { id, overBy } of await readStoredDays(database, SOURCE, ids)) aged.note(id, overBy);
}

interface WaitingGame extends GameOfBatch {
  /** Until the first of them is due. */
  readonly waitMs: number;
}

async function readGames(database: Database, batch: string): Promise<WaitingGame[]> {
  const [matches, timelines] = await Promise.all([
    readBatch(database, MATCHES, batch),
    readBatch(database, TIMELINES, batch),
  ]);
  const waits = new Map<string, { match?: number; timeline?: number }>();
  for (const { id, waitMs } of matches) waits.set(id, { match: waitMs });
  for (const { id, waitMs } of timelines) waits.set(id, { ...waits.get(id), timeline: waitMs });
  return [...waits].map(([id, { match, timeline }]) => ({
    id,
    batch,
    isMatchDue: match === 0,
    isTimelineDue: timeline === 0,
    waitMs: Math.min(match ?? Infinity, timeline ?? Infinity),
  }));
}
