/**
 * A small site on loopback that is searched and downloaded from as a stranger's is: JSON answers, real MP4 files, dead links, servers in a bad
 * mood, expired logins. What it was asked is counted.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { startHttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';

interface PostedVideo {
  /** A file that is served, or the status of the answer. */
  media: string | number;
  /** So many answers are 503 before the file comes. */
  badAnswers?: number;
}

interface Posted {
  readonly id: string;
  readonly text: string;
  readonly postedAt: Date;
  readonly videos: readonly PostedVideo[];
}

export interface ClipSiteUnderTest {
  readonly url: string;
  readonly pair: string;
  /** What there is to find; may be changed at any time. */
  readonly posts: Posted[];
  mood: 'well' | 'login' | 'down';
  /** The words of every search. */
  readonly searches: string[];
  /** How often each video was asked for, by `{post}-{number}`. */
  readonly served: Map<string, number>;
  stop(): Promise<void>;
}

export async function startClipSite(): Promise<ClipSiteUnderTest> {
  const { origin, stop } = await startHttpUpstream((request, response) => {
    void answer(new URL(request.url ?? '/', site.url), response);
  });
  const site: ClipSiteUnderTest = {
    url: `${origin}/clips`,
    pair: new URL(origin).host,
    posts: [],
    mood: 'well',
    searches: [],
    served: new Map(),
    stop,
  };

  async function answer(url: URL, response: ServerResponse): Promise<void> {
    if (url.pathname === '/clips/api/search') return answerSearch(url, response);
    const name = /^\/clips\/media\/(.+)\.mp4$/.exec(url.pathname)?.[1];
    const video = name === undefined ? undefined : findVideo(name);
    if (name === undefined || video === undefined) return end(response, 404, {});
    site.served.set(name, (site.served.get(name) ?? 0) + 1);
    if ((video.badAnswers ?? 0) > 0) {
      video.badAnswers = (video.badAnswers ?? 0) - 1;
      return end(response, 503, {});
    }
    if (typeof video.media === 'number') return end(response, video.media, {});
    const { size } = await stat(video.media);
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
    await pipeline(createReadStream(video.media), response).catch(() => undefined); // Whoever asked is gone.
  }

  function answerSearch(url: URL, response: ServerResponse): void {
    const words = url.searchParams.get('q') ?? '';
    site.searches.push(words);
    if (site.mood === 'login') return end(response, 401, { error: 'login-expired' });
    if (site.mood === 'down') return end(response, 503, {});
    const since = new Date(url.searchParams.get('since') ?? 0);
    const posts = site.posts
      .filter(({ text, postedAt }) => postedAt >= since && isMeant(text, words))
      .map(({ id, text, postedAt, videos }) => ({
        id,
        url: `${site.url}/posts/${id}`,
        author: `somebody_${id}`,
        text,
        postedAt: postedAt.toISOString(),
        videos: videos.map((_, index) => ({ url: `${site.url}/media/${id}-${index + 1}.mp4` })),
      }));
    return end(response, 200, { posts, next: null });
  }

  function findVideo(name: string): PostedVideo | undefined {
    const [id, number] = name.split('-');
    return site.posts.find((post) => post.id === id)?.videos[Number(number) - 1];
  }
  return site;
}

/** One word of every pair of brackets. */
function isMeant(text: string, query: string): boolean {
  const groups = [...query.matchAll(/\(([^)]*)\)/g)].map(([, words = '']) => words.split(' OR '));
  return groups.every((words) =>
    words.some((word) => text.toLowerCase().includes(word.replaceAll('"', '').toLowerCase())),
  );
}

function end(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
