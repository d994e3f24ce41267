/** Crowds as whoever measures sees them: one that asks for some seconds, and one that keeps listening until it is sent home. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Asked, AskPlan } from './ask-at-a-rate.ts';
import { crowdAddresses } from './crowd-addresses.ts';
import type { Held, HoldPlan } from './hold-sockets.ts';
import { percentilesOf } from './percentiles.ts';
import { makeRequestMix, type AskedRoute } from './request-mix.ts';

export interface ListeningCrowd {
  /** What was heard since the last report, by all of them. */
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

/** A client may ask ten times a second and hold twenty sockets; nobody here does either. */
const REQUESTS_EACH_SECOND = 2;
const SOCKETS_EACH = 10;
/** One process takes in what is sent to so many without falling behind itself. */
const SOCKETS_OF_A_PROCESS = 1_000;
const OPENS_PER_SECOND = 400;
const TOPICS = ['status', 'football'];

/** Two runs after each other are two crowds: the second must not be counted with the first. */
let block = 0;

export async function ask(options: AskOptions): Promise<Asked> {
  const { url, seconds, requestsPerSecond, signal } = options;
  block = (block + 1) % 60;
  const addresses = crowdAddresses(url, Math.ceil(requestsPerSecond / REQUESTS_EACH_SECOND), block);
  const routes = options.routes ?? (await makeRequestMix(url));
  const plan: AskPlan = {
    url,
    seconds,
    requestsPerSecond,
    routes,
    addresses: addresses.map((one) => one ?? null),
  };
  const child = start('asking-process.ts', plan);
  const cutShort = (): void => void (child.connected && child.send('stop'));
  signal?.addEventListener('abort', cutShort);
  if (signal?.aborted) cutShort();
  try {
    return await answerOf<Asked>(child);
  } finally {
    signal?.removeEventListener('abort', cutShort);
    await end(child);
  }
}

/** Resolves when every socket is open or was turned away. */
export async function listen(url: string, sockets: number): Promise<ListeningCrowd> {
  const addresses = crowdAddresses(url, Math.ceil(sockets / SOCKETS_EACH), 63).map((one) => one ?? null);
  const children: Child[] = [];
  for (let left = sockets; left > 0; left -= SOCKETS_OF_A_PROCESS) {
    const number = children.length;
    const own = Math.ceil((SOCKETS_OF_A_PROCESS * addresses.length) / Math.max(sockets, 1));
    const part = addresses.slice(number * own, (number + 1) * own);
    const plan: HoldPlan = {
      url,
      sockets: Math.min(left, SOCKETS_OF_A_PROCESS),
      addresses: part.length > 0 ? part : addresses,
      topics: TOPICS,
      opensPerSecond: OPENS_PER_SECOND,
    };
    const child = start('socket-process.ts', plan);
    await answerOf(child);
    children.push(child);
  }
  return {
    async report() {
      const reports = await Promise.all(
        children.map(async (child) => {
          child.send('report');
          return answerOf<Held>(child);
        }),
      );
      return together(reports);
    },
    async stop() {
      await Promise.all(children.map(end));
    },
  };
}

type Child = ReturnType<typeof fork>;

function start(file: string, plan: AskPlan | HoldPlan): Child {
  return fork(join(import.meta.dirname, file), [JSON.stringify(plan)], { stdio: 'inherit' });
}

async function answerOf<Answer>(child: Child): Promise<Answer> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`a crowd ended (${String(code)}) before it had told anything`);
  });
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal: ended.signal }), exit])) as [
      Answer,
    ];
    return answer;
  } finally {
    ended.abort();
    exit.catch(() => undefined); // It was given up.
  }
}

async function end(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.connected) child.disconnect();
  await exited;
}

/** The worst of the parts stands for the whole: percentiles do not add up. */
function together(reports: readonly Held[]): Held {
  const sum = (read: (held: Held) => number): number => reports.reduce((all, held) => all + read(held), 0);
  const worst = (read: (held: Held) => number): number => Math.max(0, ...reports.map(read));
  return {
    open: sum(({ open }) => open),
    refused: sum(({ refused }) => refused),
    cutOff: sum(({ cutOff }) => cutOff),
    messages: sum(({ messages }) => messages),
    bytes: sum(({ bytes }) => bytes),
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
