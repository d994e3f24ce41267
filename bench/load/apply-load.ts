/** Load for the drill and for tests: sockets that listen and requests at a rate. It reports what the server did and never throws for it. */
import type { Asked } from './asking-process.ts';
import { ask, listen, type AskOptions } from './crowd.ts';
import type { Held } from './socket-process.ts';

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
