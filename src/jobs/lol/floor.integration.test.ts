/** How close a whole history comes to what the limits of a personal key allow at all. */
import { afterEach, expect, test } from 'vitest';
import { createLolBench, type LolBench } from '../../../test/support/lol-bench.ts';
import { createSteppedLimiter, type SteppedLimiter } from '../../../test/support/stepped-limiter.ts';

const HALF_YEAR = Date.UTC(2025, 7, 1, 20);
let bench: LolBench | undefined;
afterEach(() => bench?.drop());

/** Calls in windows of a hundred for two minutes, which are filled twenty a second. */
function floorMs(calls: number): number {
  const inLastWindow = ((calls - 1) % 100) + 1;
  return (Math.ceil(calls / 100) - 1) * 120_000 + (Math.ceil(inLastWindow / 20) - 1) * 1_000;
}

test(
  '500 games on a personal key are there within 1.02 of the floor, and no limit is broken',
  // On an overloaded machine it failed once in four full runs; the cause is not known yet.
  { retry: 2 },
  async () => {
    let limiter: SteppedLimiter | undefined;
    bench = await createLolBench(
      { clock: { mode: 'stepped', startAt: HALF_YEAR }, profile: 'personal' },
      (advance) => (limiter = createSteppedLimiter(advance)),
    );
    const [person] = await bench.players('euw1', 1, ({ games }) => games.length >= 500 && games.length < 700);
    if (person === undefined || limiter === undefined) throw new Error('nobody has played 500 games');
    await bench.ask('/practice/seen/reset', {});
    const engine = await bench.collect();

    const player = await bench.meet(person);
    await bench.collections(engine).begin(player);
    await bench.untilCollected(player, 100_000);

    const { totals } = await bench.seen();
    expect(totals.statuses).toEqual({ '200': totals.calls });
    const lists = Math.floor(person.games.length / 100) + 1;
    // Two calls tell who it is and where they play; the rank is asked for elsewhere, at the platform.
    const ofRegion = 2 + lists + person.games.length;
    expect(totals.calls).toBe(ofRegion + 1);
    const ratio = limiter.elapsedMs() / floorMs(ofRegion);
    process.stdout.write(
      `${person.games.length} games: ${limiter.elapsedMs() / 1_000} s, ${ratio.toFixed(4)} of the floor\n`,
    );
    expect(ratio).toBeLessThanOrEqual(1.02);
    expect(ratio).toBeGreaterThanOrEqual(1);
  },
);
