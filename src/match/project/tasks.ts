/**
 * Runs a requested task (verify, rebuild, replay) and reports its progress. A task that fails permanently ends with its error; one that
 * was interrupted by a store outage or a stop remains open and starts again.
 */
import { readProjection, type Projection } from './projection.ts';
import { endTask, tellTaskProgress, type ProjectionTask } from './projection-task.ts';
import { countGamesByDay, countRaw } from '../raw-pages.ts';
import { UserError } from '#/domain/user-error.ts';
import { isDamage } from '#/runtime/clickhouse/part-health.ts';
import { isStoreOutage } from '#/runtime/store-outage.ts';
import type { ProjectorParts } from './parts.ts';
import type { OnPage } from './project-range.ts';
import { rebuildAll, rebuildPatch } from './rebuild.ts';
import { replayDays } from './replay.ts';
import { Superseded } from './send-batch.ts';
import { verifyProjection } from './verify.ts';

export interface Progress {
  readonly looked: number;
  readonly of: number;
  readonly perSecond: number;
}

const TELL_EVERY_MS = 500;

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
    tellTaskProgress(database, task.id, { ...progress }),
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
  tell: (progress: Progress) => Promise<void>,
): Promise<{ readonly onPage: OnPage; total(): { readonly looked: number; readonly seconds: number } }> {
  const startedAt = performance.now();
  let looked = 0;
  let toldAt = -Infinity;
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const say = async (): Promise<void> => {
    const progress = { looked, of, perSecond: Math.round(looked / Math.max(seconds(), 0.001)) };
    onProgress(progress);
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    await tell(progress);
  };
  await say();
  return {
    async onPage(page) {
      looked += page.looked;
      await say();
    },
    total: () => ({ looked, seconds: Number(seconds().toFixed(3)) }),
  };
}
