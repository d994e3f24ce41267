/** The fault F2 of the drill alone, with three kills; `node test/drill/run-crawl-kills.ts --kills 25 --seed 1` is the long one. */
import { expect } from 'vitest';
import { runCrawlKillDrill } from './drill/crawl-kill-drill.ts';
import { SHORT_DRILL } from './drill/drill-sizes.ts';
import { whenDrilling } from './support/conditional-test.ts';
import { printedSeed } from './support/printed-seed.ts';

whenDrilling(
  'three kills of a crawl lose nothing, double nothing, and waste no call but those in flight',
  async () => {
    const seed = printedSeed('kills of a crawl');

    const result = await runCrawlKillDrill({ ...SHORT_DRILL, kills: 3, seed });

    expect(result).toMatchObject({ lost: [], duplicated: [], needless: [], faults: [], limited: 0 });
    expect(result.lives).toHaveLength(4);
    expect(result.stored + result.missing).toBeGreaterThanOrEqual(result.listed);
    expect(result.stored).toBeGreaterThan(100);
    expect(result.boards).toBeGreaterThan(7 * result.stored);
  },
);
