/**
 * Runs a requested task (verify, rebuild, replay) and reports its progress. A task that fails permanently
 * ends with its error; one that was interrupted by a store outage or a stop remains open and starts again.
 */
import { UserError } from '#/domain/user-error.ts';
import { isDamage } from '#/runtime/clickhouse/part-health.ts';
import { pause } from '#/runtime/pause.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import {
  countGamesByDay,
  countRaw,
  type DayRange,
  listReadGames,
  listRevisedAfter,
  publishRawAgain,
} from '../raw.ts';
import { Superseded } from './batches.ts';
import { endTask, type ProjectionTask, recordTaskProgress } from './projection-task.ts';
import { type Projection, type ProjectorParts, readProjection } from './projection.ts';
import { rebuildAll, rebuildPatch } from './rebuild.ts';
import { type OnPage, projectRange } from './send.ts';
import { verifyProjection } from './verify.ts';

export interface Progress {
  readonly looked: number;
  readonly of: number;
  readonly perSecond: number;
}

const REPORT_EVERY_MS = 500;

export async function runTask(
  parts: ProjectorParts,
  live: Projection,
  task: ProjectionTask,
  onProgress: (progress: Progress) => void,
  checkHealth: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { database, log } = parts;
  log.info(
    { task: task.id, source: task.source, kind: task.kind, patch: task.patch },
    'projector task started',
  );
  const counting = await countProgress(await countGames(parts, task), onProgress, (progress) =>
    recordTaskProgress(database, task.id, { ...progress }),
  );
  try {
    const onPage: OnPage = async (page, removalMs) => {
      await counting.onPage(page, removalMs);
      await checkHealth();
    };
    const outcome = await carryOut(parts, live, task, onPage, signal);
    await endTask(database, task.id, {
      state: outcome.agrees ? 'done' : 'failed',
      outcome: { ...outcome, ...counting.total() },
    });
  } catch (error) {
    // The caller drops an unreadable part; the task then starts again without it.
    if (signal.aborted || isStoreOutage(error) || isDamage(error) || error instanceof Superseded) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UserError) log.info({ task: task.id, message }, 'projector task refused');
    else log.error({ err: error, task: task.id }, 'projector task failed');
    await endTask(database, task.id, { state: 'failed', outcome: { error: message } });
  }
}

async function carryOut(
  parts: ProjectorParts,
  live: Projection,
  { kind, patch, days }: ProjectionTask,
  onPage: OnPage,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> & { readonly agrees: boolean }> {
  if (kind === 'replay')
    return { agrees: true, games: await replayDays(parts, live, days ?? [], onPage, signal) };
  if (kind === 'rebuild' && patch === null) {
    await rebuildAll(parts, live.dropped, onPage, signal);
    return { agrees: true };
  }
  if (patch !== null) await rebuildPatch(parts, live, patch, onPage, signal);
  const changed = await readProjection(parts.database, parts.projection.live.projection);
  return { ...(await verifyProjection(parts, changed ?? live, onPage, signal)) };
}

/** Matches that a task reads. A single patch is read twice; repairs come on top. */
async function countGames(
  { database, projection: { source } }: ProjectorParts,
  { kind, patch, days }: ProjectionTask,
): Promise<number> {
  if (kind !== 'replay') return (patch === null ? 1 : 2) * (await countRaw(database, source));
  const counts = await countGamesByDay(database, source, days ?? []);
  return counts.reduce((sum, { games }) => sum + games, 0);
}

/** `of`: number of matches to read. */
export async function countProgress(
  of: number,
  onProgress: (progress: Progress) => void,
  record: (progress: Progress) => Promise<void>,
): Promise<{ readonly onPage: OnPage; total(): { readonly looked: number; readonly seconds: number } }> {
  const startedAt = performance.now();
  let looked = 0;
  let reportedAt = -Infinity;
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const report = async (): Promise<void> => {
    const progress = { looked, of, perSecond: Math.round(looked / Math.max(seconds(), 0.001)) };
    onProgress(progress);
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    await record(progress);
  };
  await report();
  return {
    async onPage(page) {
      looked += page.looked;
      await report();
    },
    total: () => ({ looked, seconds: Number(seconds().toFixed(3)) }),
  };
}

/** Rows per transaction. A longer transaction would hold back every reader in commit order. */
const GAMES_AT_ONCE = 1_000;
/** Pause until earlier transactions have ended. */
const LOOK_AGAIN_MS = 100;

/**
 * Projects the matches of some days again after the calendar assigned them to another patch. Returns their
 * number.
 *
 * Their raw bodies are published again, as after any change of a body. The projector then replaces their rows
 * under new batches, so a kill at any point loses and duplicates nothing. A restarted task publishes only
 * matches below the cursor. The cost depends on the matches of these days, not on the archive.
 */
async function replayDays(
  parts: ProjectorParts,
  live: Projection,
  days: readonly DayRange[],
  onPage: OnPage,
  signal: AbortSignal,
): Promise<number> {
  const { database, projection } = parts;
  const { source } = projection;
  let published = 0;
  for (const { day } of await countGamesByDay(database, source, days)) {
    const ids = await listReadGames(database, source, day, live.cursor);
    for (let at = 0; at < ids.length; at += GAMES_AT_ONCE) {
      signal.throwIfAborted();
      const group = ids.slice(at, at + GAMES_AT_ONCE);
      await database.transaction((tx) => publishRawAgain(tx, source, group));
      published += group.length;
    }
  }
  let { cursor } = live;
  const accepts = (patch: string): boolean => !live.dropped.includes(patch);
  while ((await listRevisedAfter(database, source, cursor)).length > 0) {
    await projectRange(
      parts,
      projection.live,
      { after: cursor, accepts, movesCursor: true, replaces: true },
      async (page, removalMs) => {
        cursor = page.to;
        await onPage(page, removalMs);
      },
      signal,
    );
    await pause(LOOK_AGAIN_MS, signal);
    signal.throwIfAborted();
  }
  return published;
}
