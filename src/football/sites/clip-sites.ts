/**
 * The configured sites, ready to be searched, each at its own pace: at most so many searches per minute, and none for a while after a refusal. While
 * a site waits its answer is `notAsked`, which means neither "no clips" nor a new state. The wait ends early when a new login is stored. Pace and
 * waits are kept per process.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MediaTools } from '../media/tools.ts';
import { createTurns, type SavedPages } from './browser-session.ts';
import { createBrowserSite } from './browser-site.ts';
import type { ClipSearchOutcome, ClipSite, SiteTrouble } from './clip-site.ts';
import { createFeedSite } from './feed-site.ts';
import { createJsonSite } from './json-site.ts';
import { loginFile, loginVersion } from './login-state.ts';
import type { SiteDefinition } from './site-definition.ts';

export interface ClipSitesOptions {
  readonly definitions: readonly SiteDefinition[];
  readonly tools: Pick<MediaTools, 'browser'>;
  /** Exact `host:port` pairs that are allowed although they are not public. */
  readonly allowedPairs: readonly string[];
  /** Where logins are kept, in a folder per site. */
  readonly loginFolder: string;
  readonly pages?: SavedPages;
}

export function createClipSites({ definitions, tools, ...options }: ClipSitesOptions): ClipSite[] {
  const inTurn = createTurns();
  const create = (definition: SiteDefinition): ClipSite => {
    switch (definition.kind) {
      case 'json':
        return createJsonSite({ ...options, definition });
      case 'feed':
        return createFeedSite({ ...options, definition });
      case 'browser':
        return createBrowserSite({ ...options, definition, browser: tools.browser, inTurn });
    }
    return definition satisfies never;
  };
  return definitions.map((definition) =>
    paceSite(create(definition), {
      definition,
      loginVersion: () => loginVersion(secretOf(definition, options.loginFolder)),
    }),
  );
}

/** The file that the operator replaces to renew the login. */
function secretOf(definition: SiteDefinition, loginFolder: string): string {
  const token = definition.kind === 'json' ? definition.token : undefined;
  return token?.file ?? loginFile(loginFolder, definition.name);
}

export interface PaceOptions {
  readonly definition: Pick<SiteDefinition, 'perMinute' | 'waitSeconds'>;
  /** Changes when a new login is stored. */
  readonly loginVersion: () => Promise<number | null>;
  readonly now?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A search that would wait longer for its turn is not made, and frees its worker for other goals. */
const LONGEST_TURN_MS = 30_000;

/**
 * A login has to be renewed by a person, and a new one ends the wait. A captcha goes away on its own, or becomes worse with every request.
 * A changed layout costs half a minute of browser per search. An unreachable site has no wait: the job has its own retries.
 */
const DEFAULT_WAIT_SECONDS: Readonly<Record<SiteTrouble, number>> = {
  loginExpired: 15 * 60,
  captcha: 30 * 60,
  rateLimited: 5 * 60,
  changed: 10 * 60,
  unreachable: 0,
};

export function paceSite(site: ClipSite, options: PaceOptions): ClipSite {
  const { definition, now = () => Date.now(), pause = pauseFor } = options;
  const spacingMs = definition.perMinute === undefined ? 0 : 60_000 / definition.perMinute;
  let nextAt = 0;
  let wait: { readonly until: number; readonly why: string; readonly login: number | null } | null = null;

  const whyNot = async (): Promise<string | null> => {
    if (wait !== null && (now() >= wait.until || (await options.loginVersion()) !== wait.login)) wait = null;
    return wait === null ? null : `not asked before ${clock(wait.until)} (${wait.why})`;
  };

  return {
    name: site.name,
    async search(query, { signal }): Promise<ClipSearchOutcome> {
      const turnMs = Math.max(nextAt - now(), 0);
      const refused =
        (await whyNot()) ?? (turnMs > LONGEST_TURN_MS ? limitWords(nextAt, definition.perMinute) : null);
      if (refused !== null) return { outcome: 'notAsked', words: refused };
      nextAt = Math.max(nextAt, now()) + spacingMs;
      if (turnMs > 0) await pause(turnMs, signal);
      // A search before this one may have been refused meanwhile.
      const late = await whyNot();
      if (late !== null) return { outcome: 'notAsked', words: late };
      const login = await options.loginVersion();
      const outcome = await site.search(query, { signal });
      if (outcome.outcome === 'ok' || outcome.outcome === 'notAsked') return outcome;
      const { retryAfterSeconds, outcome: trouble } = outcome;
      const seconds = retryAfterSeconds ?? definition.waitSeconds?.[trouble] ?? DEFAULT_WAIT_SECONDS[trouble];
      if (seconds === 0) return outcome;
      wait = { until: now() + seconds * 1000, why: outcome.words, login };
      return { ...outcome, words: `${outcome.words}; next try at ${clock(wait.until)}` };
    },
  };
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}

function limitWords(nextAt: number, perMinute: number | undefined): string {
  return `not asked before ${clock(nextAt)} (at most ${perMinute} searches a minute)`;
}

function clock(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}
