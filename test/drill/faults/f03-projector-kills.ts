/** F3: of two processes that could project, the one that leads gets `kill -9` in the middle of its batches; the other one takes over. */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';
import type { Crawl } from '../crawl-stage.ts';

const KILLS = { short: 3, long: 25 } as const;
const TAKEN_OVER_WITHIN_MS = 20_000;

async function countBatches(crawl: Crawl): Promise<number> {
  const [row] = await crawl.ask<{ done: number }>(
    `select count(*)::int as done from gamekeeper.batch where state = 'done' and projection = 'tft'`,
  );
  return row?.done ?? 0;
}

export const projectorKills = createCrawlFault({
  id: 'F3',
  name: 'kill -9 of the projector that leads',
  plan: () => ({ fleet: ['api,worker,scheduler', 'projector', 'projector'] }),
  async trouble(crawl, { size, chance, signal }) {
    await untilUnderWay(crawl);
    const [, ...projectors] = crawl.running;
    const recoveriesMs: number[] = [];
    let times = 0;
    while (times < KILLS[size]) {
      await Promise.all(projectors.map((projector) => projector.untilReady()));
      await delay(chance() * 1_000, undefined, { signal });
      const leader = projectors.find(({ product }) => product.log().lastIndexOf('projector leads') >= 0);
      const victim = leader ?? projectors[0];
      if (victim === undefined) throw new Error('there is no projector');
      projectors.splice(projectors.indexOf(victim), 1);
      const before = await countBatches(crawl);
      await crawl.end(victim, 'SIGKILL');
      times++;
      const from = performance.now();
      projectors.push(crawl.begin('projector'));
      if ((await crawl.untilProgress('there is something to project')) === null) break;
      await until('a batch is written by another one', TAKEN_OVER_WITHIN_MS, async () => {
        return (await countBatches(crawl)) > before;
      });
      recoveriesMs.push(performance.now() - from);
    }
    return { times, recoveriesMs };
  },
});
