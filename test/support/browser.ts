/** A real browser, unpacked once per clone in the way in which the product does it. */
import { join } from 'node:path';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import { unpackBrowser } from '#/football/media/tools.ts';
import { root } from './product.ts';

/** Where every test that needs the browser finds it, unpacked by the first. */
export const unpackedBrowser = join(root, 'node_modules/.cache/gamekeeper-chromium');

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
  return chromium.launch(await launchOptions());
}

/** One that test files connect to. */
export async function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(await launchOptions());
}

async function launchOptions() {
  if (process.platform === 'linux' && process.arch === 'x64')
    return { executablePath: await unpackBrowser(unpackedBrowser), args: FLAGS };
  // The package has only this one build; elsewhere the Chrome of the machine is used.
  return { channel: 'chrome' };
}
