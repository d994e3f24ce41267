/**
 * A site that has to be searched with a browser: open the page, wait until it is of a known kind, scroll until there are no more posts.
 * Login wall, captcha, rate limit, empty result and changed layout are told apart (`page-script.ts`). An empty list is believed only where
 * the page itself says that it is empty, or shows that it is the known one.
 */
import type { Page, Response } from 'playwright-core';
import { Type, type Static } from 'typebox';
import { startGuard, type Guard } from '#/runtime/guard/guard.ts';
import { compileShape, list } from '#/upstream/shape.ts';
import type { FoundBrowser } from '../media/tools.ts';
import {
  createTurns,
  type BrowserSession,
  openBrowserSession,
  type SavedPages,
  type InTurn,
} from './browser-session.ts';
import type { ClipQuery, ClipSearchOutcome, ClipSite, FoundPost, SiteRefusal } from './clip-site.ts';
import { toFoundPost } from './found-post.ts';
import { loginFile, loginVersion, readLogin, writeLogin } from './login-state.ts';
import {
  hasMoreScript,
  readPostsScript,
  readStateScript,
  SCROLL_SCRIPT,
  type PageState,
} from './page-script.ts';
import { retryAfterSeconds, writeSearchUrl } from './site-requests.ts';
import { hostIsBelow, type BrowserSiteDefinition } from './site-definition.ts';

export interface BrowserSiteOptions {
  readonly definition: BrowserSiteDefinition;
  readonly browser: FoundBrowser;
  readonly allowedPairs: readonly string[];
  /** Where logins are kept, in a folder per site. */
  readonly loginFolder: string;
  /** Where pages go that cannot be read. */
  readonly pages?: SavedPages | undefined;
  /** Default: a browser of its own for every search. */
  readonly openSession?: typeof openBrowserSession | undefined;
  /** Shared by all sites, so that one browser runs at a time. */
  readonly inTurn?: InTurn | undefined;
  /** For a whole search, for a page to show its results, and for more of them to come after scrolling. */
  readonly maxMs?: number;
  readonly pageMs?: number;
  readonly scrollMs?: number;
  /** How long anything but posts has to stay before it is believed: pages show errors and empty lists while they load. */
  readonly settleMs?: number;
}

const MAX_BYTES = 60_000_000;
const DEFAULT_SCROLLS = 10;

const Told = Type.Object({
  posts: list(
    Type.Object({
      postId: Type.Unknown(),
      pageUrl: Type.Unknown(),
      author: Type.Unknown(),
      caption: Type.Unknown(),
      postedAt: Type.Unknown(),
      videos: list(
        Type.Object({
          mediaUrl: Type.Unknown(),
          seconds: Type.Unknown(),
          width: Type.Unknown(),
          height: Type.Unknown(),
        }),
        20,
      ),
    }),
    200,
  ),
  isEmpty: Type.Boolean(),
  isAtEnd: Type.Boolean(),
});
const toldShape = compileShape(Told);
type ToldPosts = Static<typeof Told>['posts'];
/** With fewer posts, a missing text or time may be chance. */
const ENOUGH_POSTS = 3;

export function createBrowserSite(options: BrowserSiteOptions): ClipSite {
  const { definition, browser, allowedPairs, maxMs = 120_000, pageMs = 30_000 } = options;
  const { name, login: loginRule } = definition;
  const { inTurn = createTurns(), scrollMs = 4_000, settleMs = 1_000 } = options;
  const { openSession = openBrowserSession } = options;
  const file = loginFile(options.loginFolder, name);
  const search = async (query: ClipQuery, signal: AbortSignal): Promise<ClipSearchOutcome> => {
    signal.throwIfAborted();
    if (!browser.found) return { outcome: 'unreachable', words: browser.detail };
    const version = await loginVersion(file);
    const login = await readLogin(file);
    if (typeof login === 'string') return { outcome: 'loginExpired', words: login };
    if (login === null && loginRule?.isRequired === true)
      return { outcome: 'loginExpired', words: `no login is stored; run: gamekeeper login ${name}` };
    const guard = await startGuard({ allowedPairs, hosts: null, maxBytes: MAX_BYTES, maxMs });
    let session: BrowserSession | null = null;
    const stop = (): void => void guard.stop();
    signal.addEventListener('abort', stop);
    try {
      session = await openSession({
        executable: await browser.executable(),
        guard,
        login,
        userAgent: definition.userAgent,
        timeoutMs: pageMs,
      });
      const page = await session.context.newPage();
      const searching = { guard, signal, pageMs, scrollMs, settleMs };
      const outcome = await searchIn(page, definition, query, searching);
      if (outcome.outcome === 'ok' && login !== null && (await loginVersion(file)) === version)
        await writeLogin(file, await session.context.storageState());
      return await withSavedPage(outcome, page, name, options.pages);
    } catch (error) {
      signal.throwIfAborted();
      // Playwright reports the browser's own faults as plain errors; a bug of ours looks no different.
      return { outcome: 'unreachable', words: `the browser failed: ${firstLine(error)}` };
    } finally {
      signal.removeEventListener('abort', stop);
      await session?.close();
      await guard.stop();
    }
  };
  return { name, search: (query, { signal }) => inTurn(() => search(query, signal), signal) };
}

async function withSavedPage(
  outcome: ClipSearchOutcome,
  page: Page,
  site: string,
  pages: SavedPages | undefined,
): Promise<ClipSearchOutcome> {
  if (pages === undefined || (outcome.outcome !== 'changed' && outcome.outcome !== 'captcha')) return outcome;
  const saved = await pages.save(site, outcome.outcome, await page.content());
  return { ...outcome, words: `${outcome.words}; ${saved}` };
}

interface Searching {
  readonly guard: Guard;
  readonly signal: AbortSignal;
  readonly pageMs: number;
  readonly scrollMs: number;
  readonly settleMs: number;
}

async function searchIn(
  page: Page,
  definition: BrowserSiteDefinition,
  query: ClipQuery,
  searching: Searching,
): Promise<ClipSearchOutcome> {
  const { guard, signal, pageMs, scrollMs } = searching;
  const url = writeSearchUrl(definition.searchUrl, query);
  // The page requests the posts. What it shows after a 429 depends on the language of the account.
  let limited: Response | null = null;
  page.on('response', (answer) => {
    if (answer.status() === 429 && hostIsBelow(answer.url(), [url.hostname])) limited = answer;
  });
  try {
    const answer = await page.goto(url.href, { waitUntil: 'domcontentloaded' });
    const refusal = readStatus(answer, guard);
    if (refusal !== null) return refusal;
    const seen = await waitForState(page, definition, searching);
    if (seen.state !== 'posts' && seen.state !== 'known') return toOutcome(seen, definition);
  } catch (error) {
    signal.throwIfAborted();
    if (guard.spent() !== null)
      return { outcome: 'unreachable', words: 'it took more time or bytes than a search may' };
    if (isTimeout(error))
      return (
        readLimit(limited) ?? {
          outcome: 'changed',
          words: `within ${pageMs / 1000} s its page shows no posts (${firstOf(definition.page.post)} in ${firstOf(definition.page.results)}) and none of the known messages`,
        }
      );
    return { outcome: 'unreachable', words: firstLine(error) };
  }
  return await readAll(page, definition, query, scrollMs);
}

function readStatus(answer: Response | null, guard: Guard): SiteRefusal | null {
  const status = answer?.status() ?? 0;
  const headers = answer?.headers() ?? {};
  const refusal = guard.refusals()[0];
  if (refusal !== undefined && status === 403)
    return { outcome: 'unreachable', words: `${refusal.target} was not asked: ${refusal.words}` };
  if (headers['cf-mitigated'] === 'challenge')
    return { outcome: 'captcha', words: `it answered ${status} with a challenge` };
  if (status === 401) return { outcome: 'loginExpired', words: 'it answered 401' };
  if (status === 429)
    return { outcome: 'rateLimited', words: 'it answered 429', ...retryAfterSeconds(headers) };
  if (status >= 500) return { outcome: 'unreachable', words: `it answered ${status}` };
  return null;
}

function readLimit(limited: Response | null): SiteRefusal | null {
  if (limited === null) return null;
  const words = 'its page shows no posts, and a request of its page was answered with 429';
  return { outcome: 'rateLimited', words, ...retryAfterSeconds(limited.headers()) };
}

interface SeenState {
  readonly state: PageState;
  /** By what it was recognised. */
  readonly seen: string;
}

/** Posts count at once; everything else has to be there a moment later, too. Throws a `TimeoutError` where nothing known appears. */
async function waitForState(
  page: Page,
  definition: BrowserSiteDefinition,
  { pageMs, settleMs }: Searching,
): Promise<SeenState> {
  const script = readStateScript(definition);
  const deadline = performance.now() + pageMs;
  for (;;) {
    const timeout = Math.max(deadline - performance.now(), 1);
    const first = (await (
      await page.waitForFunction(script, undefined, { timeout })
    ).jsonValue()) as SeenState;
    if (first.state === 'posts') return first;
    await page.waitForTimeout(settleMs);
    const second = (await page.evaluate(script)) as SeenState | null;
    if (second !== null && (second.state === first.state || second.state === 'posts')) return second;
  }
}

function toOutcome({ state, seen }: SeenState, { name, login }: BrowserSiteDefinition): ClipSearchOutcome {
  switch (state) {
    case 'login':
      return {
        outcome: 'loginExpired',
        words: `it asks for a login (${login?.url}, seen by ${seen}); run: gamekeeper login ${name}`,
      };
    case 'captcha':
      return { outcome: 'captcha', words: `it asks for proof that a person searches (seen by ${seen})` };
    case 'limited':
      return { outcome: 'rateLimited', words: `its page says that there were too many searches (${seen})` };
    case 'empty':
    case 'posts':
    case 'known':
      return { outcome: 'ok', posts: [], unreadable: 0, words: null };
  }
  return state satisfies never;
}

async function readAll(
  page: Page,
  definition: BrowserSiteDefinition,
  query: ClipQuery,
  scrollMs: number,
): Promise<ClipSearchOutcome> {
  const posts = new Map<string, FoundPost>();
  const unreadable = new Set<string>();
  const read: ToldPosts = [];
  const idPattern = definition.page.postIdPattern;
  let isEmpty = false;
  for (let scrolls = 0; ; scrolls++) {
    const told: unknown = await page.evaluate(readPostsScript(definition.page));
    if (!toldShape.fits(told))
      return { outcome: 'changed', words: `its page cannot be read: ${toldShape.describeFault(told)}` };
    const base = new URL(page.url());
    read.push(...told.posts);
    for (const entry of told.posts) {
      const postId = idPattern === undefined ? entry.postId : matchId(entry.postId, idPattern);
      const post = toFoundPost({ ...entry, postId }, base);
      if (typeof post === 'string') unreadable.add(post);
      else posts.set(post.postId, post);
    }
    isEmpty = told.isEmpty;
    const oldest = [...posts.values()].at(-1)?.postedAt;
    const isPastWindow = oldest !== null && oldest !== undefined && oldest < query.since;
    if (told.isAtEnd || told.isEmpty || isPastWindow || scrolls >= (definition.maxScrolls ?? DEFAULT_SCROLLS))
      break;
    const lastId = told.posts.at(-1)?.postId;
    if (!(await scrollOn(page, definition, typeof lastId === 'string' ? lastId : null, scrollMs))) break;
  }
  const words = [...unreadable][0] ?? null;
  if (posts.size === 0 && unreadable.size > 0)
    return { outcome: 'changed', words: `none of its posts could be read: ${words}` };
  if (posts.size === 0 && !isEmpty && definition.page.empty !== undefined)
    return {
      outcome: 'changed',
      words: `its page shows neither a post nor ${firstOf(definition.page.empty)}`,
    };
  const missing = missingEverywhere(read, definition.page);
  if (missing !== null) return { outcome: 'changed', words: missing };
  return { outcome: 'ok', posts: [...posts.values()], unreadable: unreadable.size, words };
}

/** A selector that no longer matches in any post: the posts are read, but could not be judged or downloaded. */
function missingEverywhere(posts: ToldPosts, page: BrowserSiteDefinition['page']): string | null {
  if (posts.length < ENOUGH_POSTS) return null;
  const none = (what: string, places: string | string[]): string =>
    `none of its ${posts.length} posts has a ${what} (${firstOf(places)})`;
  if (posts.every(({ caption }) => isMissing(caption))) return none('text', page.caption);
  if (posts.every(({ postedAt }) => isMissing(postedAt))) return none('time', page.postedAt);
  if (page.everyPostHasVideo === true && posts.every(({ videos }) => videos.length === 0))
    return none('video', page.video);
  return null;
}

function isMissing(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

/** Empty where it does not match, which makes the post unreadable. */
function matchId(value: unknown, pattern: string): string {
  return typeof value === 'string' ? (new RegExp(pattern).exec(value)?.[1] ?? '') : '';
}

function firstOf(selectors: string | readonly string[]): string {
  return typeof selectors === 'string' ? selectors : (selectors[0] ?? '');
}

/** False: nothing more came. */
async function scrollOn(
  page: Page,
  definition: BrowserSiteDefinition,
  lastId: string | null,
  scrollMs: number,
): Promise<boolean> {
  await page.evaluate(SCROLL_SCRIPT);
  try {
    await page.waitForFunction(hasMoreScript(definition.page, lastId), undefined, { timeout: scrollMs });
    return true;
  } catch (error) {
    if (isTimeout(error)) return false;
    throw error;
  }
}

/** By its name: the class is in a package that is loaded with the browser only. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 300) ?? '';
}
