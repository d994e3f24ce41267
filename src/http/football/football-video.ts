/** Finds the video that is shown for a clip, and opens the part of it that was asked for. */
import type { Database } from '#/runtime/postgres/database.ts';
import { findArchivedVideo, findClip, type ArchivedVideo } from '#/football/clip.ts';
import { findGoal } from '#/football/goal.ts';
import type { ObjectStore } from '#/runtime/objects/object-store.ts';
import type { VideoAnswer, VideoRequest } from './football-access.ts';

export interface FootballVideoDeps {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, 'read'>;
}

export async function openVideo(
  deps: FootballVideoDeps,
  clipId: string,
  request: VideoRequest,
): Promise<VideoAnswer> {
  const { database, objects } = deps;
  const video = await findArchivedVideo(database, clipId);
  if (video === undefined) return missing(await whyMissing(database, clipId));
  const goal = await findGoal(database, video.goalId);
  if (goal === undefined || goal.state === 'removed')
    return missing('This clip is hidden: its goal does not count.');
  if (video.clipId !== clipId) return { type: 'superseded', by: video.clipId };
  const fileName = `${goal.label.replaceAll(/[^\w.-]/g, '_')}.mp4`;
  return read(objects, video, fileName, request);
}

async function read(
  objects: Pick<ObjectStore, 'read'>,
  { objectKey, md5 }: ArchivedVideo,
  fileName: string,
  { range, ifRange, ifNoneMatch, isHead }: VideoRequest,
): Promise<VideoAnswer> {
  const etag = `"${md5}"`;
  if (ifNoneMatch !== undefined && isAmong(etag, ifNoneMatch)) return { type: 'unchanged', etag };
  // A part of another video must not be put behind the beginning of this one.
  const wanted = ifRange === undefined || ifRange === etag ? range : undefined;
  const found = await objects.read(objectKey, wanted);
  if (found.outcome === 'missing')
    return missing('The video is not where it should be. It is looked for, and downloaded again.');
  if (found.outcome === 'unsatisfiable') return { type: 'unsatisfiable', bytes: found.bytes };
  const { first, last, body, object } = found;
  if (isHead) body.destroy();
  const part = wanted === undefined ? null : { first, last };
  return { type: 'video', etag, fileName, bytes: object.bytes, part, body: isHead ? null : body };
}

/** `W/` is ignored: this comparison is the weak one. */
function isAmong(etag: string, header: string): boolean {
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);
}

async function whyMissing(database: Database, clipId: string): Promise<string> {
  const clip = await findClip(database, clipId);
  if (clip === undefined) return `There is no clip ${clipId}.`;
  return `This clip is not archived (${clip.state}${clip.reason === null ? '' : `: ${clip.reason}`}).`;
}

function missing(reason: string): VideoAnswer {
  return { type: 'missing', reason };
}
