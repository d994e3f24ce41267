/**
 * The short form of what no other test does to the whole product: F6, F8, F9, F10 and a crash of the ClickHouse engine in one crawl, while
 * the upstream misbehaves all the time. `npm run drill` causes each of them more often.
 */
import { expect } from 'vitest';
import { createRandom } from '../../practice/randomness.ts';
import { onLinux } from '../support/conditional-test.ts';
import { printedSeed } from '../support/printed-seed.ts';
import { makeDataDirectory } from '../support/product.ts';
import { createCrawlGroup, type CrawlFault } from './crawl-faults.ts';
import { findViolations } from './fault.ts';
import { badUpstream, planBadUpstream } from './faults/bad-upstream.ts';
import { crashEngines, RESTARTED, terminatedSessions } from './faults/one-product.ts';

/** On two idle cores it takes less than a minute; other work beside it makes it slow, and not wrong. */
const MOST_MS = 400_000;

const engineCrash: CrawlFault = {
  id: 'F13',
  name: 'the ClickHouse engine crashes',
  trouble: (crawl, setting) => crashEngines(crawl, 1, setting),
};

const everything = createCrawlGroup({
  faults: [terminatedSessions, engineCrash, ...badUpstream.faults],
  plan: (setting, chosen) => ({ ...planBadUpstream(setting, chosen), expectedErrors: RESTARTED }),
});

onLinux(
  'a crawl loses nothing and doubles nothing, whatever the upstream and the machine do to it',
  async () => {
    const seed = printedSeed('drill');
    const random = createRandom(seed);
    const directory = makeDataDirectory();
    // Before the test's own end, so that nothing is left behind.
    const signal = AbortSignal.timeout(MOST_MS - 60_000);
    const chance = (): number => random.next();
    try {
      const setting = { seed, chance, size: 'short', directory: directory.path, signal } as const;
      const outcomes = await everything.run(setting, everything.faults);

      for (const [index, found] of outcomes.entries()) {
        if ('skipped' in found) throw new Error(found.skipped);
        expect([everything.faults[index]?.name, findViolations(found)]).toEqual([expect.any(String), []]);
        expect(found.acknowledged).toBeGreaterThan(100);
      }
    } finally {
      directory.remove();
    }
  },
  MOST_MS,
);
