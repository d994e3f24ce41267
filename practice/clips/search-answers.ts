/** A search, as the page that needs scrolling, as what the page fetches while it is scrolled, and as JSON. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Post } from './posts.ts';
import { cursorOf, parseSearchRequest, type SearchRequest } from './search-request.ts';
import { sendText } from './send-media.ts';
import type { Site } from './site.ts';
import { article, changedSearchPage, loginPage, mediaPath, searchPage } from './site-pages.ts';

const ON_PAGE = 5;
const IN_JSON = 10;
const HTML = 'text/html; charset=utf-8';

export function answerSearch(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  path: '/search' | '/search/more' | '/api/search',
  query: URLSearchParams,
): void {
  const sendJson = (status: number, value: object): void =>
    sendText(response, status, 'application/json', JSON.stringify(value));
  if (site.switches.login === 'needed' && !site.sessions.isSignedIn(request)) {
    if (path === '/search')
      return sendText(response, 200, HTML, loginPage(`/clips/search?${query.toString()}`));
    return sendJson(401, { error: 'login-expired', message: 'Your session has expired. Sign in to go on.' });
  }
  const asked = parseSearchRequest(query, site.world.now());
  if (typeof asked === 'string') return sendJson(400, { error: 'bad-request', message: asked });
  const all = site.posts.search(asked.query, asked.fromMs, asked.toMs);
  const count = path === '/api/search' ? IN_JSON : ON_PAGE;
  const shown = all.slice(asked.offset, asked.offset + count);
  const next = asked.offset + count < all.length ? cursorOf(asked, asked.offset + count) : null;
  if (path === '/api/search') return sendJson(200, toJson(site, request, shown, next));
  if (site.switches.isChanged) return sendText(response, 200, HTML, changedSearchPage(shown));
  const html = shown.map((post) => article(post, false)).join('\n');
  const more = next === null ? null : `/clips/search/more?${continued(asked, query, next)}`;
  if (path === '/search/more') return sendJson(200, { html, next: more });
  sendText(response, 200, HTML, searchPage(asked.text, html, more, all.length === 0));
}

function continued({ text }: SearchRequest, query: URLSearchParams, cursor: string): string {
  const since = query.get('since');
  const until = query.get('until');
  return new URLSearchParams({
    q: text,
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
    cursor,
  }).toString();
}

function toJson(
  { switches }: Site,
  request: IncomingMessage,
  posts: readonly Post[],
  next: string | null,
): object {
  const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
  const found = posts.map(({ id, author, text, postedAt, videos }) => ({
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
  return switches.isChanged
    ? { data: { items: found.map(({ id }) => id) }, version: 9 }
    : { posts: found, next };
}
