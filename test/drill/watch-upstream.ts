/** Looks at the upstream all the time, from before the first life until after the last, and tells the ledger what it sees. */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.ts';
import type { ServedLedger } from './served-ledger.ts';
import type { Seen, Upstream } from './upstream.ts';

export interface Watch {
  last(): Seen;
  /** When more calls had been seen than that; null: never. On the clock of `performance.now()`. */
  firstBeyond(calls: number): number | null;
  /** After a kill: no call is in flight, and none was still on its way. */
  untilQuiet(): Promise<void>;
  stop(): Promise<Seen>;
}

const LOOK_MS = 100;
const QUIET_LOOKS = 2;
const QUIET_WITHIN_MS = 15_000;

export async function watchUpstream(upstream: Upstream, ledger: ServedLedger): Promise<Watch> {
  const growth: { readonly calls: number; readonly at: number }[] = [];
  const stopping = new AbortController();
  let last = await upstream.seen();
  let quietLooks = 0;
  let quietFrom = 0;
  let failure: unknown;

  async function look(): Promise<void> {
    const begun = performance.now();
    const seen = await upstream.seen();
    const at = performance.now();
    ledger.look(seen.served, at);
    if (seen.calls > last.calls) growth.push({ calls: seen.calls, at });
    const isQuiet = begun >= quietFrom && seen.inFlight === 0 && seen.calls === last.calls;
    quietLooks = isQuiet ? quietLooks + 1 : 0;
    last = seen;
  }

  async function lookOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await delay(LOOK_MS);
    }
  }

  const looking = lookOn().catch((error: unknown) => {
    failure = error;
  });
  return {
    last: () => last,
    firstBeyond: (calls) => growth.find((step) => step.calls > calls)?.at ?? null,
    async untilQuiet() {
      quietFrom = performance.now();
      quietLooks = 0;
      await until('the upstream has no call of the killed process any more', QUIET_WITHIN_MS, () => {
        return failure === undefined ? quietLooks >= QUIET_LOOKS : true;
      });
      if (failure !== undefined) throw new Error('the upstream does not answer', { cause: failure });
    },
    async stop() {
      stopping.abort();
      await looking;
      if (failure === undefined) await look();
      return last;
    },
  };
}
