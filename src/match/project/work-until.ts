/** Works on one projection while this process leads: settles, projects, and starts again after every fault. */
import { backoffDelayMs } from '#/domain/backoff.ts';
import { isDamage } from '#/runtime/clickhouse/part-health.ts';
import { pause } from '#/runtime/pause.ts';
import { countRaw } from '../raw-pages.ts';
import { createHealthCheck } from './health.ts';
import type { ProjectorParts } from './parts.ts';
import { projectLive } from './project-live.ts';
import type { Showing } from './projector-view.ts';
import { rebuildAll } from './rebuild.ts';
import { Superseded } from './send-batch.ts';
import { settle } from './settle.ts';
import { countProgress } from './tasks.ts';
import { removeVoidRows } from './void-batches.ts';

const RETRY = { firstMs: 500, maxMs: 10_000 };

/** Returns true if a newer version of the program owns the projection. */
export async function workUntil(
  parts: ProjectorParts,
  showing: Showing,
  signal: AbortSignal,
): Promise<boolean> {
  const { show } = showing;
  const health = createHealthCheck(parts);
  let failures = 0;
  while (!signal.aborted) {
    try {
      show({ state: 'settling', progress: null });
      const settled = await settle(parts, signal);
      if (settled.type === 'outdated') {
        parts.log.error({ version: settled.version }, 'a newer version has written the projection');
        return true;
      }
      if (settled.type === 'rebuild') await rebuild(parts, settled, show, signal);
      else {
        await health.check();
        await projectLive(parts, settled.live, showing, health.check, signal);
      }
      failures = 0;
    } catch (error) {
      if (error instanceof Superseded) await cleanUp(parts);
      if (signal.aborted) return false;
      failures += 1;
      parts.log.warn({ err: error, failures }, 'projector interrupted, starting again');
      show({ fault: error instanceof Error ? error.message : String(error) });
      if (isDamage(error)) await health.dropUnreadable(String(error));
      await pause(backoffDelayMs(RETRY, failures, Math.random()), signal);
    }
  }
  return false;
}

async function rebuild(
  parts: ProjectorParts,
  { reason, dropped }: { readonly reason: string; readonly dropped: readonly string[] },
  show: Showing['show'],
  signal: AbortSignal,
): Promise<void> {
  parts.log.warn({ reason }, 'rebuilding the projection');
  const counting = await countProgress(
    await countRaw(parts.database, parts.projection.source),
    (progress) => show({ state: 'rebuilding', progress, fault: null }),
    () => Promise.resolve(),
  );
  await rebuildAll(parts, dropped, counting.onPage, signal);
}

/** The new leader voided our batch, but may have searched for its rows before we sent them. */
async function cleanUp(parts: ProjectorParts): Promise<void> {
  try {
    await removeVoidRows(parts, parts.projection.live, new AbortController().signal);
  } catch (error) {
    parts.log.warn({ err: error }, 'rows of a void batch were not removed; the leader will remove them');
  }
}
