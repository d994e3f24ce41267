/**
 * Makes rows and objects agree: ends deletions that were begun, deletes objects that no row speaks of, has downloaded again what a row speaks of
 * and the store does not have, and clears away what killed processes left. Only keys of our own making are touched: a bucket may be shared.
 */
import { Type } from 'typebox';
import type { Logger } from 'pino';
import { findClaimedKeys, listClaimedObjects, noteObjectLost, type ClaimedObject } from './clip-object.ts';
import { lockClips } from './goal-search.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { DOWNLOAD_CLIP, SWEEP_OBJECTS } from './clip-kinds.ts';
import type { ClipWorkOptions } from './clip-options.ts';
import { deleteUnwantedObjects } from './delete-objects.ts';
import { discardOldWorkFolders } from './work-folders.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const OURS = new RegExp(`^(?:incoming/${UUID}|\\d+/${UUID})/[0-9a-f]{32}\\.mp4$`);
const AT_ONCE = 500;
const DEFAULT_ORPHAN_MINUTES = 60;
/** Whoever just wrote a row put its object there before. */
const SETTLED_SECONDS = 60;

export function createSweepObjects(options: ClipWorkOptions): JobKind<object> {
  return defineJob({
    kind: SWEEP_OBJECTS,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 2, firstDelaySeconds: 60, maxDelaySeconds: 300 },
    timeoutSeconds: 3_600,
    concurrency: 1,
    schedule: { cron: '23 * * * *', timeZone: 'UTC', missed: 'once', payload: {} },
    async handle(_payload, context) {
      const { log } = context;
      const before = new Date(
        options.now().getTime() - (options.orphanMinutes ?? DEFAULT_ORPHAN_MINUTES) * 60_000,
      );
      const deleted = await deleteUnwantedObjects(options, { goalId: null, log });
      const { keys, orphans } = await deleteOrphans(options, before, context.signal);
      const lost = await askForLost(options, keys, context);
      const left =
        (await options.objects.discardUnfinished(before)) +
        (await discardOldWorkFolders(options.workDirectory, before));
      if (deleted + orphans + lost + left === 0) return skip('rows and objects agree');
      log.info({ deleted, orphans, lost, left }, 'rows and objects agree again');
      return done();
    },
  });
}

/** Also all keys of ours that were seen. */
async function deleteOrphans(
  options: ClipWorkOptions,
  before: Date,
  signal: AbortSignal,
): Promise<{ readonly keys: ReadonlySet<string>; readonly orphans: number }> {
  const keys = new Set<string>();
  let old: string[] = [];
  let orphans = 0;
  for await (const { key, changedAt } of options.objects.list('')) {
    signal.throwIfAborted();
    if (!OURS.test(key)) continue;
    keys.add(key);
    if (changedAt < before) old.push(key);
    if (old.length < AT_ONCE) continue;
    orphans += await deleteUnclaimed(options, old);
    old = [];
  }
  orphans += await deleteUnclaimed(options, old);
  return { keys, orphans };
}

async function deleteUnclaimed(
  { database, objects }: ClipWorkOptions,
  keys: readonly string[],
): Promise<number> {
  if (keys.length === 0) return 0;
  const claimed = new Set(await findClaimedKeys(database, keys));
  const unclaimed = keys.filter((key) => !claimed.has(key));
  await objects.delete(unclaimed);
  return unclaimed.length;
}

async function askForLost(
  options: ClipWorkOptions,
  keys: ReadonlySet<string>,
  { jobs, log, signal }: JobContext,
): Promise<number> {
  let lost = 0;
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const page = await listClaimedObjects(options.database, {
      after,
      limit: AT_ONCE,
      forSeconds: SETTLED_SECONDS,
    });
    for (const claimed of page) {
      // It may have come or gone since the list was made.
      if (keys.has(claimed.key) || (await options.objects.head(claimed.key)) !== undefined) continue;
      if (await downloadAgain(options, claimed, jobs, log)) lost += 1;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < AT_ONCE) return lost;
    after = last.key;
  }
}

async function downloadAgain(
  { database }: ClipWorkOptions,
  { clipId, goalId, key }: ClaimedObject,
  jobs: JobContext['jobs'],
  log: Pick<Logger, 'warn'>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockClips(tx, goalId);
    const words = `its object ${key} is gone; it is downloaded again`;
    if (!(await noteObjectLost(tx, clipId, key, words))) return false;
    await jobs.send(DOWNLOAD_CLIP, { clip: clipId }, { tx });
    log.warn({ clip: clipId, key }, 'the object of a clip is gone: it is downloaded again');
    return true;
  });
}
