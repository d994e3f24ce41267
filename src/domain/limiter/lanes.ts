/**
 * Which lane's call goes next: by weight, so that a waiting person overtakes nearly everything, and a backfill still gets its turn
 * while people keep coming. Every lane that waits earns its weight with each turn; the richest goes and pays for all.
 */
import { LANES, type Lane } from './limiter.ts';

export type LaneCounts = Record<Lane, number>;

const WEIGHTS: Readonly<LaneCounts> = { person: 12, live: 3, backfill: 1 };

export function noCalls(): LaneCounts {
  return { person: 0, live: 0, backfill: 0 };
}

/** Undefined when nobody waits. Changes `credits`, which have to be kept for the next turn. */
export function nextLane(credits: LaneCounts, waiting: Readonly<LaneCounts>): Lane | undefined {
  const lanes = LANES.filter((lane) => waiting[lane] > 0);
  let next: Lane | undefined;
  let price = 0;
  for (const lane of lanes) {
    credits[lane] += WEIGHTS[lane];
    price += WEIGHTS[lane];
    if (next === undefined || credits[lane] > credits[next]) next = lane;
  }
  if (next !== undefined) credits[next] -= price;
  return next;
}
