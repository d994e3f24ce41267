/**
 * How often the key may ask: per minute in windows that the first call opens, per day until midnight UTC. What is over the limit is
 * answered with HTTP 200 and counted all the same. The clock is the machine's; the world's only when that is stepped.
 */
import { DAY_MS, MINUTE_MS } from './fixture-calendar.ts';

export const PLANS = {
  free: { name: 'Free', perDay: 100, perMinute: 10 },
  pro: { name: 'Pro', perDay: 7500, perMinute: 300 },
  ultra: { name: 'Ultra', perDay: 75_000, perMinute: 450 },
  unlimited: { name: 'Custom', perDay: 100_000_000, perMinute: 10_000_000 },
} as const;

export interface Plan {
  readonly name: string;
  readonly perDay: number;
  readonly perMinute: number;
}

export interface Quota {
  plan(): Plan;
  setPlan(plan: Plan): void;
  /** Counts a call. */
  count(): { readonly refusedBy: 'rateLimit' | 'requests' | null; readonly headers: readonly string[] };
  usedToday(): number;
}

export function createQuota(initial: Plan, now: () => number): Quota {
  let plan = initial;
  let day = Number.NaN;
  let today = 0;
  let minuteOpenedAt = -Infinity;
  let thisMinute = 0;

  function turn(): void {
    const at = now();
    const dayNow = Math.floor(at / DAY_MS);
    if (dayNow !== day) [day, today] = [dayNow, 0];
    if (at >= minuteOpenedAt + MINUTE_MS) [minuteOpenedAt, thisMinute] = [at, 0];
  }

  return {
    plan: () => plan,
    setPlan(next) {
      plan = next;
    },
    count() {
      turn();
      today++;
      thisMinute++;
      const { perDay, perMinute } = plan;
      return {
        refusedBy: today > perDay ? 'requests' : thisMinute > perMinute ? 'rateLimit' : null,
        headers: [
          'x-ratelimit-requests-limit',
          String(perDay),
          'x-ratelimit-requests-remaining',
          String(Math.max(0, perDay - today)),
          'X-RateLimit-Limit',
          String(perMinute),
          'X-RateLimit-Remaining',
          String(Math.max(0, perMinute - thisMinute)),
        ],
      };
    },
    usedToday() {
      turn();
      return today;
    },
  };
}
