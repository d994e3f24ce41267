/**
 * Counts each call against the application's windows of (key, host) and the method's windows of (key, host, method), and tells
 * whether it is let through. Every call counts in both, refused or not. If both are overfull, the application's is named.
 *
 * The caller brings the time. It is the machine's monotonic clock, because clients wait in real seconds whatever the world's
 * clock does; only when the world's clock is stepped are the windows on it, so that an hour of backlog takes seconds to test.
 */
import type { ApiKey } from './api-keys.ts';
import type { FaultPlan } from './faults.ts';
import type { RiotMethod } from './riot-methods.ts';
import { createRateWindows, type RateWindows } from './rate-windows.ts';

export interface Admission {
  readonly application: RateWindows;
  readonly method: RateWindows;
  readonly refusedBy: 'application' | 'method' | null;
  /** Whole seconds, rounded up, until the windows that are overfull have ended; 0 when let through. */
  readonly retryAfterSeconds: number;
}

export interface Gate {
  admit(
    call: {
      readonly key: ApiKey;
      readonly host: string;
      readonly method: RiotMethod;
      readonly now: number;
    },
    plan: Readonly<FaultPlan>,
  ): Admission;
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
    admit({ key, host, method, now }, plan) {
      const ofApplication = windowsOf(key, host);
      const ofMethod = windowsOf(key, `${host} ${method}`);
      ofApplication.setLimits(plan.applicationLimits ?? key.limits.application);
      ofMethod.setLimits(plan.methodLimits ?? key.limits.method(method));
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
