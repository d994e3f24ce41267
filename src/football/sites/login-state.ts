/**
 * The operator's login on a site: cookies and local storage of a browser that logged in, in one file per site (mode 600) outside the repository. It
 * is read for every search, so a new login needs no restart, and written back after a successful search, because sites renew their cookies,
 * unless the operator has stored a new login meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Type } from 'typebox';
import { compileShape } from '#/upstream/shape.ts';
import type { SiteDefinition } from './site-definition.ts';

/** As Playwright writes and reads it (`storageState`). `expires`: Unix seconds, -1 for the end of the session. */
export interface LoginCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
}

export interface LoginState {
  readonly cookies: readonly LoginCookie[];
  readonly origins?: readonly unknown[];
}

/** A file that was copied here by hand may lack what a browser needs. */
const storedShape = compileShape(
  Type.Object({
    cookies: Type.Array(
      Type.Object({
        name: Type.String(),
        value: Type.String(),
        domain: Type.String(),
        path: Type.String(),
        expires: Type.Number(),
        httpOnly: Type.Boolean(),
        secure: Type.Boolean(),
        sameSite: Type.Union([Type.Literal('Strict'), Type.Literal('Lax'), Type.Literal('None')]),
      }),
    ),
  }),
);

/** `folder`: of all sites. */
export function loginFile(folder: string, siteName: string): string {
  return join(folder, siteName, 'login.json');
}

/** Null: no login is stored. A text: why the file cannot be used. */
export async function readLogin(file: string): Promise<LoginState | null | string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    return `${file} cannot be read: ${String(error).slice(0, 150)}`;
  }
  try {
    const state: unknown = JSON.parse(text);
    if (storedShape.fits(state)) return state;
  } catch {
    // Reported below, as any other text that is no login.
  }
  return `${file} is not a stored login; import it with: gamekeeper login <site> --from <file>`;
}

/** Changes with every new login. Null: none is stored. */
export async function loginVersion(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    // No file: the usual case for sites without a login.
    return null;
  }
}

export async function writeLogin(file: string, state: LoginState): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, JSON.stringify(state), { mode: 0o600 });
  await chmod(aside, 0o600);
  await rename(aside, file);
}

/** The earliest expiry of the cookies that make the login. Null: they end with the session, or it is not known which they are. */
export function loginExpiry({ cookies }: LoginState, login: SiteDefinition['login']): Date | null {
  const names = login?.cookies ?? [];
  const times = cookies
    .filter(({ name, expires }) => names.includes(name) && typeof expires === 'number' && expires > 0)
    .map(({ expires }) => expires);
  return times.length === 0 ? null : new Date(Math.min(...times) * 1000);
}

const DAY_MS = 86_400_000;
/** From then on the operator is warned. */
export const EXPIRES_SOON_MS = 7 * DAY_MS;

export function describeExpiry(expiresAt: Date | null, now: Date): string {
  if (expiresAt === null) return 'its expiry is not known';
  const ms = expiresAt.getTime() - now.getTime();
  if (ms <= 0) return `expired on ${expiresAt.toISOString().slice(0, 10)}`;
  const [count, unit] =
    ms >= 2 * DAY_MS ? [Math.floor(ms / DAY_MS), 'days'] : [Math.ceil(ms / 3_600_000), 'hours'];
  return `expires in ${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

export type LoginHealth =
  | { readonly state: 'not-needed' }
  | { readonly state: 'missing' }
  | { readonly state: 'unusable'; readonly words: string }
  | { readonly state: 'stored'; readonly expiresAt: Date | null };

export async function readLoginHealth(folder: string, { name, login }: SiteDefinition): Promise<LoginHealth> {
  if (login === undefined) return { state: 'not-needed' };
  const state = await readLogin(loginFile(folder, name));
  if (typeof state === 'string') return { state: 'unusable', words: state };
  if (state === null) return { state: login.isRequired === true ? 'missing' : 'not-needed' };
  return { state: 'stored', expiresAt: loginExpiry(state, login) };
}
