/**
 * A site that has to be searched like a person does it: open the page, wait for the results, scroll until there are no more. A login form
 * in the place of the results, a page without them, and a site that is away are told apart; an empty list is believed only where the
 * page itself says that it is empty, or shows that it is the known one.
 */
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { startGuard, type Guard } from '../guard/guard.ts';
import { compileShape } from '../http/body-shape.ts';
import { list } from '../http/bounded-fields.ts';
import type { FoundBrowser } from '../media/tools.ts';
import { openBrowserSession, type BrowserSession } from './browser-session.ts';
import type { ClipQuery, ClipSearchOutcome, ClipSite, FoundPost } from './clip-site.ts';
import { toFoundPost } from './found-post.ts';
import { loginFile, readLogin, writeLogin } from './login-state.ts';
import { hasMoreScript, readPostsScript, SCROLL_SCRIPT } from './page-script.ts';
import { createTurns } from './turns.ts';
import { writeSearchUrl } from './search-url.ts';
import type { BrowserSiteDefinition } from './site-definition.ts';

export interface BrowserSiteOptions {
  readonly definition: BrowserSiteDefinition;
  readonly browser: FoundBrowser;
  readonly allowedPairs: readonly string[];
  /** Where logins are kept, in a folder per site. */
  readonly loginFolder: string;
  /** For a whole search, for a page to show its results, and for more of them to come after scrolling. */
  readonly maxMs?: number;
  readonly pageMs?: number;
  readonly scrollMs?: number;
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

export function createBrowserSite(options: BrowserSiteOptions): ClipSite {
  const { definition, browser, allowedPairs, maxMs = 120_000, pageMs = 30_000, scrollMs = 4_000 } = options;
  const inTurn = createTurns();
  const search = async (query: ClipQuery, signal: AbortSignal): Promise<ClipSearchOutcome> => {
    signal.throwIfAborted();
    if (!browser.found) return { outcome: 'unreachable', words: browser.detail };
    const file = loginFile(options.loginFolder, definition.name);
    const login = await readLogin(file);
    if (typeof login === 'string') return { outcome: 'loginExpired', words: login };
    const guard = await startGuard({ allowedPairs, hosts: null, maxBytes: MAX_BYTES, maxMs });
    let session: BrowserSession | null = null;
    const stop = (): void => void guard.stop();
    signal.addEventListener('abort', stop);
    try {
      session = await openBrowserSession({
        executable: await browser.executable(),
        guard,
        login,
        userAgent: definition.userAgent,
        timeoutMs: pageMs,
      });
      const outcome = await searchIn(session, definition, query, { guard, signal, pageMs, scrollMs });
      if (outcome.outcome === 'ok' && login !== null)
        await writeLogin(file, await session.context.storageState());
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      // The browser's own faults are told in its words; they come as plain errors, and a bug of ours looks no different.
      return { outcome: 'unreachable', words: `the browser gave up: ${firstLine(error)}` };
    } finally {
      signal.removeEventListener('abort', stop);
      await session?.close();
      await guard.stop();
    }
  };
  return {
    name: definition.name,
    search: (query, { signal }) => inTurn(() => search(query, signal), signal),
  };
}

interface Searching {
  readonly guard: Guard;
  readonly signal: AbortSignal;
  readonly pageMs: number;
  readonly scrollMs: number;
}

async function searchIn(
  { context }: BrowserSession,
  definition: BrowserSiteDefinition,
  query: ClipQuery,
  { guard, signal, pageMs, scrollMs }: Searching,
): Promise<ClipSearchOutcome> {
  const page = await context.newPage();
  const url = writeSearchUrl(definition.searchUrl, query);
  const { login } = definition;
  try {
    const answer = await page.goto(url.href, { waitUntil: 'domcontentloaded' });
    const status = answer?.status() ?? 0;
    const refusal = guard.refusals()[0];
    if (refusal !== undefined && status === 403)
      return { outcome: 'unreachable', words: `${refusal.target} was not asked: ${refusal.words}` };
    if (status === 401) return { outcome: 'loginExpired', words: 'it answered 401' };
    if (status === 429 || status >= 500) return { outcome: 'unreachable', words: `it answered ${status}` };
    const wanted =
      login === undefined ? definition.page.results : `${definition.page.results}, ${login.form}`;
    await page.waitForSelector(wanted, { state: 'attached' });
  } catch (error) {
    signal.throwIfAborted();
    if (guard.spent() !== null)
      return { outcome: 'unreachable', words: 'it took more time or bytes than a search may' };
    if (isTimeout(error))
      return {
        outcome: 'changed',
        words: `its page shows no ${definition.page.results} within ${pageMs / 1000} s`,
      };
    return { outcome: 'unreachable', words: firstLine(error) };
  }
  if (login !== undefined && (await page.locator(login.form).count()) > 0)
    return { outcome: 'loginExpired', words: `it asks for a login (${login.url})` };
  return await readAll(page, definition, query, scrollMs);
}

async function readAll(
  page: Page,
  definition: BrowserSiteDefinition,
  query: ClipQuery,
  scrollMs: number,
): Promise<ClipSearchOutcome> {
  const posts = new Map<string, FoundPost>();
  const unreadable = new Set<string>();
  let isEmpty = false;
  for (let scrolls = 0; ; scrolls++) {
    const told: unknown = await page.evaluate(readPostsScript(definition.page));
    if (!toldShape.fits(told))
      return { outcome: 'changed', words: `its page cannot be read: ${toldShape.describeFault(told)}` };
    const base = new URL(page.url());
    for (const entry of told.posts) {
      const post = toFoundPost(entry, base);
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
    return { outcome: 'changed', words: `its page shows neither a post nor ${definition.page.empty}` };
  return { outcome: 'ok', posts: [...posts.values()], unreadable: unreadable.size, words };
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
