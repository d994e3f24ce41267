/** Deletes objects and clips: those that rows no longer want, those without a row, and those that are too old. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import type { JobSender } from '#/runtime/jobs/send-jobs.ts';
import { CHECK_PREFIX, ObjectStoreFault } from '#/runtime/objects/object-store.ts';
import {
  deleteClipRow,
  findClaimedKeys,
  findExpiredClips,
  isObjectClaimed,
  listStoredObjects,
  listUnwantedObjects,
  noteObjectDeleted,
  noteObjectLost,
  readClipWork,
  type ClipObject,
} from './clip.ts';
import { publishFixtureChange } from './fixture.ts';
import { lockClips } from './goal-search.ts';
import { DOWNLOAD_CLIP, EXPIRE_CLIPS, SWEEP_OBJECTS } from './kinds.ts';
import { upstreamTime, type ClipWorkOptions } from './options.ts';
import { settleWhenReady } from './settle.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Keys of our form; all others are not ours. Earlier versions wrote to `incoming/` first. */
const OUR_KEY = new RegExp(
  `^(?:(?:incoming/${UUID}|\\d+/${UUID})/[0-9a-f]{32}\\.mp4|${CHECK_PREFIX}${UUID})$`,
);
const PAGE = 500;
const DEFAULT_ORPHAN_MINUTES = 60;
/** Rows that changed more recently may be ahead of the list of objects. */
const SETTLED_SECONDS = 60;
const DAY_MS = 86_400_000;

/**
 * Makes rows and objects agree: finishes deletions, deletes old objects without a row, has lost objects downloaded again, and discards what
 * killed processes left. Each part is done even if the store refuses another one; then the job fails with the first fault.
 */
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
      const orphanMs = (options.orphanMinutes ?? DEFAULT_ORPHAN_MINUTES) * 60_000;
      const before = new Date(options.now().getTime() - orphanMs);
      const faults: ObjectStoreFault[] = [];
      const attempt = async (part: () => Promise<number>): Promise<number> => {
        try {
          return await part();
        } catch (error) {
          if (!(error instanceof ObjectStoreFault)) throw error;
          faults.push(error);
          return 0;
        }
      };
      const folders = await discardOldWorkFolders(options.workDirectory, before);
      const deleted = await deleteUnwantedObjects(options, { goalId: null, log });
      const listed = await listOurObjects(options, before, context.signal);
      const orphans = await attempt(() => deleteOrphans(options, listed.old, context.signal));
      const lost = await attempt(() => downloadLostAgain(options, listed.keys, context));
      const discarded = folders + (await attempt(() => options.objects.discardUnfinished(before)));
      if (faults[0] !== undefined) throw faults[0];
      if (deleted + orphans + lost + discarded === 0) return skip('rows and objects agree');
      log.info({ deleted, orphans, lost, discarded }, 'objects swept');
      return done();
    },
  });
}

/**
 * Deletes the objects that rows no longer want, of one goal or of all (null). Returns how many rows are done. A store that refuses or is
 * unreachable is not an error here: the rows still say `deleting`, and the sweep tries again.
 */
export async function deleteUnwantedObjects(
  { database, objects }: Pick<ClipWorkOptions, 'database' | 'objects'>,
  { goalId, log }: { readonly goalId: string | null; readonly log: Pick<Logger, 'warn'> },
): Promise<number> {
  let deleted = 0;
  let after: string | null = null;
  const refused: { error: ObjectStoreFault; key: string }[] = [];
  for (;;) {
    const page: ClipObject[] = await listUnwantedObjects(database, { goalId, after, limit: PAGE });
    for (const { clipId, goalId: goal, key } of page) {
      after = clipId;
      try {
        await database.transaction(async (tx) => {
          // Uploads are recorded under the same lock, so an object that is claimed cannot be deleted.
          await lockClips(tx, goal);
          if (!(await isObjectClaimed(tx, key))) await objects.delete(key);
          await noteObjectDeleted(tx, clipId);
        });
        deleted += 1;
      } catch (error) {
        if (!(error instanceof ObjectStoreFault)) throw error;
        refused.push({ error, key });
        // One key may be protected, but an unreachable store fails for every key.
        if (error.isTransient) break;
      }
    }
    if (page.length < PAGE || refused.at(-1)?.error.isTransient === true) break;
  }
  const [first] = refused;
  if (first !== undefined)
    log.warn({ err: first.error, key: first.key, failed: refused.length, deleted }, 'objects not deleted');
  return deleted;
}

interface ListedKeys {
  readonly keys: ReadonlySet<string>;
  /** Those that changed before the given time. */
  readonly old: readonly string[];
}

async function listOurObjects(
  { objects }: ClipWorkOptions,
  before: Date,
  signal: AbortSignal,
): Promise<ListedKeys> {
  const keys = new Set<string>();
  const old: string[] = [];
  for await (const { key, changedAt } of objects.list('')) {
    signal.throwIfAborted();
    if (!OUR_KEY.test(key)) continue;
    keys.add(key);
    if (changedAt < before) old.push(key);
  }
  return { keys, old };
}

async function deleteOrphans(
  { database, objects }: ClipWorkOptions,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let at = 0; at < keys.length; at += PAGE) {
    const page = keys.slice(at, at + PAGE);
    const claimed = new Set(await findClaimedKeys(database, page));
    for (const key of page.filter((one) => !claimed.has(one))) {
      signal.throwIfAborted();
      const [, goalId = ''] = key.split('/');
      await database.transaction(async (tx) => {
        await lockClips(tx, goalId);
        if (await isObjectClaimed(tx, key)) return;
        await objects.delete(key);
        deleted += 1;
      });
    }
  }
  return deleted;
}

async function downloadLostAgain(
  { database, objects }: ClipWorkOptions,
  keys: ReadonlySet<string>,
  { jobs, log, signal }: JobContext,
): Promise<number> {
  let lost = 0;
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const page = await listStoredObjects(database, { after, limit: PAGE, forSeconds: SETTLED_SECONDS });
    for (const stored of page) {
      // It may have been written since the list was read.
      if (keys.has(stored.key) || (await objects.head(stored.key)) !== undefined) continue;
      const isLost = await database.transaction(async (tx) => {
        await lockClips(tx, stored.goalId);
        const words = `its object ${stored.key} is gone; it is downloaded again`;
        if (!(await noteObjectLost(tx, stored, words))) return false;
        await jobs.send(DOWNLOAD_CLIP, { clip: stored.clipId }, { tx });
        return true;
      });
      if (!isLost) continue;
      lost += 1;
      log.warn({ goal: stored.goalId, clip: stored.clipId, key: stored.key }, 'object of a clip is gone');
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return lost;
    after = last.key;
  }
}

export const WORK_FOLDER_PREFIX = 'clip-';

/** Folders of downloads that a killed process left. */
async function discardOldWorkFolders(workDirectory: string, olderThan: Date): Promise<number> {
  const names = (await unlessAbsent(readdir(workDirectory))) ?? [];
  let discarded = 0;
  for (const name of names.filter((one) => one.startsWith(WORK_FOLDER_PREFIX))) {
    const folder = join(workDirectory, name);
    const found = await unlessAbsent(stat(folder));
    if (found === undefined || found.mtime >= olderThan) continue;
    await rm(folder, { recursive: true, force: true });
    discarded += 1;
  }
  return discarded;
}

async function unlessAbsent<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Deletes clips that were archived more than CLIP_KEEP_DAYS ago. */
export function createExpireClips(options: ClipWorkOptions): JobKind<object> {
  return defineJob({
    kind: EXPIRE_CLIPS,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: { limit: 2, firstDelaySeconds: 60, maxDelaySeconds: 300 },
    timeoutSeconds: 3_600,
    concurrency: 1,
    schedule: { cron: '41 3 * * *', timeZone: 'UTC', missed: 'once', payload: {} },
    async handle(_payload, { jobs, log, signal }) {
      if (options.keepDays === 0) return skip('clips do not expire');
      const before = new Date(upstreamTime(options).getTime() - options.keepDays * DAY_MS);
      let removed = 0;
      for (;;) {
        const expired = await findExpiredClips(options.database, before, PAGE);
        for (const clip of expired) {
          signal.throwIfAborted();
          await removeClip({ ...options, jobs, log }, clip, 'expired');
        }
        removed += expired.length;
        if (expired.length < PAGE) break;
      }
      return removed === 0 ? skip('no clip is older') : done();
    },
  });
}

export interface RemoveClipDeps extends Pick<ClipWorkOptions, 'database' | 'objects'> {
  readonly jobs: JobSender;
  readonly log: Pick<Logger, 'warn'>;
}

const REMOVED_WORDS = { 'deleted-by-hand': 'deleted by hand', expired: 'older than CLIP_KEEP_DAYS' } as const;

/** Deletes the object and the prints of a clip. The row stays, so that no search brings the clip back. False: there is no such clip. */
export async function removeClip(
  deps: RemoveClipDeps,
  clipId: string,
  code: keyof typeof REMOVED_WORDS,
): Promise<boolean> {
  const clip = await readClipWork(deps.database, clipId);
  if (clip === undefined) return false;
  const { goal } = clip;
  await deps.database.transaction(async (tx) => {
    await lockClips(tx, goal.id);
    await deleteClipRow(tx, clipId, code, REMOVED_WORDS[code]);
    await settleWhenReady(tx, deps.jobs, goal.id);
    await publishFixtureChange(tx, goal.fixtureId);
  });
  await deleteUnwantedObjects(deps, { goalId: goal.id, log: deps.log });
  return true;
}
