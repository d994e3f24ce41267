/**
 * The product for a long time under little load: does anything grow that nothing prunes? `--minutes 20`, `--every 15` seconds between looks,
 * `--rate 5` requests a second and `--sockets 50` all the while, `--profile personal` for the limits of the practice world.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '@clickhouse/client';
import { connectTo } from '../../test/support/acknowledged-rows.ts';
import { makeDataDirectory, startProduct, stopProduct } from '../../test/support/product.ts';
import { startSharedStores } from '../../test/drill/shared-stores.ts';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { ask, listen } from '../load/crowd.ts';
import { makeRequestMix } from '../load/request-mix.ts';
import { boundOf } from './bounded-by.ts';
import { findGrowth, growthOf, type Grown, type TimedSample } from './growth-of.ts';
import { DEBUGGER_SETTINGS, readLiveMemory } from './live-memory.ts';
import { sampleProduct, type Soaked } from './sample-product.ts';

interface Plan {
  readonly minutes: number;
  readonly everySeconds: number;
  readonly rate: number;
  readonly sockets: number;
  /** Where each sample is written at once, as a line: a soak that is cut short still tells something. */
  readonly samplesFile: string | undefined;
}

const SHOWN = [
  'process gamekeeper: memory bytes',
  'process clickhouse: memory bytes',
  'process postgres: memory bytes',
  'heap: used bytes',
  'process gamekeeper: handles',
] as const;

export async function run(): Promise<BenchmarkResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      minutes: { type: 'string', default: '20' },
      every: { type: 'string', default: '15' },
      rate: { type: 'string', default: '5' },
      sockets: { type: 'string', default: '50' },
      profile: { type: 'string', default: 'personal' },
      samples: { type: 'string' },
    },
  });
  const plan: Plan = {
    minutes: Number(values.minutes),
    everySeconds: Number(values.every),
    rate: Number(values.rate),
    sockets: Number(values.sockets),
    samplesFile: values.samples,
  };
  const directory = makeDataDirectory();
  // In our hands, so that ClickHouse can be asked beside the product.
  const stores = await startSharedStores(directory.path);
  const product = startProduct(directory.path, {
    ...stores.environment,
    ...DEBUGGER_SETTINGS,
    PRACTICE_PROFILE: values.profile,
  });
  const clickhouse = createClient({ url: stores.environment['CLICKHOUSE_URL'] ?? '' });
  try {
    const url = await product.ready;
    const postgres = await connectTo(directory.path);
    try {
      const soaked = { rootPid: process.pid, url, directory: directory.path, postgres, clickhouse };
      return toResult(await soak(soaked, plan, () => readLiveMemory(product)));
    } finally {
      await postgres.end();
    }
  } finally {
    await clickhouse.close();
    await stopProduct(product);
    await stores.stop();
    directory.remove();
  }
}

async function soak(
  soaked: Soaked,
  plan: Plan,
  liveMemory: () => Promise<Readonly<Record<string, number>>>,
): Promise<readonly TimedSample[]> {
  const over = new AbortController();
  const crowd = await listen(soaked.url, plan.sockets);
  const seconds = plan.minutes * 60;
  const routes = await makeRequestMix(soaked.url);
  const { url } = soaked;
  const asking = ask({ url, seconds, requestsPerSecond: plan.rate, routes, signal: over.signal });
  const samples: TimedSample[] = [];
  let quarters = 1;
  const startedAt = performance.now();
  try {
    for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - startedAt) / 1000) {
      const figures = await sampleProduct(soaked);
      const atMinutes = Math.round((performance.now() - startedAt) / 600) / 100;
      samples.push({ atMinutes, figures });
      tell(plan, atMinutes, figures);
      if (elapsed >= (quarters * seconds) / 4) {
        quarters += 1;
        tellLive(await liveMemory());
      }
      await delay(plan.everySeconds * 1000);
    }
    tellLive(await liveMemory());
  } finally {
    over.abort();
    const { requests, refused, errors, faults } = await asking;
    console.log({ requests, refused, errors, ...faults, sockets: (await crowd.report()).open });
    await crowd.stop();
  }
  return samples;
}

function tell({ samplesFile }: Plan, atMinutes: number, figures: ReadonlyMap<string, number>): void {
  const shown = SHOWN.map((name) => `${name.replace(/^process | bytes$/g, '')} ${short(name, figures)}`);
  console.log(`${atMinutes} min: ${shown.join(', ')}`);
  if (samplesFile !== undefined)
    appendFileSync(samplesFile, `${JSON.stringify({ atMinutes, ...Object.fromEntries(figures) })}\n`);
}

/** Now and then, because what is collected here does not show as growth in the other figures. */
function tellLive(live: Readonly<Record<string, number>>): void {
  const threads = Object.entries(live).map(([thread, bytes]) => `${thread} ${(bytes / 1e6).toFixed(1)} MB`);
  console.log(`live after a collection of garbage: ${threads.join(', ')}`);
}

function short(name: string, figures: ReadonlyMap<string, number>): string {
  const value = figures.get(name) ?? 0;
  return name.endsWith('bytes') ? `${Math.round(value / 1e6)} MB` : String(value);
}

function toResult(samples: readonly TimedSample[]): BenchmarkResult {
  const grown = findGrowth(samples);
  const unexplained = grown.filter(({ name }) => boundOf(name) === undefined);
  for (const { name, perHour } of grown)
    console.log(`${name}: +${perHour}/h (${boundOf(name) ?? 'NOT EXPLAINED'})`);
  const perHour = (name: string): number => growthOf(name, samples).perHour;
  const last = samples.at(-1)?.figures;
  return {
    ours: {
      minutes: Math.round(samples.at(-1)?.atMinutes ?? 0),
      memoryMb: Math.round((last?.get('process gamekeeper: memory bytes') ?? 0) / 1e6),
      memoryMbPerHour: Math.round(perHour('process gamekeeper: memory bytes') / 1e6),
      heapMb: Math.round((last?.get('heap: used bytes') ?? 0) / 1e6),
      heapMbPerHour: Math.round(perHour('heap: used bytes') / 1e6),
      handles: last?.get('process gamekeeper: handles') ?? 0,
      handlesPerHour: perHour('process gamekeeper: handles'),
      growing: grown.length,
      unexplained: unexplained.length,
    },
    peers: {},
    floor: {},
    growth: Object.fromEntries(grown.map((one) => [one.name, toFigures(one)])),
  };
}

function toFigures({ name, first, last, perHour }: Grown): Figures {
  return { first, last, perHour, isExplained: boundOf(name) === undefined ? 0 : 1 };
}
