/**
 * Downloads one video, probes it, takes its prints and stores it under its final key, `{fixture}/{goal}/{md5}.mp4`. The comparison
 * later deletes the object if the clip is not kept. The time line shows two steps, `download` and `upload`.
 *
 * The object is written before its row: a process that dies in between leaves an orphan for the sweep and a row that still waits. The
 * key contains the hash of the bytes, so two runs for the same clip cannot damage each other's object.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import type { ClipReason } from '#/domain/football/clip-state.ts';
import { encodePicturePrint } from '#/domain/football/duplicates/picture-print.ts';
import { encodeSoundPrint } from '#/domain/football/duplicates/sound-print.ts';
import { downloadName } from '#/domain/football/search/run-name.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { retryAt, skip } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { ObjectStoreFault, type ObjectMetadata } from '#/runtime/objects/object-store.ts';
import {
  dropFoundClip,
  noteDownloaded,
  noteDownloadTrouble,
  readClipWork,
  wantCopyInstead,
  type ClipWork,
  type DownloadedClip,
} from './clip.ts';
import { publishFixtureChange } from './fixture.ts';
import { lockClips, type SearchedGoalRow } from './goal-search.ts';
import { DEDUPLICATE_CLIPS, DOWNLOAD_CLIP } from './kinds.ts';
import type { ClipWorkOptions } from './options.ts';
import { settleWhenReady } from './settle.ts';
import {
  countVainRuns,
  recordedStep,
  stepDone,
  stepFailed,
  stepPostponed,
  stepSkipped,
  type StepEnd,
} from './steps.ts';
import { WORK_FOLDER_PREFIX } from './sweep.ts';

const ATTEMPTS = 3;
/** For each of the two steps. */
const STEP_SECONDS = 120;
/** Runs within an hour after which a file that kills processes or always times out is given up. */
const MOST_VAIN_RUNS = 40;

/** Reasons found in the video itself; all others concern its download. */
const NOT_WANTED: ReadonlySet<ClipReason> = new Set([
  'not-video',
  'bad-media',
  'too-short',
  'too-long',
  'bad-picture',
]);

interface Trouble {
  readonly reason: ClipReason;
  readonly words: string;
  readonly isWorthRetrying: boolean;
}

interface Fetched {
  readonly file: string;
  readonly row: DownloadedClip;
}

/** `videos`: the number of videos that the search found, for the name of the run. Absent if the clip is sent alone. */
type Payload = { clip: string; videos?: number };

export function createDownloadClip(options: ClipWorkOptions): JobKind<Payload> {
  const { database } = options;
  const gate = createStoreGate(options);
  return defineJob({
    kind: DOWNLOAD_CLIP,
    payload: Type.Object({
      clip: Type.String({ format: 'uuid' }),
      videos: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    key: ({ clip }) => clip,
    onePerKey: true,
    retry: { limit: ATTEMPTS - 1, firstDelaySeconds: 5, maxDelaySeconds: 5 },
    timeoutSeconds: 2 * STEP_SECONDS,
    // Each run decodes video for a second or two.
    concurrency: 2,
    async handle({ clip: id, videos = 1 }, context) {
      const clip = await readClipWork(database, id);
      if (clip === undefined) return skip('the clip does not exist');
      if (clip.state !== 'found') return skip(`the clip is ${clip.state}`);
      if (clip.goal.state !== 'stable') return skip(`the goal is ${clip.goal.state}`);
      const closed = await gate.findFault(context.log);
      if (closed !== null) return retryAt(closed.retryAt, closed.reason);
      return inWorkFolder(options.workDirectory, async (directory) => {
        let fetched: Fetched | undefined;
        const run = { step: 'download', goal: clip.goal, clipId: id } as const;
        const name = downloadName(clip.goal, videos, id);
        const outcome = await recordedStep(database, { ...run, name }, context, async () => {
          const got = await inTime(options, context, (limited) =>
            fetchOnce(options, clip, directory, limited),
          );
          if ('outcome' in got) return got;
          fetched = got;
          return stepDone(describeVideo(got.row));
        });
        const video = fetched;
        if (video === undefined) return outcome;
        return recordedStep(database, { ...run, step: 'upload', isContinued: true }, context, () =>
          gate.guard(context.log, () =>
            inTime(options, context, (limited) => upload(options, clip, video, limited)),
          ),
        );
      });
    },
  });
}

/** Runs a step with a time limit of its own. */
async function inTime<T>(
  { stepSeconds = STEP_SECONDS }: ClipWorkOptions,
  context: JobContext,
  run: (context: JobContext) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(stepSeconds * 1_000);
  try {
    return await run({ ...context, signal: AbortSignal.any([context.signal, limit]) });
  } catch (error) {
    if (!limit.aborted || context.signal.aborted) throw error;
    throw new Error(`the step took longer than ${stepSeconds} s`, { cause: error });
  }
}

async function inWorkFolder<T>(workDirectory: string, run: (directory: string) => Promise<T>): Promise<T> {
  await mkdir(workDirectory, { recursive: true, mode: 0o700 });
  const directory = await mkdtemp(join(workDirectory, WORK_FOLDER_PREFIX));
  try {
    return await run(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Returns the end of the step if there is no video. A throw is a failed attempt. */
async function fetchOnce(
  options: ClipWorkOptions,
  clip: ClipWork,
  directory: string,
  context: JobContext,
): Promise<Fetched | StepEnd> {
  const vain = await countVainRuns(options.database, clip.id, 'download');
  if (vain >= MOST_VAIN_RUNS) {
    const words = `${vain} runs failed or were cut off within an hour`;
    return giveUp(options, clip, { reason: 'tool-failed', words, isWorthRetrying: false }, context);
  }
  const got = await fetchAndPrint(options, clip, directory, context.signal);
  context.signal.throwIfAborted();
  if (!('reason' in got)) return got;
  if (!got.isWorthRetrying || context.attempt >= ATTEMPTS) return giveUp(options, clip, got, context);
  await noteDownloadTrouble(options.database, clip.id, got.reason, toStorableText(got.words));
  throw new Error(`${got.reason}: ${got.words}`);
}

async function fetchAndPrint(
  { download, prints }: ClipWorkOptions,
  { goal, pageUrl, mediaUrl, videoNumber }: ClipWork,
  directory: string,
  signal: AbortSignal,
): Promise<Fetched | Trouble> {
  const downloaded = await download({ pageUrl, mediaUrl, videoNumber }, { directory, signal });
  if (downloaded.outcome === 'failed') return downloaded;
  const { file, probe } = downloaded;
  const printed = await prints.take(file, { hasAudio: probe.hasAudio, signal });
  if (printed.outcome === 'failed') return printed;
  const { md5, sha256, bytes } = await hashFile(file);
  const { seconds, width, height, frameRate, hasAudio } = probe;
  return {
    file,
    row: {
      objectKey: `${goal.fixtureId}/${goal.id}/${md5}.mp4`,
      bytes,
      md5,
      sha256,
      seconds,
      width,
      height,
      frameRate,
      hasAudio,
      picturePrint: encodePicturePrint(printed.picture),
      soundPrint: printed.sound === null ? null : encodeSoundPrint(printed.sound),
    },
  };
}

/** MD5 names the object; SHA-256 decides whether two files are equal. */
async function hashFile(file: string): Promise<Pick<DownloadedClip, 'md5' | 'sha256' | 'bytes'>> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    md5.update(chunk);
    sha256.update(chunk);
    bytes += chunk.length;
  }
  return { md5: md5.digest('hex'), sha256: sha256.digest('hex'), bytes };
}

function describeVideo({ bytes, seconds, width, height }: DownloadedClip): string {
  return `${(bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s, ${width}×${height}`;
}

async function giveUp(
  { database }: ClipWorkOptions,
  { id, goal }: ClipWork,
  { reason, words }: Trouble,
  { jobs }: JobContext,
): Promise<StepEnd> {
  await database.transaction(async (tx) => {
    await lockClips(tx, goal.id);
    const state = NOT_WANTED.has(reason) ? 'rejected' : 'failed';
    await dropFoundClip(tx, id, { state, code: reason, words: toStorableText(words) });
    const copy = await wantCopyInstead(tx, id);
    if (copy !== undefined) await jobs.send(DOWNLOAD_CLIP, { clip: copy }, { tx });
    await settleWhenReady(tx, jobs, goal.id);
    await publishFixtureChange(tx, goal.fixtureId);
  });
  return stepFailed(`${reason}: ${words}`);
}

async function upload(
  { database, objects, now }: ClipWorkOptions,
  { id, goal }: ClipWork,
  { file, row }: Fetched,
  { jobs, signal }: JobContext,
): Promise<StepEnd> {
  await objects.put(row.objectKey, { file }, metadataOf(goal), { signal });
  signal.throwIfAborted();
  return database.transaction(async (tx) => {
    await lockClips(tx, goal.id);
    // Deletions hold the same lock. One of another clip with the same bytes may have come between the upload and here.
    if ((await objects.head(row.objectKey)) === undefined)
      return stepPostponed(now(), 'the object was deleted together with another clip of the same bytes');
    if (!(await noteDownloaded(tx, id, row)))
      return stepSkipped('the clip does not wait for a download any more');
    await jobs.send(DEDUPLICATE_CLIPS, { goal: goal.id, clip: id }, { tx });
    await publishFixtureChange(tx, goal.fixtureId);
    return stepDone(row.objectKey);
  });
}

/** Leaves room for four values in the 2 KB of metadata, also if every character is percent-encoded. */
const LONGEST_VALUE = 120;

/** For people who look into the bucket, as of now: the upstream may name another scorer later. */
function metadataOf({ playerName, teamName, label, fixtureId }: SearchedGoalRow): ObjectMetadata {
  return {
    player_name: (playerName ?? '').slice(0, LONGEST_VALUE),
    team_name: teamName.slice(0, LONGEST_VALUE),
    event_id: label.slice(0, LONGEST_VALUE),
    fixture_id: String(fixtureId),
  };
}

const TRANSIENT_MS = 15_000;
const LASTING_MS = 120_000;

interface StoreGate {
  /** Null: the store is usable. Otherwise the job should not begin, because its download would be thrown away. */
  findFault(log: JobContext['log']): Promise<{ readonly retryAt: Date; readonly reason: string } | null>;
  /** Runs a step on the store. While the store is unavailable, the step is postponed and spends no attempt. */
  guard(log: JobContext['log'], run: () => Promise<StepEnd>): Promise<StepEnd>;
}

/** Remembers that the store failed. After the pause one check decides whether downloads go on. Logs when it begins and when it ends. */
function createStoreGate({ objects, now }: Pick<ClipWorkOptions, 'objects' | 'now'>): StoreGate {
  let failed: { readonly retryAt: Date; readonly reason: string } | null = null;
  const close = (error: unknown, log: JobContext['log']): NonNullable<typeof failed> => {
    if (!(error instanceof ObjectStoreFault)) throw error;
    if (failed === null) log.warn({ err: error }, 'object store unavailable; clips wait');
    const pauseMs = error.isTransient ? TRANSIENT_MS : LASTING_MS;
    failed = { retryAt: new Date(now().getTime() + pauseMs), reason: error.message };
    return failed;
  };
  return {
    async findFault(log) {
      if (failed === null || now() < failed.retryAt) return failed;
      try {
        await objects.check();
      } catch (error) {
        return close(error, log);
      }
      failed = null;
      log.info('object store available again');
      return null;
    },
    async guard(log, run) {
      try {
        return await run();
      } catch (error) {
        const { retryAt, reason } = close(error, log);
        return stepPostponed(retryAt, reason);
      }
    },
  };
}
