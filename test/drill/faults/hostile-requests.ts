/**
 * F15: every operation of the API, asked rightly, wrongly, with nonsense and as broken HTTP, with and without the admin token. The admin may
 * delete and discard, so nothing is proved of what is stored: only that the product answers, in time and as described.
 */
import { fuzzApi } from '../../hostile/fuzz-api.ts';
import { alone } from '../fault.ts';
import { describeMemory, findMemoryFaults } from '../memory-watch.ts';
import { openStage } from '../stage.ts';

const SECONDS = { short: 30, long: 300 } as const;
/** What is alive in the heap is found at its 100 MB again and again; above that is the room that V8 keeps under 400 requests a second. */
const MOST_MEMORY_BYTES = 1.2e9;
const TOKEN = 'drill-token-drill-token-drill-token-0';

export const hostileRequests = alone(
  { id: 'F15', name: 'hostile requests to every operation' },
  async ({ seed, size, directory, signal }) => {
    const environment = {
      LOG_FORMAT: 'json',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ADMIN_TOKEN: TOKEN,
      RIOT_PLATFORMS: 'euw1',
      TFT_HISTORY_DAYS: '1',
    };
    const stage = await openStage({ directory, signal, environment });
    try {
      const life = stage.begin();
      const url = await life.untilReady();
      const found = await fuzzApi({ url, token: TOKEN, seed, seconds: SECONDS[size], signal });
      const health = await fetch(`${url}/healthz`);
      await stage.end(life, 'SIGTERM');
      const peak = stage.memory.peak();
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
          ...(health.ok ? [] : [`/healthz answers ${health.status} afterwards`]),
          ...stage.faults,
          ...findMemoryFaults(peak, MOST_MEMORY_BYTES),
        ],
        detail: `${found.operations} operations, ${JSON.stringify(found.statuses).replaceAll('"', '')}, slowest ${Math.round(found.slowestMs)} ms, ${describeMemory(peak)}`,
      };
    } finally {
      await stage.close();
    }
  },
);
