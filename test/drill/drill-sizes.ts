/**
 * How large the crawls of a drill are. The limits are low enough for the crawl to outlast the faults. The batches are many, because a
 * killed job is taken again only after ten seconds of silence of its worker: the next process must have other work until then.
 */
import type { CrawlPlan } from './crawl-stage.ts';
import type { KillSpans } from './kill-moments.ts';

type CrawlSize = Pick<CrawlPlan, 'world' | 'places' | 'historyDays' | 'restMs'>;
type BySize<Of> = Readonly<Record<'short' | 'long', Of>>;

const ONE_PLACE = [{ platform: 'euw1', region: 'europe' }];
const TWO_PLACES = [...ONE_PLACE, { platform: 'kr', region: 'asia' }];

/** Short: some 240 games of 200 players. Long: some 3,300 games of 430 players on two platforms of two regions. */
export const TROUBLED_CRAWLS: BySize<CrawlSize> = {
  short: {
    world: { players: 4_000, limits: '30:1,250:10', missingShare: 0.02 },
    places: ONE_PLACE,
    historyDays: 1,
    restMs: 120_000,
  },
  long: {
    world: { players: 4_000, limits: '40:1,300:10', missingShare: 0.01 },
    places: TWO_PLACES,
    historyDays: 7,
    restMs: 300_000,
  },
};

/** Of the whole product. The long form also kills it while it starts. */
export const PRODUCT_KILLS: BySize<CrawlSize & { readonly kills: number; readonly spans: KillSpans }> = {
  short: {
    ...TROUBLED_CRAWLS.short,
    world: { ...TROUBLED_CRAWLS.short.world, limits: '60:1,500:10' },
    kills: 3,
    spans: { shareAtStart: 0, startMs: 0, readyMs: 3_000 },
  },
  long: {
    ...TROUBLED_CRAWLS.long,
    kills: 25,
    spans: { shareAtStart: 0.25, startMs: 3_000, readyMs: 6_000 },
  },
};
