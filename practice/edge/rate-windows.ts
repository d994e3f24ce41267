import type { ApiKey } from './api-keys.ts';
import type { RiotMethod } from './riot-methods.ts';

/**
 * The counters behind `X-App-Rate-Limit` and `X-Method-Rate-Limit`: fixed windows, each opened by the first call after the
 * last one ended. Not sliding, and not aligned to the clock on the wall. Every call counts, also one that is refused.
 */
export interface RateLimit {
  readonly limit: number;
  readonly seconds: number;
}

interface RateWindow extends RateLimit {
  /** In milliseconds of the caller's clock; minus infinity before the first call. */
  readonly openedAt: number;
  readonly count: number;
}

export interface RateWindows {
  readonly windows: readonly RateWindow[];
  /** Counts one call. The answer is when the last of the overfull windows ends, or null while none is overfull. */
  count(now: number): number | null;
  /** New limits; a window of the same length keeps what it has counted. */
  setLimits(limits: readonly RateLimit[]): void;
  /** `20:1,100:120` */
  limitHeader(): string;
  /** `3:1,41:120` */
  countHeader(): string;
}

const LIMIT = /^(\d{1,9}):(\d{1,6})$/;

export function parseRateLimits(text: string): RateLimit[] {
  return text.split(',').map((part) => {
    const [, limit, seconds] = LIMIT.exec(part) ?? [];
    if (Number(limit) >= 1 && Number(seconds) >= 1) return { limit: Number(limit), seconds: Number(seconds) };
    throw new Error(
      `rate limit ${JSON.stringify(part)} in ${JSON.stringify(text)}: expected calls:seconds, both from 1, as in 20:1,100:120`,
    );
  });
}

export function createRateWindows(initial: readonly RateLimit[]): RateWindows {
  let limits: readonly RateLimit[] = [];
  let limitHeader = '';
  let windows: { limit: number; seconds: number; openedAt: number; count: number }[] = [];

  function setLimits(wanted: readonly RateLimit[]): void {
    if (wanted === limits) return;
    limits = wanted;
    limitHeader = wanted.map(({ limit, seconds }) => `${limit}:${seconds}`).join(',');
    windows = wanted.map(({ limit, seconds }) => {
      const kept = windows.find((window) => window.seconds === seconds);
      return { limit, seconds, openedAt: kept?.openedAt ?? -Infinity, count: kept?.count ?? 0 };
    });
  }

  setLimits(initial);
  return {
    get windows() {
      return windows;
    },
    setLimits,
    count(now) {
      let overfullUntil: number | null = null;
      for (const window of windows) {
        const lengthMs = window.seconds * 1000;
        if (now >= window.openedAt + lengthMs) {
          window.openedAt = now;
          window.count = 0;
        }
        window.count++;
        if (window.count <= window.limit) continue;
        overfullUntil = Math.max(overfullUntil ?? -Infinity, window.openedAt + lengthMs);
      }
      return overfullUntil;
    },
    limitHeader: () => limitHeader,
    countHeader() {
      let text = '';
      for (const { count, seconds } of windows) text += `${text === '' ? '' : ','}${count}:${seconds}`;
      return text;
    },
  };
}

// Counts each call against the application's windows of (key, host) and the method's windows of (key, host, method), and decides
// whether it is let through. Every call counts in both, refused or not. If both are overfull, the application's is named.
// The caller brings the time. It is the machine's monotonic clock, because clients wait in real seconds whatever the world's
// clock does; only when the world's clock is stepped are the windows on it, so that an hour of backlog takes seconds to test.

export interface Admission {
  readonly application: RateWindows;
  readonly method: RateWindows;
  readonly refusedBy: 'application' | 'method' | null;
  /** Whole seconds, rounded up, until the windows that are overfull have ended; 0 when let through. */
  readonly retryAfterSeconds: number;
}

export interface Gate {
  admit(call: {
    readonly key: ApiKey;
    readonly host: string;
    readonly method: RiotMethod;
    readonly now: number;
  }): Admission;
}

export function createGate(): Gate {
  const scopes = new Map<ApiKey, Map<string, RateWindows>>();

  function windowsOf(key: ApiKey, scope: string): RateWindows {
    let ofKey = scopes.get(key);
    if (ofKey === undefined) scopes.set(key, (ofKey = new Map()));
    let windows = ofKey.get(scope);
    if (windows === undefined) ofKey.set(scope, (windows = createRateWindows([])));
    return windows;
  }

  return {
    admit({ key, host, method, now }) {
      const ofApplication = windowsOf(key, host);
      const ofMethod = windowsOf(key, `${host} ${method}`);
      ofApplication.setLimits(key.limits.application);
      ofMethod.setLimits(key.limits.method(method));
      const applicationUntil = ofApplication.count(now);
      const methodUntil = ofMethod.count(now);
      const until = applicationUntil ?? methodUntil;
      return {
        application: ofApplication,
        method: ofMethod,
        refusedBy: applicationUntil !== null ? 'application' : methodUntil !== null ? 'method' : null,
        retryAfterSeconds: until === null ? 0 : Math.ceil((until - now) / 1000),
      };
    },
  };
}
