/**
 * What a cached answer costs over HTTP: the whole product, at rest, against a bare Fastify route with the same bytes. The product answers a
 * question of the explorer from its cache. `--rounds 15` of each server, half a second each; `--games 500` collected before.
 */
import { connect } from 'node:net';
import { join } from 'node:path';
import type { BenchmarkResult, Figures } from '../benchmark.ts';
import { readOptions } from '../harness/options.ts';
import { openProduct, until } from '../harness/product.ts';
import { cpuSeconds } from '../harness/process-tree.ts';
import { startProgram } from '../harness/programs.ts';
import { inRounds } from '../harness/rounds.ts';
import { summarise, summariseEach } from '../harness/statistics.ts';
import { makeFolder } from '../harness/stores.ts';

const PATH = '/api/tft/explore?min=1';
const LEAST_BYTES = 10_000;
const SETTINGS = { PRACTICE: 'off', RATE_LIMIT_PER_MINUTE: '1000000' };
const CONNECTIONS = 24;
const ROUND_MS = 500;
const WARM_UP_MS = 1_200;
const END_OF_HEAD = '\r\n\r\n';

export async function run(): Promise<BenchmarkResult> {
  const { rounds, games } = readOptions({ rounds: 15, games: 500 });
  const folder = makeFolder();
  await collect(folder.path, games);
  const product = await openProduct(SETTINGS, folder.path);
  const body = await readAnswer(product.url);
  const bare = await startProgram<number>(join(import.meta.dirname, 'bare-process.ts'), body);
  try {
    const port = Number(new URL(product.url).port);
    const { bytes } = await askAgain(port, WARM_UP_MS);
    await askAgain(bare.ready, WARM_UP_MS);
    const samples = await inRounds(
      { ours: () => sample(product.pid, port), bare: () => sample(bare.pid, bare.ready) },
      rounds,
    );
    // Of the same round: other work on the machine hits both.
    const ratios = samples.ours.map(
      (ours, at) =>
        (ours['requestsPerSecond'] ?? 0) / (samples.bare[at]?.['requestsPerSecond'] ?? Number.NaN),
    );
    return {
      ours: { ...summariseEach(samples.ours), ...summarise('ratioToBareFastify', ratios), bytes },
      peers: {},
      floor: summariseEach(samples.bare),
    };
  } finally {
    await bare.stop();
    await product.stop();
    folder.remove();
  }
}

/** From the practice world, so that the answer has rows. */
async function collect(directory: string, games: number): Promise<void> {
  const product = await openProduct({}, directory);
  await until(async () => (await product.stored()) >= games, 1_000);
  await product.stop();
}

/** When the projector has caught up: the answer does not grow any more. */
async function readAnswer(url: string): Promise<string> {
  let length = 0;
  return until(async () => {
    const text = await (await fetch(url + PATH)).text();
    const isWhole = text.length === length && text.length > LEAST_BYTES;
    length = text.length;
    return isWhole && text;
  }, 2_000);
}

/** The processor time is that of all threads of the server. */
async function sample(pid: number, port: number): Promise<Figures> {
  const before = cpuSeconds(pid);
  const { answers, seconds } = await askAgain(port, ROUND_MS);
  const cpuMicroseconds = ((cpuSeconds(pid) - before) * 1e6) / answers;
  return { requestsPerSecond: answers / seconds, cpuMicroseconds };
}

interface Asked {
  readonly answers: number;
  readonly seconds: number;
  /** Of one body. */
  readonly bytes: number;
}

/** One request at a time on each of several connections. Plain sockets: a client library costs more than either server. */
async function askAgain(port: number, forMs: number): Promise<Asked> {
  const startedAt = performance.now();
  const until = startedAt + forMs;
  const all = await Promise.all(Array.from({ length: CONNECTIONS }, () => askOnOneConnection(port, until)));
  return {
    answers: all.reduce((sum, { answers }) => sum + answers, 0),
    seconds: (performance.now() - startedAt) / 1000,
    bytes: Math.max(...all.map(({ bytes }) => bytes)),
  };
}

function askOnOneConnection(port: number, until: number): Promise<{ answers: number; bytes: number }> {
  const request = `GET ${PATH} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\n\r\n`;
  return new Promise((resolve, reject) => {
    let answers = 0;
    let bytes = 0;
    let missing = 0;
    let head = '';
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => socket.write(request));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length;
      else {
        head += chunk.toString('latin1', 0, 4_096);
        const end = head.indexOf(END_OF_HEAD);
        if (end < 0) return;
        const length = /^HTTP\/1.1 200[^]*\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        if (length === undefined) return reject(new Error(`unexpected answer: ${head.slice(0, 200)}`));
        bytes = Number(length);
        missing = bytes - (chunk.length - (end + END_OF_HEAD.length));
      }
      if (missing > 0) return;
      head = '';
      answers += 1;
      if (performance.now() < until) socket.write(request);
      else socket.end(() => resolve({ answers, bytes }));
    });
  });
}
