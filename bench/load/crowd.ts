/** Two crowds in processes of their own: one asks for some seconds, the other listens until it is stopped. */
import { platform } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../harness/programs.ts';
import type { AskPlan, Asked } from './asking-process.ts';
import { percentilesOf } from '../harness/statistics.ts';
import { type AskedRoute, makeRequestMix } from './request-mix.ts';
import type { Held, HoldPlan } from './socket-process.ts';

export interface ListeningCrowd {
  /** Of all its processes, since the last report. */
  report(): Promise<Held>;
  stop(): Promise<void>;
}

export interface AskOptions {
  readonly url: string;
  readonly seconds: number;
  readonly requestsPerSecond: number;
  readonly routes?: readonly AskedRoute[];
  readonly signal?: AbortSignal | undefined;
}

/** A client may ask ten times a second and hold twenty sockets. */
const REQUESTS_EACH_SECOND = 2;
const SOCKETS_EACH = 10;
/** One process reads what is sent to so many sockets without falling behind. */
const SOCKETS_OF_A_PROCESS = 1_000;
const TOPICS = ['status', 'football'];
const LISTENING_BLOCK = 63;

/** The requests of two crowds in a row must not be counted together. */
let block = 0;

export async function ask(options: AskOptions): Promise<Asked> {
  const { url, seconds, requestsPerSecond, signal } = options;
  block = (block + 1) % LISTENING_BLOCK;
  const addresses = addressesFor(url, Math.ceil(requestsPerSecond / REQUESTS_EACH_SECOND), block);
  const routes = options.routes ?? (await makeRequestMix(url));
  const plan: AskPlan = { url, seconds, requestsPerSecond, routes, addresses };
  const program = await startProgram(join(import.meta.dirname, 'asking-process.ts'), plan);
  const cutShort = (): void => void (program.process.connected && program.process.send('stop'));
  signal?.addEventListener('abort', cutShort);
  if (signal?.aborted) cutShort();
  try {
    return await program.next<Asked>();
  } finally {
    signal?.removeEventListener('abort', cutShort);
    await program.stop();
  }
}

/** Resolves when every socket is open or was turned away. */
export async function listen(url: string, sockets: number): Promise<ListeningCrowd> {
  const parts = Math.ceil(sockets / SOCKETS_OF_A_PROCESS);
  const addresses = addressesFor(url, Math.ceil(sockets / SOCKETS_EACH), LISTENING_BLOCK);
  const programs = await Promise.all(
    Array.from({ length: parts }, (_, part) => {
      const plan: HoldPlan = {
        url,
        sockets: Math.min(SOCKETS_OF_A_PROCESS, sockets - part * SOCKETS_OF_A_PROCESS),
        addresses:
          parts === 1 || addresses.length < parts
            ? addresses
            : addresses.filter((_one, at) => at % parts === part),
        topics: TOPICS,
      };
      return startProgram(join(import.meta.dirname, 'socket-process.ts'), plan);
    }),
  );
  return {
    report: async () => together(await Promise.all(programs.map((program) => program.ask<Held>('report')))),
    async stop() {
      await Promise.all(programs.map((program) => program.stop()));
    },
  };
}

/**
 * Addresses of 127.0.0.0/8, all of which are this machine on Linux: the server counts requests and sockets by address. Elsewhere, and
 * against another machine, all members share one address, and the server needs a higher RATE_LIMIT_PER_MINUTE.
 */
function addressesFor(url: string, count: number, block: number): readonly (string | null)[] {
  if (platform() !== 'linux' || !/^(127\.|localhost$)/.test(new URL(url).hostname)) return [null];
  return Array.from(
    { length: Math.min(Math.max(1, count), 250 * 250) },
    (_, index) => `127.${64 + block}.${Math.floor(index / 250) + 1}.${(index % 250) + 1}`,
  );
}

/** Percentiles cannot be added: the worst part stands for the whole. */
function together(reports: readonly Held[]): Held {
  const sum = (read: (held: Held) => number): number => reports.reduce((all, held) => all + read(held), 0);
  const worst = (read: (held: Held) => number): number => Math.max(0, ...reports.map(read));
  return {
    open: sum(({ open }) => open),
    refused: sum(({ refused }) => refused),
    cutOff: sum(({ cutOff }) => cutOff),
    messages: sum(({ messages }) => messages),
    delay: {
      ...percentilesOf([]),
      count: sum(({ delay }) => delay.count),
      p50Ms: worst(({ delay }) => delay.p50Ms),
      p95Ms: worst(({ delay }) => delay.p95Ms),
      p99Ms: worst(({ delay }) => delay.p99Ms),
      maxMs: worst(({ delay }) => delay.maxMs),
    },
  };
}

// Load for the drill and for tests: sockets that listen and requests at a rate. It reports what the server did and never throws for it.

export interface AppliedLoad extends Pick<Asked, 'requests' | 'errors' | 'refused'> {
  /** Of all answers. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly asked: Asked;
  readonly held: Held;
}

export async function applyLoad(options: AskOptions & { readonly webSockets: number }): Promise<AppliedLoad> {
  const crowd = await listen(options.url, options.webSockets);
  try {
    const asked = await ask(options);
    const held = await crowd.report();
    const { p50Ms, p95Ms, p99Ms } = asked.answered['all'] ?? { p50Ms: 0, p95Ms: 0, p99Ms: 0 };
    const { requests, errors, refused } = asked;
    return { requests, errors, refused, p50Ms, p95Ms, p99Ms, asked, held };
  } finally {
    await crowd.stop();
  }
}
