/**
 * One GET of a site that needs no browser: through the guard, with the stored login or token, and with its refusals told apart. The body of
 * a successful answer is returned as bytes for the caller to parse.
 */
import { readFile } from 'node:fs/promises';
import { ProxyAgent } from 'undici';
import { type Guard, startGuard } from '#/runtime/guard/guard.ts';
import { decodeContent } from '#/upstream/body.ts';
import { type AnswerHeaders, type Exchange, exchange, headerText } from '#/upstream/exchange.ts';
import type { SavedPages } from './browser-session.ts';
import type { ClipQuery, SiteRefusal } from './clip-site.ts';
import { type LoginCookie, loginFile, readLogin } from './login-state.ts';
import type { FeedSiteDefinition, JsonSiteDefinition } from './site-definition.ts';

export interface RequestOptions {
  readonly allowedPairs: readonly string[];
  /** Where logins are kept, in a folder per site. */
  readonly loginFolder?: string | undefined;
  readonly pages?: SavedPages | undefined;
  readonly maxMs?: number | undefined;
}

export interface SiteRequests {
  get(url: URL): Promise<Buffer | SiteRefusal>;
  /** The answer does not match the definition. */
  changed(words: string, body: Buffer): Promise<SiteRefusal>;
}

type Definition = JsonSiteDefinition | FeedSiteDefinition;

const MAX_BYTES = 8 * 1024 * 1024;
/** Texts of captcha pages and of blocks of the whole network. */
const BLOCKED =
  /captcha|js_challenge|please wait for verification|blocked by network security|blocked due to a network policy|whoa there, pardner|verify you are human|just a moment/i;
const WEB_PAGE = /^\s*<(?:!doctype html|html|head)\b/i;

/** `use` runs with requests that share one guard and one budget. Rejects with the signal's reason. */
export async function withSiteRequests<Result>(
  definition: Definition,
  options: RequestOptions,
  signal: AbortSignal,
  use: (requests: SiteRequests) => Promise<Result | SiteRefusal>,
): Promise<Result | SiteRefusal> {
  signal.throwIfAborted();
  const cookies = await readCookies(definition, options.loginFolder);
  if ('outcome' in cookies) return cookies;
  const headers = await headersFor(definition);
  if ('outcome' in headers) return headers;
  const { allowedPairs, maxMs = 60_000 } = options;
  const guard = await startGuard({ allowedPairs, hosts: null, maxBytes: 4 * MAX_BYTES, maxMs });
  const token = `Basic ${Buffer.from(`${guard.username}:${guard.password}`).toString('base64')}`;
  const dispatcher = new ProxyAgent({ uri: guard.server, token });
  const save = async (state: 'changed' | 'captcha', words: string, body: Buffer): Promise<SiteRefusal> => {
    const saved = await options.pages?.save(definition.name, state, body.toString('utf8'));
    return { outcome: state, words: saved === undefined ? words : `${words}; ${saved}` };
  };
  try {
    return await use({
      async get(url) {
        const cookie = cookieHeader(cookies.cookies, url);
        const result = await exchange(dispatcher, {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          headers: { ...headers.headers, ...(cookie === '' ? {} : { cookie }) },
          headersMs: maxMs,
          bodyMs: maxMs,
          maxBytes: MAX_BYTES,
          signal,
          onSending: () => undefined,
          onHeaders: () => undefined,
        });
        return await readBody(result, definition, guard, save);
      },
      changed: (words, body) => save('changed', words, body),
    });
  } finally {
    await dispatcher.destroy();
    await guard.stop();
    signal.throwIfAborted();
  }
}

type Save = (state: 'changed' | 'captcha', words: string, body: Buffer) => Promise<SiteRefusal>;

async function readBody(
  result: Exchange,
  { name, login }: Definition,
  guard: Guard,
  save: Save,
): Promise<Buffer | SiteRefusal> {
  const refusal = guard.refusals()[0];
  if (refusal !== undefined)
    return { outcome: 'unreachable', words: `${refusal.target} was not asked: ${refusal.words}` };
  if (result.type === 'failure') return { outcome: 'unreachable', words: result.detail };
  const { status, headers } = result;
  const decoded = decodeContent(result.bytes, headerText(headers, 'content-encoding'), MAX_BYTES);
  const body = decoded.type === 'decoded' ? decoded.bytes : result.bytes;
  const how = login === undefined ? '' : `; run: gamekeeper login ${name}`;
  const text = Buffer.from(body).toString('utf8');
  if (status === 429)
    return { outcome: 'rateLimited', words: 'it answered 429', ...retryAfterSeconds(headers) };
  if (
    headerText(headers, 'cf-mitigated') === 'challenge' ||
    ((status === 403 || WEB_PAGE.test(text)) && BLOCKED.test(text))
  )
    return save(
      'captcha',
      `it answered ${status} and refuses automated requests from here${how}`,
      Buffer.from(body),
    );
  if (status === 401 || status === 403)
    return { outcome: 'loginExpired', words: `it answered ${status}${how}` };
  if (status >= 300 && status < 400 && isLogin(headerText(headers, 'location'), login))
    return { outcome: 'loginExpired', words: `it sends searches to its login${how}` };
  if (status === 408 || status >= 500) return { outcome: 'unreachable', words: `it answered ${status}` };
  if (status !== 200) return save('changed', `it answered ${status}; expected 200`, Buffer.from(body));
  if (!result.isWhole) return { outcome: 'changed', words: `it answered with more than ${MAX_BYTES} bytes` };
  if (decoded.type !== 'decoded') return { outcome: 'changed', words: decoded.reason };
  return Buffer.from(decoded.bytes);
}

function isLogin(location: string | undefined, login: Definition['login']): boolean {
  if (location === undefined || login === undefined || !URL.canParse(location, login.url)) return false;
  const { pathname } = new URL(location, login.url);
  const paths = [new URL(login.url).pathname.replace(/\/$/, ''), ...(login.paths ?? [])];
  return paths.some((path) => path !== '' && pathname.startsWith(path));
}

/**
 * `Retry-After` in seconds or as a date. The end of its period Reddit gives in seconds (`X-Ratelimit-Reset`) and X in seconds since 1970
 * (`X-Rate-Limit-Reset`). Empty: the site did not say.
 */
export function retryAfterSeconds(headers: AnswerHeaders): { retryAfterSeconds?: number } {
  const text =
    ['retry-after', 'x-ratelimit-reset', 'x-rate-limit-reset']
      .map((name) => headerText(headers, name))
      .find((value) => value !== undefined) ?? '';
  const count = /^\d+(\.\d+)?$/.test(text) ? Number(text) : null;
  const now = Date.now() / 1000;
  const seconds = count === null ? Date.parse(text) / 1000 - now : count > 1e9 ? count - now : count;
  return seconds > 0 && seconds <= 86_400 ? { retryAfterSeconds: Math.ceil(seconds) } : {};
}

async function readCookies(
  { name, login }: Definition,
  folder: string | undefined,
): Promise<{ cookies: readonly LoginCookie[] } | SiteRefusal> {
  const state = login === undefined || folder === undefined ? null : await readLogin(loginFile(folder, name));
  if (typeof state === 'string') return { outcome: 'loginExpired', words: state };
  if (state === null && login?.isRequired === true)
    return { outcome: 'loginExpired', words: `no login is stored; run: gamekeeper login ${name}` };
  return { cookies: state?.cookies ?? [] };
}

/** Cookies of this host, path and scheme that have not expired. */
function cookieHeader(cookies: readonly LoginCookie[], { hostname, pathname, protocol }: URL): string {
  const now = Date.now() / 1000;
  return cookies
    .filter(({ domain, path, secure, expires }) => {
      const host = domain.replace(/^\./, '');
      const isHost = hostname === host || (domain.startsWith('.') && hostname.endsWith(`.${host}`));
      return (
        isHost &&
        pathname.startsWith(path) &&
        (!secure || protocol === 'https:') &&
        (expires <= 0 || expires > now)
      );
    })
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

/** The token is read for every search, so that a new one needs no restart. */
async function headersFor(
  definition: Definition,
): Promise<{ headers: Record<string, string> } | SiteRefusal> {
  const accept =
    definition.kind === 'json'
      ? 'application/json'
      : 'application/feed+json, application/atom+xml, application/rss+xml, */*;q=0.5';
  const headers = {
    accept,
    'accept-encoding': 'gzip, br',
    'user-agent': definition.userAgent ?? 'gamekeeper (self-hosted match archive)',
  };
  const token = definition.kind === 'json' ? definition.token : undefined;
  if (token === undefined) return { headers };
  try {
    const value = (await readFile(token.file, 'utf8')).trim();
    return { headers: { ...headers, [token.header.toLowerCase()]: `${token.prefix ?? ''}${value}` } };
  } catch {
    return { outcome: 'loginExpired', words: `the file with its token cannot be read: ${token.file}` };
  }
}

export function writeSearchUrl(template: string, { text, since, until }: ClipQuery): URL {
  const values: Readonly<Record<string, string>> = {
    query: text,
    since: since.toISOString(),
    until: until.toISOString(),
    sinceUnix: String(Math.floor(since.getTime() / 1000)),
    untilUnix: String(Math.ceil(until.getTime() / 1000)),
    sinceDay: since.toISOString().slice(0, 10),
    untilDay: until.toISOString().slice(0, 10),
  };
  const filled = template.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : encodeURIComponent(value);
  });
  return new URL(filled);
}
