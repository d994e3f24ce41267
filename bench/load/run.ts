/**
 * The whole product under a crowd: thousands of open pages and a mix of requests at rising rates, while it collects. `--sockets 2000`,
 * `--rates 25,50,100,…` requests a second, `--seconds 10` for each rate, three times, `--games 1500` collected before, in at most two minutes.
 */
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { memoryMb } from '../harness/process-tree.ts';
import { openProduct, readMetrics, until, type Product } from '../harness/product.ts';
import { round, summariseEach } from '../harness/statistics.ts';
import type { Asked } from './asking-process.ts';
import { ask, listen, type ListeningCrowd } from './crowd.ts';
import { makeRequestMix, type AskedRoute } from './request-mix.ts';

const FILL_MS = 120_000;

interface Bench {
  readonly product: Product;
  readonly seconds: number;
  readonly routes: readonly AskedRoute[];
  readonly crowd: ListeningCrowd;
}

export async function run(): Promise<BenchmarkResult> {
  const { sockets, rates, seconds, rounds, games } = readOptions({
    sockets: 2_000,
    rates: '25,50,100,200,400,800',
    seconds: 10,
    rounds: 3,
    games: 1_500,
  });
  const product = await openProduct();
  try {
    // Without rows, questions would cost nothing.
    const filledBy = performance.now() + FILL_MS;
    const enough = games;
    await until(async () => (await product.stored()) >= enough || performance.now() > filledBy, 1_000);
    const gamesFirst = await product.stored();
    const beforeMb = memoryMb(product.pid);
    const crowd = await listen(product.url, sockets);
    try {
      const { open } = await crowd.report();
      const perSocketKb = Math.round(((memoryMb(product.pid) - beforeMb) * 1000) / Math.max(1, open));
      const routes = await makeRequestMix(product.url);
      const bench = { product, crowd, routes, seconds };
      const steps = await climb(bench, rates.split(',').map(Number), rounds);
      return {
        ours: { ...summaryOf(steps), sockets: open, perSocketKb, gamesFirst },
        peers: {},
        floor: {},
        steps,
      };
    } finally {
      await crowd.stop();
    }
  } finally {
    await product.stop();
  }
}

/** Nothing asked, each rate, and nothing asked again. */
async function climb(
  bench: Bench,
  rates: readonly number[],
  rounds: number,
): Promise<Record<string, Figures>> {
  const steps: Record<string, Figures> = { idle: await measureStep(bench, 0) };
  for (const rate of rates) {
    const samples: Figures[] = [];
    for (let nth = 0; nth < rounds; nth++) samples.push(await measureStep(bench, rate));
    const step = summariseEach(samples);
    steps[`rate${rate}`] = step;
    console.log(`${rate}/s: ${JSON.stringify(step)}`);
  }
  steps['afterwards'] = await measureStep(bench, 0);
  return steps;
}

async function measureStep({ product, seconds, routes, crowd }: Bench, rate: number): Promise<Figures> {
  const { url } = product;
  await crowd.report();
  const [before, storedBefore] = [await readMeasurements(url), await product.stored()];
  const startedAt = performance.now();
  const asked = await ask({ url, seconds, requestsPerSecond: rate, routes });
  const [after, storedAfter] = [await readMeasurements(url), await product.stored()];
  // Longer than requests were sent: the last answers were waited for.
  const elapsed = (performance.now() - startedAt) / 1000;
  const { open, cutOff, messages, delay } = await crowd.report();
  if (asked.errors > 0) console.log(asked.faults);
  return {
    ...figuresOf(asked),
    ...after.delay,
    cpuPercent: Math.round(((after.cpuSeconds - before.cpuSeconds) / elapsed) * 100),
    refusedByLoad: after.refused - before.refused,
    socketsOpen: open,
    socketsCutOff: cutOff,
    livePerSecond: Math.round(messages / elapsed),
    liveP50Ms: delay.p50Ms,
    liveP99Ms: delay.p99Ms,
    liveDropped: after.droppedMessages - before.droppedMessages,
    gamesPerSecond: round((storedAfter - storedBefore) / elapsed),
    rssMb: memoryMb(product.pid),
  };
}

function figuresOf({ requests, refused, errors, answered, refusals, sentLate, seconds }: Asked): Figures {
  const byRoute = Object.entries(answered).flatMap(([name, { p50Ms, p95Ms, p99Ms }]) => [
    [`${name}: p50 ms`, p50Ms],
    [`${name}: p95 ms`, p95Ms],
    [`${name}: p99 ms`, p99Ms],
  ]);
  return {
    answeredPerSecond: round((answered['all']?.count ?? 0) / seconds),
    refusedShare: round(refused / Math.max(1, requests)),
    errors,
    ...(Object.fromEntries(byRoute) as Figures),
    refusalP99Ms: refusals.p99Ms,
    sentLateP99Ms: sentLate.p99Ms,
  };
}

/** The highest rate at which less than 1 % was refused, and the worst of all steps. */
function summaryOf(steps: Readonly<Record<string, Figures>>): Figures {
  const all = Object.values(steps);
  const of = (name: string): number[] => all.map((step) => step[name] ?? 0);
  const served = Object.entries(steps).findLast(
    ([name, step]) => name.startsWith('rate') && (step['refusedShare'] ?? 1) < 0.01 && step['errors'] === 0,
  )?.[1];
  return {
    requestsPerSecond: served?.['answeredPerSecond'] ?? 0,
    p50Ms: served?.['all: p50 ms'] ?? 0,
    p95Ms: served?.['all: p95 ms'] ?? 0,
    p99Ms: served?.['all: p99 ms'] ?? 0,
    mostAnsweredPerSecond: Math.max(...of('answeredPerSecond')),
    errors: of('errors').reduce((sum, errors) => sum + errors, 0),
    worstDelayP99Ms: Math.max(...of('delayP99Ms')),
    worstLiveP99Ms: Math.max(...of('liveP99Ms')),
    socketsCutOff: of('socketsCutOff').reduce((sum, count) => sum + count, 0),
    rssMbPeak: Math.max(...of('rssMb')),
  };
}

/** The event loop is looked at every 20 ms, and that is part of what is reported. */
const LOOKED_AT_EVERY_MS = 20;

/** The event loop's delay is that since the last call; reading it resets it. */
async function readMeasurements(url: string) {
  const value = await readMetrics(url);
  const delayMs = (which: string): number =>
    Math.max(0, Math.round(value(`nodejs_eventloop_lag_${which}_seconds`) * 1000) - LOOKED_AT_EVERY_MS);
  return {
    delay: { delayP50Ms: delayMs('p50'), delayP99Ms: delayMs('p99'), delayMaxMs: delayMs('max') },
    cpuSeconds: value('process_cpu_seconds_total'),
    refused: value('gamekeeper_http_refused_total'),
    droppedMessages: value('gamekeeper_live_messages_dropped_total'),
  };
}
