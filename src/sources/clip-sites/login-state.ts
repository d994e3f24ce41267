/**
 * The operator's login on a site: the cookies and local storage of a browser that logged in, in a folder of ours outside the repository.
 * Read before a search, written back after one that worked (sites renew their cookies), aside and renamed, for our user's eyes only.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** As playwright writes and reads it. */
export interface LoginState {
  readonly cookies: readonly unknown[];
  readonly origins?: readonly unknown[];
}

/** `folder`: of all sites. */
export function loginFile(folder: string, siteName: string): string {
  return join(folder, siteName, 'login.json');
}

/** Null: nobody logged in. A file that cannot be understood is told, not passed over: without it every search would look expired. */
export async function readLogin(file: string): Promise<LoginState | null | string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    // It is not there: the usual case.
    return null;
  }
  try {
    const state: unknown = JSON.parse(text);
    if (typeof state === 'object' && state !== null && 'cookies' in state && Array.isArray(state.cookies))
      return state as LoginState;
  } catch {
    // Told below, as every other text that is no login.
  }
  return `${file} is not the kept login of a browser`;
}

export async function writeLogin(file: string, state: LoginState): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, JSON.stringify(state), { mode: 0o600 });
  await chmod(aside, 0o600);
  await rename(aside, file);
}
