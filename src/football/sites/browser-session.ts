/**
 * One browser per search: a temporary profile, the guard as its only way out (including loopback, which browsers exclude from proxies by default), no
 * pictures, videos, fonts, downloads, permissions or workers, and nothing of our environment. Pages that could not be read are saved for the
 * operator: the last few of each site, cut in size, readable by our user only, without scripts, because sites write session data into them.
 */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, LaunchOptions } from 'playwright-core';
import type { Guard } from '#/runtime/guard/guard.ts';
import type { LoginState } from './login-state.ts';

export interface BrowserSession {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export interface BrowserSessionOptions {
  readonly executable: string;
  readonly guard: Guard;
  readonly login: LoginState | null;
  readonly userAgent: string | undefined;
  /** For each step on a page. */
  readonly timeoutMs: number;
}

const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-breakpad',
  '--mute-audio',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--proxy-bypass-list=<-loopback>',
];
/** Chromium binds a socket below TMPDIR, whose path may have 107 bytes, and aborts if it does not fit (50 are its own). */
const MAX_TMPDIR_BYTES = 57;
/** The start may take longer than a step on a page. */
const LAUNCH_MS = 30_000;
const UNWANTED: ReadonlySet<string> = new Set(['image', 'media', 'font']);

export async function openBrowserSession(options: BrowserSessionOptions): Promise<BrowserSession> {
  const home = await mkdtemp(join(tmpdir(), 'gamekeeper-browser-'));
  let browser: Browser | null = null;
  const close = async (): Promise<void> => {
    await browser?.close();
    await rm(home, { recursive: true, force: true });
  };
  try {
    browser = await launch(options, home);
    const context = await browser.newContext({
      acceptDownloads: false,
      serviceWorkers: 'block',
      viewport: { width: 1_280, height: 1_600 },
      ...(options.login === null ? {} : { storageState: toStorageState(options.login) }),
      ...(options.userAgent === undefined ? {} : { userAgent: options.userAgent }),
    });
    context.setDefaultTimeout(options.timeoutMs);
    await context.route('**/*', async (route) => {
      await (UNWANTED.has(route.request().resourceType()) ? route.abort() : route.continue());
    });
    return { context, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** With the browser's own sandbox where possible: it does not work as root and in many containers. */
async function launch(options: BrowserSessionOptions, home: string): Promise<Browser> {
  // Loaded only for a browser: it is large.
  const { chromium } = await import('playwright-core');
  const { guard } = options;
  const settings: LaunchOptions = {
    executablePath: options.executable,
    args: FLAGS,
    env: { HOME: home, ...ownTemporaryFolder(), LANG: 'C.UTF-8', PATH: '/usr/local/bin:/usr/bin:/bin' },
    proxy: { server: guard.server, username: guard.username, password: guard.password },
    timeout: LAUNCH_MS,
  };
  if (process.getuid?.() === 0) return await chromium.launch({ ...settings, chromiumSandbox: false });
  try {
    return await chromium.launch({ ...settings, chromiumSandbox: true });
  } catch {
    // If the sandbox was not the reason, the second attempt reports it.
    return await chromium.launch({ ...settings, chromiumSandbox: false });
  }
}

/** In the system's own folder, Chromium creates a folder with a random name and mode 0700. */
function ownTemporaryFolder(): { TMPDIR?: string } {
  return Buffer.byteLength(tmpdir()) > MAX_TMPDIR_BYTES ? {} : { TMPDIR: tmpdir() };
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

function toStorageState({ cookies, origins }: LoginState): StorageState {
  return { cookies: cookies as StorageState['cookies'], origins: (origins ?? []) as StorageState['origins'] };
}

export interface SavedPages {
  /** Returns a text for the site's detail: the file below the data directory, or why it could not be written. */
  save(site: string, state: string, body: string): Promise<string>;
}

const KEPT_PER_SITE = 5;
const MAX_CHARACTERS = 1_000_000;

/** `folder`: for all sites. `shownAs`: how it is called in messages, which must not contain paths of this machine. */
export function createSavedPages(folder: string, shownAs: string, now = () => new Date()): SavedPages {
  return {
    async save(site, state, body) {
      const time = now().toISOString().replaceAll(/[:.]/g, '-');
      const isJson = /^\s*[[{]/.test(body);
      const name = `${time}-${state}.${isJson ? 'json' : 'html'}`;
      try {
        await mkdir(join(folder, site), { recursive: true, mode: 0o700 });
        await writeFile(join(folder, site, name), withoutScripts(body).slice(0, MAX_CHARACTERS), {
          mode: 0o600,
        });
        // Names begin with the time, so the order of names is the order of pages.
        const names = (await readdir(join(folder, site))).toSorted();
        for (const old of names.slice(0, -KEPT_PER_SITE)) await rm(join(folder, site, old), { force: true });
        return `the page is saved as ${shownAs}/${site}/${name}`;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault';
        return `the page could not be saved (${code})`;
      }
    },
  };
}

function withoutScripts(body: string): string {
  return body.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, '<script></script>');
}

/** Runs one piece of work at a time, in the order of calls: a browser takes hundreds of megabytes. A waiting call can be aborted. */
export type InTurn = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

export function createTurns(): InTurn {
  let last: Promise<void> = Promise.resolve();
  return async (work, signal) => {
    const before = last;
    const mine = Promise.withResolvers<void>();
    last = mine.promise;
    try {
      await orAborted(before, signal);
      return await work();
    } finally {
      // Also after an abort: the next call starts when those before are done.
      void before.then(mine.resolve);
    }
  };
}

async function orAborted(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    await Promise.race([turn, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
