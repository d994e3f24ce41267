/**
 * How the whole product bears a crowd: thousands of open pages and a mix of requests at rising rates, while it collects. `--sockets 2000`,
 * `--rates 25,50,100,…` requests a second, `--seconds 10` for each of them, `--games 1500` to be there before (or what two minutes bring).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectTo } from '../../test/support/acknowledged-rows.ts';
import { makeDataDirectory, startProduct, stopProduct } from '../../test/support/product.ts';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import type { Asked } from './ask-at-a-rate.ts';
import { ask, listen, type ListeningCrowd } from './crowd.ts';
import { makeRequestMix, type AskedRoute } from './request-mix.ts';
import { memoryMb, readMeasurements, watchMemory, type MemoryWatch } from './watch-product.ts';

const RATES = '25,50,100,200,400,800,1600';
const FILL_MS = 120_000;

interface Bench {
  readonly url: string;
  readonly directory: string;
  readonly seconds: number;
  readonly routes: readonly AskedRoute[];
  readonly crowd: ListeningCrowd;
  readonly memory: MemoryWatch;
}

export async function run(): Promise<BenchmarkResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      sockets: { type: 'string', default: '2000' },
      rates: { type: 'string', default: RATES },
      seconds: { type: 'string', default: '10' },
      games: { type: 'string', default: '1500' },
    },
  });
  const directory = makeDataDirectory();
  const product = startProduct(directory.path);
  const pid = product.process.pid ?? 0;
  const memory = watchMemory(pid);
  try {
    const url = await product.ready;
    const gamesFirst = await collectSome(directory.path, Number(values.games));
    const sockets = Number(values.sockets);
    const beforeMb = memoryMb(pid);
    const crowd = await listen(url, sockets);
    try {
      const opened = await crowd.report();
      const perSocketKb = ((memoryMb(pid) - beforeMb) * 1000) / Math.max(1, opened.open);
      const bench = { url, directory: directory.path, crowd, memory, seconds: Number(values.seconds) };
      const steps = await climb({ ...bench, routes: await makeRequestMix(url) }, values.rates);
      const ours = { ...summaryOf(steps), sockets: opened.open, perSocketKb: Math.round(perSocketKb) };
      return { ours: { ...ours, gamesFirst }, peers: {}, floor: {}, growth: steps };
    } finally {
      await crowd.stop();
    }
  } finally {
    memory.stop();
    await stopProduct(product);
    directory.remove();
  }
}

/** So that questions cost something. */
async function collectSome(directory: string, wanted: number): Promise<number> {
  const deadline = performance.now() + FILL_MS;
  for (;;) {
    const stored = await countStored(directory);
    if (stored >= wanted || performance.now() > deadline) return stored;
    await delay(1_000);
  }
}

async function climb(bench: Bench, rates: string): Promise<Record<string, Figures>> {
  const steps: Record<string, Figures> = { 'nothing asked': await measureStep(bench, 0) };
  for (const rate of rates.split(',').map(Number)) {
    const step = await measureStep(bench, rate);
    steps[`${rate}/s`] = step;
    console.log(`${rate}/s: ${JSON.stringify(step)}`);
  }
  steps['afterwards'] = await measureStep(bench, 0);
  return steps;
}

async function measureStep({ url, directory, seconds, routes, crowd, memory }: Bench, rate: number) {
  await crowd.report();
  memory.seen();
  const [before, storedBefore] = [await readMeasurements(url), await countStored(directory)];
  const startedAt = performance.now();
  const asked = await ask({ url, seconds, requestsPerSecond: rate, routes });
  const [after, storedAfter] = [await readMeasurements(url), await countStored(directory)];
  // Longer than requests were sent: the last answers were waited for.
  const elapsed = (performance.now() - startedAt) / 1000;
  const { open, cutOff, messages, delay } = await crowd.report();
  const { startMb, peakMb, endMb } = memory.seen();
  if (asked.errors > 0) console.log(asked.faults);
  return {
    ...figuresOf(asked),
    delayP50Ms: after.delayP50Ms,
    delayP99Ms: after.delayP99Ms,
    delayMaxMs: after.delayMaxMs,
    cpuPercent: Math.round(((after.cpuSeconds - before.cpuSeconds) / elapsed) * 100),
    refusedByLoad: after.refused - before.refused,
    socketsOpen: open,
    socketsCutOff: cutOff,
    livePerSecond: Math.round(messages / elapsed),
    liveP50Ms: delay.p50Ms,
    liveP99Ms: delay.p99Ms,
    liveDropped: after.droppedMessages - before.droppedMessages,
    gamesPerSecond: tenths((storedAfter - storedBefore) / elapsed),
    rssMbStart: startMb,
    rssMbPeak: peakMb,
    rssMbEnd: endMb,
  };
}

function figuresOf({ requests, refused, errors, answered, refusals, sentLate, seconds }: Asked): Figures {
  const byRoute = Object.entries(answered).flatMap(([name, { count, p50Ms, p95Ms, p99Ms }]) => [
    [`${name}: n`, count],
    [`${name}: p50 ms`, p50Ms],
    [`${name}: p95 ms`, p95Ms],
    [`${name}: p99 ms`, p99Ms],
  ]);
  return {
    answeredPerSecond: tenths((answered['all']?.count ?? 0) / seconds),
    refusedShare: Math.round((refused / Math.max(1, requests)) * 1000) / 1000,
    errors,
    ...(Object.fromEntries(byRoute) as Figures),
    refusalP99Ms: refusals.p99Ms,
    sentLateP99Ms: sentLate.p99Ms,
  };
}

/** The last rate at which hardly anybody was refused, and the worst of everything. */
function summaryOf(steps: Readonly<Record<string, Figures>>): Figures {
  const all = Object.values(steps);
  const of = (name: string): number[] => all.map((step) => step[name] ?? 0);
  const borne = Object.entries(steps).filter(([name, step]) => name.endsWith('/s') && isBorne(step));
  const [, last = {}] = borne.at(-1) ?? [];
  return {
    requestsPerSecond: last['answeredPerSecond'] ?? 0,
    p50Ms: last['all: p50 ms'] ?? 0,
    p95Ms: last['all: p95 ms'] ?? 0,
    p99Ms: last['all: p99 ms'] ?? 0,
    mostAnsweredPerSecond: Math.max(...of('answeredPerSecond')),
    mostRefusedShare: Math.max(...of('refusedShare')),
    errors: of('errors').reduce((sum, errors) => sum + errors, 0),
    worstP99Ms: Math.max(...of('all: p99 ms')),
    worstDelayP99Ms: Math.max(...of('delayP99Ms')),
    worstLiveP99Ms: Math.max(...of('liveP99Ms')),
    socketsCutOff: of('socketsCutOff').reduce((sum, count) => sum + count, 0),
    rssMbStart: all[0]?.['rssMbStart'] ?? 0,
    rssMbPeak: Math.max(...of('rssMbPeak')),
    rssMbEnd: all.at(-1)?.['rssMbEnd'] ?? 0,
  };
}

function isBorne(step: Figures): boolean {
  return (step['refusedShare'] ?? 1) < 0.01 && step['errors'] === 0;
}

async function countStored(directory: string): Promise<number> {
  const client = await connectTo(directory);
  try {
    const { rows } = await client.query<{ stored: number }>(
      'select count(*)::int as stored from gamekeeper.raw',
    );
    return rows[0]?.stored ?? 0;
  } finally {
    await client.end();
  }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
