/**
 * How large a drill is. The limits are small enough for the crawl to outlast the kills, and the batches so many that killed jobs, which
 * are taken again only when their worker has been silent for ten seconds, never leave the next life without work.
 */
import type { DrillOptions } from './crawl-kill-drill.ts';
import type { CrawlPlan } from './crawl-stage.ts';

type Size = Omit<DrillOptions, 'seed' | 'kills'>;

/** Some 3,300 games of 430 players on two platforms of two regions. */
export const LONG_DRILL: Size = {
  spans: { shareAtStart: 0.25, startMs: 3_000, readyMs: 6_000 },
  world: { players: 4_000, limits: '40:1,300:10', missingShare: 0.01 },
  places: [
    { platform: 'euw1', region: 'europe' },
    { platform: 'kr', region: 'asia' },
  ],
  historyDays: 7,
  lastLifeMs: 180_000,
};

/** Some 240 games of 200 players on one platform. */
export const SHORT_DRILL: Size = {
  spans: { shareAtStart: 0, startMs: 0, readyMs: 3_000 },
  world: { players: 4_000, limits: '60:1,500:10', missingShare: 0.02 },
  places: [{ platform: 'euw1', region: 'europe' }],
  historyDays: 1,
  lastLifeMs: 60_000,
};

type TroubledSize = Pick<CrawlPlan, 'world' | 'places' | 'historyDays' | 'restMs'>;

/** For crawls that something else is done to: slow enough to be under way while it lasts. */
export const TROUBLED_CRAWLS: Readonly<Record<'short' | 'long', TroubledSize>> = {
  short: {
    world: { players: 4_000, limits: '30:1,250:10', missingShare: 0.02 },
    places: SHORT_DRILL.places,
    historyDays: 1,
    restMs: 120_000,
  },
  long: {
    world: LONG_DRILL.world,
    places: LONG_DRILL.places,
    historyDays: LONG_DRILL.historyDays,
    restMs: 300_000,
  },
};
