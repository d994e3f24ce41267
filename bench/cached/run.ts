/** What an answer that lies ready costs over HTTP: the product's whole server against a bare Fastify route with the same bytes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { BenchmarkResult } from '../benchmark.ts';
import { measureGrowth } from '../growth.ts';
import { askAgain } from './ask-again.ts';

const PATH = '/api/tft/explore?tier=master,grandmaster,challenger&lp=200..&min=50';
const SIZES = { page: 100, few: 5 } as const;
const GROWS_FROM = 5;
const ROUNDS = 7;
const ROUND_MS = 500;
const WARM_UP_MS = 1_200;

interface Server {
  readonly process: ChildProcess;
  readonly port: number;
}

export async function run(): Promise<BenchmarkResult> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { growth: { type: 'boolean', default: false } },
  });
  const page = await measure(SIZES.page);
  const few = await measure(SIZES.few);
  const result = {
    ours: {
      ratioToBareFastify: page.ratio,
      requestsPerSecond: page.ours,
      cpuMicroseconds: page.oursCpu,
      bytes: page.bytes,
      ratioToBareFastifySmall: few.ratio,
      requestsPerSecondSmall: few.ours,
      cpuMicrosecondsSmall: few.oursCpu,
      bytesSmall: few.bytes,
    },
    peers: {},
    floor: {
      requestsPerSecond: page.bare,
      cpuMicroseconds: page.bareCpu,
      requestsPerSecondSmall: few.bare,
      cpuMicrosecondsSmall: few.bareCpu,
    },
  };
  return values.growth ? { ...result, growth: await measureGrowth(GROWS_FROM, 'rows', measure) } : result;
}

/** By turns, so that whatever else the machine does happens to both. */
async function measure(rows: number) {
  const [ours, bare] = await Promise.all([start('ours-process.ts', rows), start('bare-process.ts', rows)]);
  try {
    const { bytes } = await askAgain(ours.port, PATH, WARM_UP_MS);
    await askAgain(bare.port, PATH, WARM_UP_MS);
    const rounds: Record<'ours' | 'bare' | 'oursCpu' | 'bareCpu', number>[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [first, floor, second] = [await ask(ours), await ask(bare), await ask(ours)];
      rounds.push({
        ours: (first.perSecond + second.perSecond) / 2,
        bare: floor.perSecond,
        oursCpu: Math.min(first.cpuMicroseconds, second.cpuMicroseconds),
        bareCpu: floor.cpuMicroseconds,
      });
    }
    return {
      bytes,
      ours: Math.round(median(rounds.map((round) => round.ours))),
      bare: Math.round(median(rounds.map((round) => round.bare))),
      ratio: hundredths(median(rounds.map((round) => round.ours / round.bare))),
      oursCpu: hundredths(Math.min(...rounds.map((round) => round.oursCpu))),
      bareCpu: hundredths(Math.min(...rounds.map((round) => round.bareCpu))),
    };
  } finally {
    await Promise.all([stop(ours), stop(bare)]);
  }
}

async function ask(server: Server) {
  const before = cpuNanoseconds(server);
  const { answers, seconds } = await askAgain(server.port, PATH, ROUND_MS);
  const cpuMicroseconds = (cpuNanoseconds(server) - before) / 1000 / answers;
  return { perSecond: answers / seconds, cpuMicroseconds };
}

/** Of the server's main thread; always 0 where there is no /proc. */
function cpuNanoseconds({ process: { pid } }: Server): number {
  const file = `/proc/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : 0;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function start(file: string, rows: number): Promise<Server> {
  const started = spawn(process.execPath, [join(import.meta.dirname, file), String(rows)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
  return { process: started, port: (JSON.parse(line) as { port: number }).port };
}

async function stop({ process: running }: Server): Promise<void> {
  const exited = once(running, 'exit');
  running.stdin?.end();
  await exited;
}
