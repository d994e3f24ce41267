/** F5: the product is there before PostgreSQL is. It says so, waits, and begins by itself. */
import { setTimeout as delay } from 'node:timers/promises';
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';

const LATE_MS = 3_000;
/** A few seconds where nothing else runs. */
const READY_WITHIN_MS = 30_000;

export const latePostgres = createCrawlFault({
  id: 'F5',
  name: 'the product starts before PostgreSQL',
  plan: () => ({ fleet: ['api,worker,projector,scheduler'], postgresComesLate: true }),
  async trouble(crawl, { signal }) {
    await delay(LATE_MS, undefined, { signal });
    const wrong = crawl.main().readyMs() === null ? [] : ['it was ready before PostgreSQL was there'];
    await crawl.stores?.startPostgres();
    const from = performance.now();
    await crawl.url();
    const readyMs = performance.now() - from;
    if (readyMs > READY_WITHIN_MS)
      wrong.push(`ready ${Math.round(readyMs)} ms after PostgreSQL; expected ${READY_WITHIN_MS}`);
    await untilUnderWay(crawl);
    return { times: 1, recoveriesMs: [readyMs], wrong };
  },
});
