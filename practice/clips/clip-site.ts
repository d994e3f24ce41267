/** The clip site: one request from its first byte to its answer. README.md tells what can be asked. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Annex } from '../edge/annex.ts';
import type { FootballWorld } from '../football/football-world.ts';
import { mp4In, type ClipMaker } from './clip-maker.ts';
import { createClipPosts } from './clip-posts.ts';
import { createClipSideDoor } from './clip-side-door.ts';
import { toClipSwitches, type ClipSwitchesBody } from './clip-switches.ts';
import { HOSTILE_KINDS, type HostileKind } from './hostile-kinds.ts';
import { DEAD_FATES, type ClipVideo } from './posts.ts';
import { answerRealShape, isRealShape } from './real-shapes.ts';
import { answerSearch } from './search-answers.ts';
import { sendHostile } from './send-hostile.ts';
import { sendDead, sendFile, sendText } from './send-media.ts';
import { createSessions } from './sessions.ts';
import type { Site } from './site.ts';
import { postPage } from './site-pages.ts';

export interface ClipSiteParts {
  readonly world: FootballWorld;
  readonly maker: ClipMaker;
  readonly switches?: ClipSwitchesBody | undefined;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
}

const HTML = 'text/html; charset=utf-8';
const MEDIA = /^\/media\/(\d+)-(\d+)(?:\.(mp4|m3u8)|\/(\d+)\.ts)$/;

export function createClipSite({ world, maker, switches = {} }: ClipSiteParts): Annex {
  const posts = createClipPosts(world, () => site.switches);
  const site: Site = {
    world,
    maker,
    posts,
    sessions: createSessions(world.seed),
    switches: toClipSwitches(switches),
  };
  return {
    name: 'clips',
    sideDoorRoutes: createClipSideDoor(site),
    async handle(request, response, target) {
      const { isDown, delayMs } = site.switches;
      if (delayMs > 0) await delay(delayMs, undefined, { ref: false });
      if (response.destroyed) return;
      if (isDown) return sendText(response, 503, 'text/plain', 'The site is down for maintenance.');
      await answer(site, { request, response, path: target.path, query: new URLSearchParams(target.query) });
    },
    stop: () => maker.stop(),
  };
}

async function answer(site: Site, asked: Asked): Promise<void> {
  const { request, response, path, query } = asked;
  if (path === '/login') return site.sessions.handle(request, response, query);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(response, 405, 'text/plain', 'Only GET and HEAD are understood.');
  if (path === '/search' || path === '/search/more' || path === '/api/search')
    return answerSearch(site, request, response, path, query);
  if (isRealShape(path)) return answerRealShape(site, request, response, asked);
  if (path.startsWith('/posts/')) return answerPost(site, asked);
  if (path.startsWith('/media/')) return answerMedia(site, asked);
  if (path.startsWith('/hostile')) return answerHostile(site, asked);
  sendText(response, 404, 'text/plain', 'There is no such page.');
}

function answerPost({ posts }: Site, { response, path }: Asked): void {
  const post = posts.find(path.slice('/posts/'.length));
  if (post === undefined) return sendText(response, 404, HTML, '<h1>This post does not exist.</h1>');
  sendText(response, 200, HTML, postPage(post));
}

async function answerMedia(site: Site, { request, response, path }: Asked): Promise<void> {
  const [, postId = '', number, ending, piece] = MEDIA.exec(path) ?? [];
  const video = site.posts.find(postId)?.videos[Number(number) - 1];
  if (video === undefined) return sendDead(response, 'gone');
  const dead = DEAD_FATES.find((fate) => fate === video.fate);
  if (dead !== undefined) return sendDead(response, dead);
  const hostile = HOSTILE_KINDS.find((kind) => kind === video.fate);
  if (hostile !== undefined) return sendAsHostile(site, request, response, hostile);
  if (!site.maker.isAble())
    return sendText(response, 503, 'text/plain', 'There is no ffmpeg to make videos with.', {
      'Retry-After': '3600',
    });
  await sendGood(site.maker, request, response, video, ending ?? `${piece}.ts`);
}

async function sendGood(
  maker: ClipMaker,
  request: IncomingMessage,
  response: ServerResponse,
  { form, name, recipe }: ClipVideo,
  what: string,
): Promise<void> {
  if ((form === 'mp4') !== (what === 'mp4')) return sendDead(response, 'gone');
  const folder = await maker.make(recipe, form);
  // Whoever waited too long has gone.
  if (response.destroyed) return;
  if (what === 'mp4') return sendFile(request, response, mp4In(folder), 'video/mp4');
  if (what !== 'm3u8') return sendFile(request, response, join(folder, what), 'video/mp2t');
  const list = await readFile(join(folder, 'list.m3u8'), 'utf8');
  // Here its pieces lie in a folder of the video's name.
  sendText(response, 200, 'application/vnd.apple.mpegurl', list.replaceAll(/^(\d+\.ts)$/gm, `${name}/$1`));
}

async function answerHostile(site: Site, { request, response, path }: Asked): Promise<void> {
  const { hostile } = site.switches;
  if (path === '/hostile')
    return sendText(response, 200, 'application/json', JSON.stringify({ kinds: hostile }));
  const kind = hostile.find((one) => path === `/hostile/${one}.mp4`);
  if (kind === undefined) return sendDead(response, 'gone');
  await sendAsHostile(site, request, response, kind);
}

function sendAsHostile(
  { switches, maker }: Site,
  request: IncomingMessage,
  response: ServerResponse,
  kind: HostileKind,
): Promise<void> {
  return sendHostile(request, response, { kind, target: switches.target, maker });
}
