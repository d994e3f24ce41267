/**
 * How often the key may ask: per minute in windows that the first call opens, per day until midnight UTC. What is over the limit is
 * answered with HTTP 200 and counted all the same. The clock is the machine's; the world's only when that is stepped.
 */
import { Type, type Static } from 'typebox';
import { DAY_MS, MINUTE_MS } from './fixture-calendar.ts';

const PLANS = {
  free: { name: 'Free', perDay: 100, perMinute: 10 },
  pro: { name: 'Pro', perDay: 7500, perMinute: 300 },
  ultra: { name: 'Ultra', perDay: 75_000, perMinute: 450 },
  unlimited: { name: 'Custom', perDay: 100_000_000, perMinute: 10_000_000 },
} as const;

/** A plan of the upstream by its name, or with numbers of one's own. */
export const PlanSetting = Type.Union([
  Type.Enum(Object.keys(PLANS) as (keyof typeof PLANS)[]),
  Type.Object(
    { perDay: Type.Integer({ minimum: 0 }), perMinute: Type.Integer({ minimum: 0 }) },
    { additionalProperties: false },
  ),
]);
export type PlanSetting = Static<typeof PlanSetting>;

export interface Quota {
  plan(): { readonly name: string; readonly perDay: number; readonly perMinute: number };
  /** Counts a call. */
  count(): { readonly refusedBy: 'rateLimit' | 'requests' | null; readonly headers: readonly string[] };
  usedToday(): number;
}

export function createQuota(setting: PlanSetting, now: () => number): Quota {
  const plan = typeof setting === 'string' ? PLANS[setting] : { name: 'Custom', ...setting };
  const { perDay, perMinute } = plan;
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
    count() {
      turn();
      today++;
      thisMinute++;
      return {
        refusedBy: today > perDay ? 'requests' : thisMinute > perMinute ? 'rateLimit' : null,
        headers: Object.entries({
          'x-ratelimit-requests-limit': perDay,
          'x-ratelimit-requests-remaining': Math.max(0, perDay - today),
          'X-RateLimit-Limit': perMinute,
          'X-RateLimit-Remaining': Math.max(0, perMinute - thisMinute),
        }).flatMap(([name, value]) => [name, String(value)]),
      };
    },
    usedToday() {
      turn();
      return today;
    },
  };
}
