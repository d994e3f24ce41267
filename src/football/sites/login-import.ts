/**
 * A login that the operator brings as a file: `cookies.txt` in the Netscape format, a Playwright storage state, or the JSON list of cookies
 * that browser extensions export. Only cookies of the site are kept, so that an export of a whole browser does not end up in our folder.
 */
import { UserError } from '#/domain/user-error.ts';
import { type LoginCookie, loginExpiry, type LoginState } from './login-state.ts';
import { hostIsBelow, type SiteDefinition } from './site-definition.ts';

export interface ImportedLogin {
  readonly state: LoginState;
  readonly expiresAt: Date | null;
  /** Cookies of other sites, which were left out. */
  readonly leftOut: number;
}

export const HOW_TO_EXPORT =
  'Log in with a browser on any machine, export the cookies of the site as cookies.txt (Netscape format, for example with a "cookies.txt" extension) or as a Playwright storage state, and run: gamekeeper login <site> --from <file>';

/** Throws a `UserError` that names the line or entry, what was found and what was expected. */
export function importLogin(
  exported: string,
  file: string,
  site: Pick<SiteDefinition, 'name' | 'login' | 'searchUrl'>,
  now: Date,
): ImportedLogin {
  // Editors on Windows put a byte order mark before the text.
  const text = exported.replace(/^\uFEFF/, '');
  const all = /^\s*[[{]/.test(text) ? parseJson(text, file) : { cookies: parseNetscape(text, file) };
  const hosts = [site.searchUrl, site.login?.url ?? site.searchUrl].map((url) => new URL(url).hostname);
  const cookies = all.cookies.filter(({ domain }) => {
    const own = domain.replace(/^\./, '');
    return hosts.some((host) => host === own || hostIsBelow(`https://${host}`, [own]));
  });
  if (cookies.length === 0)
    refuse(
      `${file} holds ${all.cookies.length} cookies, none of them for ${hosts[0]}`,
      `expected the cookies of a browser that is logged in at ${site.login?.url ?? hosts[0]}`,
    );
  const missing = (site.login?.cookies ?? []).filter(
    (name) => !cookies.some((cookie) => cookie.name === name),
  );
  if (missing.length > 0)
    refuse(
      `${file} has no cookie ${missing.join(', ')} for ${hosts[0]}`,
      'it was exported while logged out, or without cookies that scripts cannot read (HttpOnly)',
    );
  const expiresAt = loginExpiry({ cookies }, site.login);
  if (expiresAt !== null && expiresAt <= now)
    refuse(
      `The login in ${file} expired on ${expiresAt.toISOString().slice(0, 10)}`,
      'log in again and export it anew',
    );
  const origins = (all.origins ?? []).filter((entry) => isOfSite(entry, hosts));
  return { state: { cookies, origins }, expiresAt, leftOut: all.cookies.length - cookies.length };
}

function refuse(what: string, why: string): never {
  throw new UserError(`${what}; ${why}.`, HOW_TO_EXPORT);
}

/**
 * Domain, whether subdomains count, path, secure, expiry in Unix seconds, name and value, with tabs between them. A cookie that ends with the
 * session has the expiry 0, or none where Python wrote the file.
 */
function parseNetscape(text: string, file: string): LoginCookie[] {
  const cookies = text.split(/\r?\n/).flatMap((line, at) => {
    const isHttpOnly = line.startsWith('#HttpOnly_');
    if (line.trim() === '' || (line.startsWith('#') && !isHttpOnly)) return [];
    const parts = line.replace(/^#HttpOnly_/, '').split('\t');
    const [domain = '', subdomains = '', path = '', secure = '', expires = '', name = '', ...value] = parts;
    const where = `${file}, line ${at + 1}`;
    if (parts.length < 7)
      refuse(
        `${where} has ${parts.length} fields`,
        'expected 7 with tabs between them (domain, subdomains, path, secure, expiry, name, value)',
      );
    if (!/^(TRUE|FALSE)$/i.test(subdomains) || !/^(TRUE|FALSE)$/i.test(secure))
      refuse(
        `${where}: fields 2 and 4 are ${JSON.stringify(subdomains)} and ${JSON.stringify(secure)}`,
        'expected TRUE or FALSE',
      );
    if (!/^(-?\d+(\.\d+)?)?$/.test(expires))
      refuse(
        `${where}: the expiry is ${JSON.stringify(expires.slice(0, 40))}`,
        'expected a number of seconds since 1970',
      );
    const withDot = /^TRUE$/i.test(subdomains) && !domain.startsWith('.') ? `.${domain}` : domain;
    return [
      toCookie({
        name,
        value: value.join('\t'),
        domain: withDot,
        path,
        expires: Number(expires),
        httpOnly: isHttpOnly,
        secure: /^TRUE$/i.test(secure),
      }),
    ];
  });
  if (cookies.length === 0)
    refuse(`${file} holds no cookies`, 'expected cookies.txt or a storage state in JSON');
  return cookies;
}

function parseJson(text: string, file: string): LoginState {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse(
      `${file} is not JSON (${String(error).slice(0, 120)})`,
      'expected a storage state: {"cookies": […], "origins": […]}',
    );
  }
  const list: unknown = Array.isArray(value) ? value : fieldOf(value, 'cookies');
  if (!Array.isArray(list))
    refuse(`${file} holds no list of cookies`, 'expected a storage state: {"cookies": […], "origins": […]}');
  const origins = fieldOf(value, 'origins');
  return {
    cookies: (list as unknown[]).map((entry, at) => readEntry(entry, `${file}, cookie ${at + 1}`)),
    origins: Array.isArray(origins) ? (origins as unknown[]) : [],
  };
}

/** Playwright writes `expires`, extensions write `expirationDate`, Selenium `expiry`. */
function readEntry(entry: unknown, where: string): LoginCookie {
  const [name, value, domain] = ['name', 'value', 'domain'].map((field) => {
    const found = fieldOf(entry, field);
    if (typeof found !== 'string' || (field !== 'value' && found === ''))
      refuse(`${where}: ${field} is ${JSON.stringify(found)?.slice(0, 40) ?? 'missing'}`, 'expected text');
    return found;
  }) as [string, string, string];
  const path = fieldOf(entry, 'path');
  const expires =
    ['expirationDate', 'expiry'].reduce<unknown>(
      (found, field) => found ?? fieldOf(entry, field),
      fieldOf(entry, 'expires'),
    ) ?? -1;
  if (typeof expires !== 'number')
    refuse(`${where}: expires is ${JSON.stringify(expires)?.slice(0, 40)}`, 'expected a number');
  return toCookie({
    name,
    value,
    domain,
    path: typeof path === 'string' && path !== '' ? path : '/',
    expires,
    httpOnly: fieldOf(entry, 'httpOnly') === true,
    secure: fieldOf(entry, 'secure') === true,
    sameSite: fieldOf(entry, 'sameSite'),
  });
}

function toCookie({
  sameSite,
  expires,
  ...cookie
}: Omit<LoginCookie, 'sameSite'> & { sameSite?: unknown }): LoginCookie {
  // Extensions write `no_restriction` and `unspecified`. A browser refuses "None" without "secure".
  const known = (['Strict', 'Lax', 'None'] as const).find(
    (word) => word.toLowerCase() === String(sameSite).toLowerCase(),
  );
  const chosen = known ?? (sameSite === 'no_restriction' ? 'None' : 'Lax');
  // Some exports are in milliseconds.
  const seconds = expires > 1e11 ? expires / 1000 : expires;
  return {
    ...cookie,
    expires: seconds > 0 ? seconds : -1,
    sameSite: chosen === 'None' && !cookie.secure ? 'Lax' : chosen,
  };
}

function isOfSite(entry: unknown, hosts: readonly string[]): boolean {
  const origin = fieldOf(entry, 'origin');
  return typeof origin === 'string' && URL.canParse(origin) && hosts.includes(new URL(origin).hostname);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

const POLL_MS = 1_000;

export async function logInWithWindow(site: SiteDefinition, executable: string): Promise<LoginState> {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: executable, headless: false });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.login?.url ?? new URL(site.searchUrl).origin);
    const wanted = site.login?.cookies ?? [];
    let state = await context.storageState();
    for (;;) {
      const names = new Set(state.cookies.map(({ name }) => name));
      if (wanted.length > 0 && wanted.every((name) => names.has(name))) break;
      if (page.isClosed()) {
        if (wanted.length === 0) break;
        throw new UserError(
          `The window was closed before the login at ${site.name} was complete.`,
          `Expected the cookies ${wanted.join(', ')}. Run the command again.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      state = await context.storageState();
    }
    return importLogin(JSON.stringify(state), 'the browser window', site, new Date()).state;
  } finally {
    await browser.close();
  }
}
