/**
 * How long the product takes to start, and what it costs to leave it running: at rest, and while it collects from the practice world.
 * `--rounds 3` starts of each kind, `--settle 60` seconds before memory and processor time are measured, `--seconds 45` for each of
 * three measurements.
 */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDirectory } from '../../test/support/product.ts';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { openProduct, type Product } from '../harness/product.ts';
import { readProcessTree, treeCpuSeconds } from '../harness/process-tree.ts';
import { timeMs } from '../harness/rounds.ts';
import { summarise, summariseEach } from '../harness/statistics.ts';

/** Nothing to collect. */
const AT_REST = { PRACTICE: 'off' };

export async function run(): Promise<BenchmarkResult> {
  const plan: Plan = readOptions({ rounds: 3, settle: 60, seconds: 45 });
  const starts: Figures[] = [];
  for (let nth = 0; nth < plan.rounds; nth++) starts.push(await measureStarts());
  const bareNode: number[] = [];
  for (let nth = 0; nth < plan.rounds; nth++)
    bareNode.push((await timeMs(async () => spawnSync(process.execPath, ['-e', '0']))) / 1000);
  return {
    ours: {
      ...summariseEach(starts),
      ...(await withProduct(AT_REST, (product) => measureUse('rest', product, plan))),
      ...(await withProduct({}, (product) => measureUse('collecting', product, plan))),
    },
    peers: {},
    floor: summarise('bareNodeStartSeconds', bareNode),
  };
}

/** The first start creates the PostgreSQL cluster, the second one finds it. */
async function measureStarts(): Promise<Figures> {
  const directory = makeDataDirectory();
  try {
    const first = await openProduct(AT_REST, directory.path);
    await first.stop();
    const warm = await openProduct(AT_REST, directory.path);
    const pageMs = await timeMs(async () => (await fetch(warm.url)).text());
    await warm.stop();
    return { firstStartSeconds: first.startSeconds, warmStartSeconds: warm.startSeconds, pageMs };
  } finally {
    directory.remove();
  }
}

async function withProduct<T>(
  environment: Readonly<Record<string, string>>,
  measure: (product: Product) => Promise<T>,
): Promise<T> {
  const product = await openProduct(environment);
  try {
    return await measure(product);
  } finally {
    await product.stop();
  }
}

interface Plan {
  readonly rounds: number;
  readonly settle: number;
  readonly seconds: number;
}

/** Of the process and all its descendants, also of those that ended meanwhile: a clip's tools live for less than a second. */
async function measureUse(name: string, { pid }: Product, plan: Plan): Promise<Figures> {
  await delay(plan.settle * 1000);
  const samples: Figures[] = [];
  for (let nth = 0; nth < plan.rounds; nth++) {
    const before = treeCpuSeconds(pid);
    await delay(plan.seconds * 1000);
    const tree = readProcessTree(pid);
    const megabytes = (read: 'rssBytes' | 'pssBytes') =>
      Math.round(tree.reduce((sum, one) => sum + one[read], 0) / 1e6);
    samples.push({
      [`${name}CpuPercent`]: ((treeCpuSeconds(pid) - before) / plan.seconds) * 100,
      [`${name}RssMb`]: megabytes('rssBytes'),
      [`${name}PssMb`]: megabytes('pssBytes'),
      [`${name}Processes`]: tree.length,
    });
  }
  return summariseEach(samples);
}
