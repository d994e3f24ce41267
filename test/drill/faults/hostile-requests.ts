/**
 * F15: every operation of the API, asked rightly, wrongly, as nonsense and as broken HTTP, with and without the admin's token. The admin
 * may do harm on purpose (delete, discard), so nothing is said here of what is kept: only that the product answers, in time and as
 * it says, and stays what it is.
 */
import { fuzzApi } from '../../hostile/fuzz-api.ts';
import { beginLife } from '../stage.ts';
import { findLogFaults } from '../log-faults.ts';
import { describeMemory, findMemoryFaults, watchMemory } from '../memory-watch.ts';
import { STOPPED, stopProduct } from '../../support/product.ts';
import { alone } from '../fault.ts';

const SECONDS = { short: 30, long: 300 } as const;
/** What is alive in the heap is found at its 100 MB again and again; above that is the room that V8 keeps under 400 requests a second. */
const MOST_MEMORY_BYTES = 1.2e9;
const TOKEN = 'drill-token-drill-token-drill-token-0';

export const hostileRequests = alone(
  { id: 'F15', name: 'hostile requests to every operation' },
  async ({ seed, size, directory, signal }) => {
    const life = beginLife(directory, {
      LOG_FORMAT: 'json',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ADMIN_TOKEN: TOKEN,
      RIOT_PLATFORMS: 'euw1',
      TFT_HISTORY_DAYS: '1',
    });
    const memory = watchMemory({ directory, pids: () => [life.product.process.pid] });
    try {
      const url = await life.untilReady();
      const found = await fuzzApi({ url, token: TOKEN, seed, seconds: SECONDS[size], signal });
      const health = await fetch(`${url}/healthz`).then(
        ({ status }) => status,
        (error: unknown) => String(error),
      );
      const { code } = await stopProduct(life.product);
      const peak = memory.peak();
      return {
        times: found.requests,
        acknowledged: 0,
        lost: [],
        duplicated: [],
        recoveriesMs: [],
        wrong: [
          ...found.mismatches,
          ...(found.fiveHundreds > 0 ? [`${found.fiveHundreds} answers were 5xx`] : []),
          ...(found.hangs > 0 ? [`${found.hangs} requests were never answered`] : []),
          ...(health === 200 ? [] : [`/healthz answers ${health} afterwards`]),
          ...(code === STOPPED ? [] : [`it ended with ${code} when it was told to stop`]),
          ...findMemoryFaults(peak, MOST_MEMORY_BYTES),
          ...findLogFaults(life.product.log(), false),
        ],
        detail: `${found.operations} operations, ${JSON.stringify(found.statuses).replaceAll('"', '')}, slowest ${Math.round(found.slowestMs)} ms, ${describeMemory(peak)}`,
      };
    } finally {
      memory.stop();
      await stopProduct(life.product);
    }
  },
);
