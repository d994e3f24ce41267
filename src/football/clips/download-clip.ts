/**
 * Gets one video, looks at what it is, takes its prints, and puts it where any worker can go on with it. The row moves when the object is there;
 * a process that dies before has left a row that waits and, at worst, an object that is swept. The object's name holds the hash of its
 * bytes, so that two runs of the same download cannot spoil each other's.
 */
import { join } from 'node:path';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { Type } from 'typebox';
import { encodePicturePrint } from '#/domain/football/duplicates/picture-print.ts';
import { encodeSoundPrint } from '#/domain/football/duplicates/sound-print.ts';
import { downloadName } from '#/domain/football/search/run-name.ts';
import type { ClipReason } from '#/domain/football/clip-state.ts';
import { incomingKey } from './clip-object.ts';
import {
  dropFoundClip,
  noteDownloaded,
  noteDownloadTrouble,
  readClipWork,
  wantCopyInstead,
  type ClipWork,
  type DownloadedClip,
} from './clip-work.ts';
import { lockClips } from './goal-search.ts';
import { countVainRuns } from './goal-step.ts';
import { defineJob, type JobContext, type JobKind } from '#/runtime/jobs/define-job.ts';
import { skip } from '#/runtime/jobs/job-outcome.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import { publishFixtureChange } from '../fixture-notice.ts';
import { DEDUPLICATE_CLIPS, DOWNLOAD_CLIP } from './clip-kinds.ts';
import type { ClipWorkOptions } from './clip-options.ts';
import { hashFile } from './hash-file.ts';
import { recordedStep, stepDone, stepFailed, stepSkipped, type StepEnd } from './recorded-step.ts';
import { settleWhenReady } from './settle-when-ready.ts';
import { postponeForStore } from './store-trouble.ts';
import { WORK_FOLDER_PREFIX } from './work-folders.ts';

const ATTEMPTS = 3;
/** Runs within an hour: a file that processes die of, or that is never done in time, is given up. */
const MOST_VAIN_RUNS = 40;

/** These are about the video itself; everything else is about how it could be had. */
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

/** `videos`: how many its search found; they share the name of the run. A video that is sent alone has none. */
type Payload = { clip: string; videos?: number };

export function createDownloadClip(options: ClipWorkOptions): JobKind<Payload> {
  return defineJob({
    kind: DOWNLOAD_CLIP,
    payload: Type.Object({
      clip: Type.String({ format: 'uuid' }),
      videos: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    key: ({ clip }) => clip,
    onePerKey: true,
    retry: { limit: ATTEMPTS - 1, firstDelaySeconds: 5, maxDelaySeconds: 5 },
    timeoutSeconds: 120,
    // Each has a decoder at work for a second or two.
    concurrency: 2,
    async handle({ clip: id, videos = 1 }, context) {
      const clip = await readClipWork(options.database, id);
      if (clip === undefined) return skip('there is no such clip');
      if (clip.state !== 'found') return skip(`the clip is ${clip.state}`);
      if (clip.goal.state !== 'stable') return skip(`the goal is ${clip.goal.state}`);
      const name = downloadName(clip.goal, videos, id);
      const run = { step: 'download', goal: clip.goal, clipId: id, name } as const;
      return recordedStep(options.database, run, context, () => downloadOnce(options, clip, context));
    },
  });
}

async function downloadOnce(options: ClipWorkOptions, clip: ClipWork, context: JobContext): Promise<StepEnd> {
  const vain = await countVainRuns(options.database, clip.id, 'download');
  if (vain >= MOST_VAIN_RUNS) {
    const words = `it was begun ${vain} times within an hour, and never done`;
    return giveUp(options, clip, { reason: 'tool-failed', words, isWorthRetrying: false }, context);
  }
  await mkdir(options.workDirectory, { recursive: true, mode: 0o700 });
  const directory = await mkdtemp(join(options.workDirectory, WORK_FOLDER_PREFIX));
  try {
    const got = await fetchAndPrint(options, clip, directory, context.signal);
    context.signal.throwIfAborted();
    if ('reason' in got) return await answerTrouble(options, clip, got, context);
    await options.objects.put(got.row.objectKey, { file: got.file }, metadataOf(clip), context);
    return await writeDownloaded(options, clip, got.row, context);
  } catch (error) {
    return postponeForStore(error, options.now());
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function fetchAndPrint(
  { download, prints }: ClipWorkOptions,
  { id, pageUrl, mediaUrl, videoNumber }: ClipWork,
  directory: string,
  signal: AbortSignal,
): Promise<{ readonly file: string; readonly row: DownloadedClip } | Trouble> {
  const downloaded = await download({ pageUrl, mediaUrl, videoNumber }, { directory, signal });
  if (downloaded.outcome === 'failed') return downloaded;
  const { file, probe } = downloaded;
  const printed = await prints.take(file, { hasAudio: probe.hasAudio, signal });
  if (printed.outcome === 'failed') return printed;
  const { md5, sha256, bytes } = await hashFile(file);
  return {
    file,
    row: {
      objectKey: incomingKey(id, md5),
      bytes,
      md5,
      sha256,
      seconds: probe.seconds,
      width: probe.width,
      height: probe.height,
      frameRate: probe.frameRate,
      hasAudio: probe.hasAudio,
      picturePrint: encodePicturePrint(printed.picture),
      soundPrint: printed.sound === null ? null : encodeSoundPrint(printed.sound),
    },
  };
}

async function writeDownloaded(
  { database }: ClipWorkOptions,
  { id, goal }: ClipWork,
  row: DownloadedClip,
  { jobs, signal }: JobContext,
): Promise<StepEnd> {
  signal.throwIfAborted();
  const isOurs = await database.transaction(async (tx) => {
    if (!(await noteDownloaded(tx, id, row))) return false;
    await jobs.send(DEDUPLICATE_CLIPS, { goal: goal.id, clip: id }, { tx });
    await publishFixtureChange(tx, goal.fixtureId);
    return true;
  });
  if (!isOurs) return stepSkipped('somebody else was first');
  return stepDone(
    `${(row.bytes / 1e6).toFixed(1)} MB, ${row.seconds.toFixed(1)} s, ${row.width}×${row.height}`,
  );
}

/** A throw is a failed attempt of which there are three, five seconds apart. */
async function answerTrouble(
  options: ClipWorkOptions,
  clip: ClipWork,
  trouble: Trouble,
  context: JobContext,
): Promise<StepEnd> {
  if (!trouble.isWorthRetrying || context.attempt >= ATTEMPTS) return giveUp(options, clip, trouble, context);
  await noteDownloadTrouble(options.database, clip.id, trouble.reason, toStorableText(trouble.words));
  throw new Error(`${trouble.reason}: ${trouble.words}`);
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

/** For whoever looks into the store; the database is the truth. */
function metadataOf({ id, goal }: ClipWork): Record<string, string> {
  return { clip: id, goal: goal.id, fixture: String(goal.fixtureId) };
}
