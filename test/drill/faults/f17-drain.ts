/**
 * F17: told to stop while as many calls are under way as the limits let go. It ends in time and with 0, every call under way is still
 * written down, no job is left to be taken for dead, and the next start goes on at once.
 */
import { until } from '../../support/until.ts';
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';
import type { Crawl } from '../crawl-stage.ts';
import { TROUBLED_CRAWLS } from '../drill-sizes.ts';

/** Slow bodies, so that many are under way at once; none takes longer than what a stop waits for. */
const SLOW_BODIES = {
  kind: 'delay-after-counting',
  methods: ['tft-match-v1.getMatch'],
  minMs: 500,
  maxMs: 1_200,
};
const STOPS = { short: 2, long: 10 } as const;
/** SHUTDOWN_SECONDS for the work, and some for stores that are stopped in order. */
const MOST_STOPPING_MS = 5_000 + 15_000;

/** So often, each time as soon as at least so many calls are under way. */
async function drain(crawl: Crawl, stops: number, least: number) {
  await untilUnderWay(crawl);
  const wrong: string[] = [];
  const recoveriesMs: number[] = [];
  const stoppedInMs: number[] = [];
  let underWay = 0;
  for (let stop = 0; stop < stops; stop++) {
    const isOver = (await crawl.untilProgress('the crawl goes on')) === null;
    if (isOver) break;
    // At the end of a crawl there may never be so many again.
    const seen = await until('calls are under way', 10_000, async () => {
      const now = await crawl.upstream.seen();
      return now.inFlight >= least ? now : undefined;
    }).catch(() => null);
    if (seen === null) break;
    underWay += seen.inFlight;
    const from = performance.now();
    await crawl.end(crawl.main(), 'SIGTERM');
    stoppedInMs.push(performance.now() - from);
    const again = performance.now();
    await crawl.begin().untilReady();
    const ms = await crawl.untilProgress('a game is stored after the restart');
    if (ms !== null) recoveriesMs.push(performance.now() - again);
  }
  const longest = Math.round(Math.max(0, ...stoppedInMs));
  if (longest > MOST_STOPPING_MS)
    wrong.push(`a stop took ${longest} ms; expected at most ${MOST_STOPPING_MS}`);
  return {
    times: stoppedInMs.length,
    recoveriesMs,
    wrong,
    detail: `${underWay} calls under way at the stops, which took ≤ ${longest} ms`,
  };
}

export const drainFault = createCrawlFault({
  id: 'F17',
  name: 'told to stop in full swing',
  plan: ({ size }) => ({
    world: { ...TROUBLED_CRAWLS[size].world, limits: '50:1,400:10', rules: [SLOW_BODIES] },
  }),
  trouble: (crawl, { size }) => drain(crawl, STOPS[size], 25),
  judge: ({ retaken, repeated }) => ({
    wrong: [
      ...(retaken > 0 ? [`${retaken} jobs were left to be taken for dead`] : []),
      ...(repeated > 0 ? [`${repeated} bodies had to be asked for again`] : []),
    ],
    detail: '',
  }),
});
