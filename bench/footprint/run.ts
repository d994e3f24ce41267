/** How long the product takes to start, and what it costs to leave it running. */
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataDirectory, startProduct, stopProduct } from '../../test/support/product.ts';
import type { BenchmarkResult } from '../benchmark.ts';
import { withDescendants } from '../process-tree.ts';

/** What is due after a start is done, its idle connections are given up, and the memory that it took is collected. */
const SETTLE_MS = 120_000;
const MEASURE_MS = 60_000; // Everything that is done every minute is in it once.
/** With nothing to collect; otherwise it collects from the practice world. */
const AT_REST = { PRACTICE: 'off' };
const TICKS_PER_SECOND = 100;

export async function run(): Promise<BenchmarkResult> {
  const directory = makeDataDirectory();
  try {
    const first = await timeStart(directory.path, AT_REST);
    await stopProduct(first.product);
    const warm = await timeStart(directory.path, AT_REST);
    const pageMs = await timePage(warm.url);
    const idle = await measure(warm.product.process.pid ?? 0);
    await stopProduct(warm.product);
    const crawling = await timeStart(directory.path, {});
    const busy = await measure(crawling.product.process.pid ?? 0);
    await stopProduct(crawling.product);
    return {
      ours: {
        firstStartSeconds: first.seconds,
        warmStartSeconds: warm.seconds,
        pageMs,
        processes: idle.processes,
        idleCpuPercent: idle.cpuPercent,
        rssMb: idle.rssMb,
        pssMb: idle.pssMb,
        crawlingCpuPercent: busy.cpuPercent,
        crawlingRssMb: busy.rssMb,
        crawlingPssMb: busy.pssMb,
      },
      peers: {},
      floor: { bareNodeStartSeconds: timeBareNode() },
    };
  } finally {
    directory.remove();
  }
}

async function timeStart(directory: string, environment: Record<string, string>) {
  const startedAt = performance.now();
  const product = startProduct(directory, environment);
  const url = await product.ready;
  return { product, url, seconds: round((performance.now() - startedAt) / 1000) };
}

async function timePage(url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url);
  await response.text();
  return round(performance.now() - startedAt);
}

function timeBareNode(): number {
  const startedAt = performance.now();
  spawnSync(process.execPath, ['-e', '0']);
  return round((performance.now() - startedAt) / 1000);
}

async function measure(root: number) {
  await delay(SETTLE_MS);
  const before = cpuTicks(root);
  await delay(MEASURE_MS);
  const ticks = cpuTicks(root) - before;
  const pids = withDescendants(root);
  const sum = (read: (pid: number) => number) => pids.reduce((all, pid) => all + read(pid), 0);
  return {
    processes: pids.length,
    cpuPercent: round((ticks / TICKS_PER_SECOND / (MEASURE_MS / 1000)) * 100),
    rssMb: Math.round(sum((pid) => kilobytes(`/proc/${pid}/status`, 'VmRSS')) / 1024),
    // Shared pages counted once: what would be free if it were not there.
    pssMb: Math.round(sum((pid) => kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss')) / 1024),
  };
}

/** With what children that have ended took: a clip's tools live for less than a second. */
function cpuTicks(root: number): number {
  return withDescendants(root).reduce((all, pid) => {
    const fields = readOrEmpty(`/proc/${pid}/stat`)
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    return all + fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0);
  }, 0);
}

function kilobytes(file: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(readOrEmpty(file))?.[1] ?? 0);
}

/** A process may end between being listed and being read. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
