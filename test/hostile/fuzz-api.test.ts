/**
 * The real product in the practice world, asked everything that its description has, in every manner (`fuzz-api.ts`). Longer with `DRILL=1`.
 */
import { expect, onTestFinished, test } from 'vitest';
import { findLogFaults } from '../drill/log-faults.ts';
import {
  eventually,
  makeDataDirectory,
  readRunningStatus,
  startProduct,
  stopProduct,
  WITHOUT_CLIPS,
} from '../support/product.ts';
import { claim } from './claim.ts';
import { fuzzApi } from './fuzz-api.ts';
import { printedSeed } from '../support/printed-seed.ts';
import { isDrill, secondsOf } from './trial-size.ts';

const TOKEN = 'gk_hostile-admin-token-that-nobody-may-see-0123456789';
const SECONDS = secondsOf(4, 300);
/** All that the process may come to in so short a time, with the crawl and the practice world in it. */
const MAX_BYTES = 1024 * 1024 * 1024;
/** In a drill, from the middle to the end: by then caches are full and code is compiled. */
const MAX_GROWTH_BYTES = 150 * 1024 * 1024;

test(
  'nothing that is asked makes the API fail, hang, grow, tell a secret or answer what it does not describe',
  async () => {
    const seed = printedSeed('fuzzing the API');
    const directory = makeDataDirectory();
    onTestFinished(directory.remove);
    const product = startProduct(directory.path, {
      ...WITHOUT_CLIPS,
      ADMIN_TOKEN: TOKEN,
      RATE_LIMIT_PER_MINUTE: '1000000',
      RIOT_PLATFORMS: 'euw1',
      LOG_LEVEL: 'warn',
    });
    onTestFinished(async () => void (await stopProduct(product)));
    const url = await product.ready;
    await eventually(async () => (await hasGames(url)) || undefined, 'there are games to ask about');

    const outcome = await fuzzApi({ url, token: TOKEN, seed, seconds: SECONDS });
    const resident = await residentBytes(url);

    process.stdout.write(
      `${outcome.requests} requests to ${outcome.operations} operations, slowest ${outcome.slowestMs} ms, ` +
        `${Math.round(resident / 1_048_576)} MiB, statuses ${JSON.stringify(outcome.statuses)}\n`,
    );
    expect(outcome.mismatches).toEqual([]);
    expect([outcome.fiveHundreds, outcome.hangs]).toEqual([0, 0]);
    // It was really asked, and got further in than the door.
    expect(outcome.operations).toBeGreaterThan(45);
    expect(outcome.statuses['200']).toBeGreaterThan(30);
    expect(outcome.statuses['400']).toBeGreaterThan(30);
    expect(resident).toBeLessThan(MAX_BYTES);
    if (isDrill()) {
      await fuzzApi({ url, token: TOKEN, seed: seed + 1, seconds: SECONDS });
      claim((await residentBytes(url)) - resident).toBeLessThan(MAX_GROWTH_BYTES);
    }
    expect((await readRunningStatus(url)).state).toBe('running');
    expect(findLogFaults(product.log(), false)).toEqual([]);
  },
  SECONDS * 4_000 + 300_000,
);

async function hasGames(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/tft/explore?queue=any`);
  const answer = (await response.json()) as { baseline?: { n: number } };
  return (answer.baseline?.n ?? 0) > 0;
}

async function residentBytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
}
