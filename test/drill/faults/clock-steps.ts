/**
 * F11: the clock of the product steps an hour back, two hours forward, and back to the right time, in a zone with an odd offset, while
 * PostgreSQL keeps the right time. Each step lasts longer than the longest window of the upstream's limits, so that a limiter that reads
 * this clock would open or close a window at the wrong moment. Games are stored all the while.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { untilUnderWay, type Crawl } from '../crawl.ts';
import { CRAWLS, createCrawlGroup, type CrawlFault } from '../crawl-faults.ts';

const HOUR_MS = 3_600_000;
const ROUNDS = { short: 1, long: 4 } as const;
/** Low enough for work to be left at the end of the last step. */
const LIMITS = { short: '12:1,80:10', long: '20:1,200:10' } as const;
const BEYOND_WINDOW_MS = 2_000;
const PRELOAD = pathToFileURL(join(import.meta.dirname, '../run-with-skewed-clock.ts')).href;

const clockFile = (directory: string): string => join(directory, 'clock-offset');

interface Step {
  readonly offsetMs: number;
  /** How long the clock was wrong by so much. */
  readonly lastedMs: number;
  /** As the product reports its time. */
  readonly skewMs: number;
  /** Until the first match was stored; null: there was none left. */
  readonly recoveryMs: number | null;
  /** A match was stored after the longest window had passed. */
  readonly storedLate: boolean;
}

const clockSteps: CrawlFault = {
  id: 'F11',
  name: 'the clock steps by an hour, back and forth',
  async trouble(crawl, { size, directory }) {
    await untilUnderWay(crawl);
    const windowMs = longestWindowMs(crawl.plan.world.limits);
    const offsets = Array.from({ length: ROUNDS[size] }, () => [-HOUR_MS, HOUR_MS, 0]).flat();
    const steps: Step[] = [];
    for (const offsetMs of offsets) {
      writeFileSync(clockFile(directory), String(offsetMs));
      steps.push(await watchStep(crawl, offsetMs, windowMs + BEYOND_WINDOW_MS));
    }
    const shortest = Math.min(...steps.map(({ lastedMs }) => lastedMs));
    return {
      times: steps.length,
      recoveriesMs: steps.flatMap(({ recoveryMs }) => recoveryMs ?? []),
      wrong: findStepFaults(steps, windowMs),
      detail: `each for at least ${Math.round(shortest / 1_000)} s, longest window ${windowMs / 1_000} s`,
    };
  },
};

export const wrongClock = createCrawlGroup({
  faults: [clockSteps],
  plan({ directory, size }) {
    writeFileSync(clockFile(directory), '0');
    return {
      world: { ...CRAWLS[size].world, limits: LIMITS[size] },
      clockSlackMs: 2 * HOUR_MS,
      environment: {
        NODE_OPTIONS: `--import ${PRELOAD}`,
        DRILL_CLOCK_FILE: clockFile(directory),
        TZ: 'Pacific/Chatham',
      },
    };
  },
});

async function watchStep(crawl: Crawl, offsetMs: number, lastsMs: number): Promise<Step> {
  const from = performance.now();
  const what = `a match is stored with a clock that is wrong by ${offsetMs} ms`;
  const recoveryMs = await crawl.untilProgress(what);
  const skewMs = await readSkew(await crawl.url());
  await delay(Math.max(0, from + lastsMs - performance.now()), undefined, { signal: crawl.plan.signal });
  const storedLate = (await crawl.untilProgress(`${what} for longer than any window`)) !== null;
  return { offsetMs, lastedMs: performance.now() - from, skewMs, recoveryMs, storedLate };
}

/** Of limits such as `30:1,250:10`, which are calls and seconds. */
export function longestWindowMs(limits: string): number {
  return Math.max(...limits.split(',').map((limit) => Number(limit.split(':')[1]))) * 1_000;
}

/** Without the check of the skew, a preload that does nothing would pass for a product that tolerates every clock. */
export function findStepFaults(steps: readonly Step[], windowMs: number): string[] {
  return steps.flatMap(({ offsetMs, lastedMs, skewMs, storedLate }) => [
    ...(lastedMs > windowMs
      ? []
      : [
          `the clock was ${offsetMs} ms off for ${Math.round(lastedMs)} ms; the longest window has ${windowMs}`,
        ]),
    ...(Math.abs(skewMs - offsetMs) > 10_000
      ? [`the product's clock is ${Math.round(skewMs)} ms off; it was set ${offsetMs} ms off`]
      : []),
    ...(storedLate ? [] : [`no match was left to be stored while the clock was ${offsetMs} ms off`]),
  ]);
}

async function readSkew(url: string): Promise<number> {
  const { now } = (await (await fetch(`${url}/api/status`)).json()) as { now: string };
  return Date.parse(now) - Date.now();
}
