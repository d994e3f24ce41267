/**
 * Load for whoever wants to see how the product bears it: so many sockets that listen, and a mix of requests at a given rate, from
 * processes of their own. It ends after `seconds`, or when the signal says so, and tells what happened; it never throws for what the server did.
 */
import { ask, listen } from './crowd.ts';
import type { Asked } from './ask-at-a-rate.ts';
import type { Held } from './hold-sockets.ts';

export interface LoadOptions {
  readonly url: string;
  readonly seconds: number;
  readonly webSockets: number;
  readonly requestsPerSecond: number;
  readonly signal?: AbortSignal | undefined;
}

export interface AppliedLoad {
  readonly requests: number;
  /** Neither an answer nor an honest refusal. */
  readonly errors: number;
  /** 503 or 429 that said when to come back. */
  readonly refused: number;
  /** Of all answers. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly asked: Asked;
  readonly held: Held;
}

export async function applyLoad(options: LoadOptions): Promise<AppliedLoad> {
  const { url, seconds, webSockets, requestsPerSecond, signal } = options;
  const crowd = await listen(url, webSockets);
  try {
    const asked = await ask({ url, seconds, requestsPerSecond, signal });
    const held = await crowd.report();
    const { p50Ms, p95Ms, p99Ms } = asked.answered['all'] ?? { p50Ms: 0, p95Ms: 0, p99Ms: 0 };
    const { requests, errors, refused } = asked;
    return { requests, errors, refused, p50Ms, p95Ms, p99Ms, asked, held };
  } finally {
    await crowd.stop();
  }
}
