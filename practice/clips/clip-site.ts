/** The clip site over HTTP: the sites of `shaped-sites.ts`, a plain JSON search, videos, and its part of the side door. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Static, Type } from 'typebox';
import type { Annex } from '../edge/edge-server.ts';
import { SideDoorRefusal, type SideDoorRoute } from '../edge/side-door.ts';
import type { FootballWorld } from '../football/football-world.ts';
import type { ClipMaker } from './clip-maker.ts';
import {
  type ClipVideo,
  DEAD_STATUS,
  type Post,
  createClipPosts,
  fixtureOfPost,
  parseSearchQuery,
} from './posts.ts';
import { MOODS, type ShapedSite, type SiteAnswer, answerShaped, json, mediaPath } from './shaped-sites.ts';

const Share = Type.Number({ minimum: 0, maximum: 1 });
export const ClipSwitches = Type.Partial(
  Type.Object(
    {
      /** How the sites in the shapes of X and Reddit behave. `down`: everything answers 503. */
      mood: Type.Enum([...MOODS, 'by-time']),
      deadShare: Share,
      hlsShare: Share,
    },
    { additionalProperties: false },
  ),
);
export type ClipSwitches = Static<typeof ClipSwitches>;

export interface ClipSiteParts {
  readonly world: FootballWorld;
  readonly maker: ClipMaker;
  readonly switches?: ClipSwitches | undefined;
}

interface Site extends ShapedSite {
  readonly maker: ClipMaker;
}

const DEFAULTS = { mood: 'by-time', deadShare: 0.07, hlsShare: 0.1 } as const;
const HOUR_MS = 3_600_000;
const IN_JSON = 100;
const MEDIA = /^\/media\/((\d+)-\d+)(?:\.(mp4|m3u8)|\/(\d+\.ts))$/;

export function createClipSite({ world, maker, switches: initial }: ClipSiteParts): Annex {
  let switches = { ...DEFAULTS, ...initial };
  const posts = createClipPosts(world, switches);
  const siteNow = (): Site => ({ world, maker, posts, mood: switches.mood });
  const path = '/practice/clips/faults';
  const sideDoorRoutes: SideDoorRoute[] = [
    { verb: 'GET', path: '/practice/clips/truth', answer: ({ query }) => tellTruth(siteNow(), query) },
    {
      verb: 'PUT',
      path,
      body: ClipSwitches,
      answer({ body }) {
        // What a change leaves out becomes the default again.
        switches = { ...DEFAULTS, ...(body as ClipSwitches) };
        posts.setShares(switches);
        return switches;
      },
    },
  ];
  return {
    name: 'clips',
    sideDoorRoutes,
    async handle({ method = '', headers }, response, target) {
      const site = siteNow();
      if (site.mood === 'down') return sendText(response, 503, 'The site is down for maintenance.');
      if (!['GET', 'HEAD'].includes(method)) return sendText(response, 405, 'Only GET is understood.');
      if (target.path.startsWith('/media/')) return sendMedia(site, response, target.path);
      const asked = {
        path: target.path,
        query: new URLSearchParams(target.query),
        origin: `http://${headers.host ?? '127.0.0.1'}`,
        cookie: headers.cookie ?? '',
      };
      const answer =
        target.path === '/api/search'
          ? answerSearch(site, asked.query, asked.origin)
          : answerShaped(site, asked);
      if (answer === undefined) sendText(response, 404, 'There is no such page.');
      else send(response, answer);
    },
    stop: () => maker.stop(),
  };
}

/** All posts of the last hour, or from `since` until `until`, that meet `q`, newest first. */
function answerSearch({ posts, world }: Site, query: URLSearchParams, origin: string): SiteAnswer {
  const now = world.now();
  const found = posts
    .search(
      parseSearchQuery(query.get('q') ?? ''),
      Date.parse(query.get('since') ?? '') || now - HOUR_MS,
      Date.parse(query.get('until') ?? '') || now,
    )
    .slice(0, IN_JSON)
    .map(({ id, author, text, postedAt, videos }) => ({
      id,
      url: `${origin}/clips/posts/${id}`,
      author,
      text,
      postedAt: new Date(postedAt).toISOString(),
      videos: videos.map((video) => ({
        url: `${origin}${mediaPath(video)}`,
        seconds: video.seconds,
        width: video.width,
        height: video.height,
      })),
    }));
  return json(200, { posts: found, next: null });
}

async function sendMedia({ posts, maker }: Site, response: ServerResponse, path: string): Promise<void> {
  const [, name, post = '', ending, piece] = MEDIA.exec(path) ?? [];
  const video = posts.find(post)?.videos.find((one) => one.name === name);
  if (video === undefined) return sendDead(response, 'gone');
  if (video.fate !== 'good') return sendDead(response, video.fate);
  if ((video.form === 'mp4') !== (ending === 'mp4')) return sendDead(response, 'gone');
  if (!maker.isAble())
    return sendText(response, 503, 'There is no ffmpeg to make videos with.', { 'Retry-After': '3600' });
  const folder = await maker.make(video.recipe, video.form);
  if (folder === null) return sendText(response, 503, 'The clip site is stopping.');
  if (ending === 'mp4') return sendFile(response, join(folder, 'clip.mp4'), 'video/mp4');
  if (piece !== undefined) return sendFile(response, join(folder, piece), 'video/mp2t');
  const list = await readFile(join(folder, 'list.m3u8'), 'utf8');
  // Here its pieces lie in a folder of the video's name.
  const body = list.replaceAll(/^(\d+\.ts)$/gm, `${video.name}/$1`);
  send(response, { status: 200, contentType: 'application/vnd.apple.mpegurl', body });
}

function sendDead(response: ServerResponse, fate: Exclude<ClipVideo['fate'], 'good'>): void {
  const headers = { ...(fate === 'login' && { Location: '/clips/x/i/flow/login' }) };
  sendText(response, DEAD_STATUS[fate], 'This video cannot be had.', headers);
}

async function sendFile(response: ServerResponse, file: string, contentType: string): Promise<void> {
  // A client that has gone meanwhile, or goes before the end, is no failure of this server.
  if (response.destroyed) return;
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': (await stat(file)).size });
  await pipeline(createReadStream(file), response).catch(() => response.destroy());
}

function sendText(response: ServerResponse, status: number, body: string, headers = {}): void {
  send(response, { status, contentType: 'text/plain', body, headers });
}

function send(response: ServerResponse, { status, contentType, body, headers }: SiteAnswer): void {
  const own = { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) };
  response.writeHead(status, { ...own, ...headers }).end(body);
}

/** What each video really shows, how it was edited, and whether it can be had. */
function tellTruth({ posts }: Site, query: URLSearchParams): object {
  const goal = query.get('goal');
  const post = query.get('post')?.replace(/^t3_/, '') ?? null;
  const fixture = query.get('fixture') ?? goal?.split('-')[0] ?? fixtureOfPost(post ?? '');
  if (fixture === undefined)
    throw new SideDoorRefusal(400, 'expected goal={fixture}-{n}, fixture={number} or post={id}');
  const told = posts
    .ofMatch(Number(fixture))
    .filter(({ goalKey, id }) => (goal === null || goalKey === goal) && (post === null || id === post));
  return { posts: told.map(toTruth) };
}

function toTruth({ id, goalKey, kind, author, text, postedAt, videos }: Post): object {
  return {
    id,
    goal: goalKey,
    kind,
    author,
    text,
    postedAt,
    videos: videos.map((video) => ({
      path: mediaPath(video),
      /** The goals that are really to be seen; from one of two cameras each. */
      shows: video.recipe.scenes.map(({ fixture, n }) => `${fixture}-${n}`),
      cameras: video.recipe.scenes.map(({ angle }) => angle),
      edit: video.recipe.edit,
      fate: video.fate,
      seconds: video.seconds,
      width: video.width,
      height: video.height,
    })),
  };
}
