/** F2: the whole product gets `kill -9`, while it starts and while it works; PostgreSQL outlives it and is adopted by the next start. */
import { runCrawlKillDrill } from '../crawl-kill-drill.ts';
import { LONG_DRILL, SHORT_DRILL } from '../drill-sizes.ts';
import type { Fault } from '../fault.ts';

export const productKills: Fault = {
  id: 'F2',
  name: 'kill -9 of the whole product',
  async run({ seed, size, signal }) {
    const sizes = size === 'short' ? { ...SHORT_DRILL, kills: 3 } : { ...LONG_DRILL, kills: 25 };
    const result = await runCrawlKillDrill({ ...sizes, seed, signal });
    const { lives, stored, missing, needless, repeatedByKills, voidBatches, calls } = result;
    return {
      times: lives.length - 1,
      acknowledged: stored,
      lost: result.lost,
      duplicated: [...result.duplicated, ...needless],
      recoveriesMs: lives.slice(1).flatMap(({ readyMs }) => readyMs ?? []),
      wrong: result.faults,
      detail: `${stored} games in ${calls} calls, ${missing} not to be had, ${repeatedByKills} bodies lost in flight, ${voidBatches} batches taken back`,
    };
  },
};
