/**
 * The product for a long time under little load: does anything grow that nothing prunes? `--minutes 9`, `--every 15` seconds between
 * samples, `--rate 5` requests a second and `--sockets 50` all the while, `--profile personal` for the limits of the practice world.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { openProduct } from '../harness/product.ts';
import { median, round, spread } from '../harness/statistics.ts';
import { ask, listen } from '../load/crowd.ts';
import { boundOf } from './bounded-by.ts';
import { findGrowth, growthOf, type TimedSample } from './growth-of.ts';
import { takeSample } from './sample.ts';

const MEMORY = 'process gamekeeper: memory bytes';
const HEAP = 'heap: used bytes';
const HANDLES = 'process gamekeeper: handles';

export async function run(): Promise<BenchmarkResult> {
  const { minutes, every, rate, sockets, profile } = readOptions({
    minutes: 9,
    every: 15,
    rate: 5,
    sockets: 50,
    profile: 'personal',
  });
  const seconds = minutes * 60;
  const product = await openProduct({ PRACTICE_PROFILE: profile });
  const over = new AbortController();
  const crowd = await listen(product.url, sockets);
  const asking = ask({
    url: product.url,
    seconds,
    requestsPerSecond: rate,
    signal: over.signal,
  });
  const samples: TimedSample[] = [];
  try {
    const startedAt = performance.now();
    for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - startedAt) / 1000) {
      const figures = await takeSample(product);
      samples.push({ atMinutes: elapsed / 60, figures });
      const shown = [MEMORY, HEAP, HANDLES].map((name) => `${name} ${figures.get(name)}`);
      console.log(`${(elapsed / 60).toFixed(1)} min: ${shown.join(', ')}`);
      await delay(every * 1000);
    }
  } finally {
    over.abort();
    const { requests, refused, errors, faults } = await asking;
    console.log({ requests, refused, errors, ...faults, sockets: (await crowd.report()).open });
    await crowd.stop();
    await product.stop();
  }
  return toResult(samples);
}

function toResult(samples: readonly TimedSample[]): BenchmarkResult {
  const grown = findGrowth(samples);
  for (const { name, perHour } of grown)
    console.log(`${name}: +${perHour}/h (${boundOf(name) ?? 'NOT EXPLAINED'})`);
  const unexplained = grown.filter(({ name }) => boundOf(name) === undefined);
  const quarters = [1, 2, 3, 4].map((quarter) => [`quarter${quarter}`, quarterOf(samples, quarter)]);
  return {
    ours: {
      minutes: round(samples.at(-1)?.atMinutes ?? 0),
      memoryMbPerHour: Math.round(growthOf(MEMORY, samples).perHour / 1e6),
      heapMbPerHour: Math.round(growthOf(HEAP, samples).perHour / 1e6),
      handlesPerHour: growthOf(HANDLES, samples).perHour,
      growing: grown.length,
      unexplained: unexplained.length,
    },
    peers: {},
    floor: {},
    steps: Object.fromEntries([
      ...quarters,
      ...grown.map(({ name, first, last, perHour }) => [
        name,
        { first, last, perHour, isExplained: boundOf(name) === undefined ? 0 : 1 },
      ]),
    ]) as Record<string, Figures>,
  };
}

/** The lowest heap of a quarter is close to what is live: the rest is garbage that was not collected yet. */
function quarterOf(samples: readonly TimedSample[], quarter: number): Figures {
  const whole = samples.at(-1)?.atMinutes ?? 0;
  const own = samples.filter(({ atMinutes }) => Math.ceil((4 * atMinutes) / whole) === quarter);
  const valuesOf = (name: string) => own.map(({ figures }) => figures.get(name) ?? 0);
  return {
    memoryMb: Math.round(median(valuesOf(MEMORY)) / 1e6),
    memoryMbMad: Math.round(spread(valuesOf(MEMORY)) / 1e6),
    lowestHeapMb: Math.round(Math.min(...valuesOf(HEAP)) / 1e6),
    handles: median(valuesOf(HANDLES)),
    handlesMad: spread(valuesOf(HANDLES)),
  };
}
