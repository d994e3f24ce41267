/** Reads what the upstream has served ten times a second, from before the first process until after the last, for the ledger. */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.ts';
import type { ServedLedger } from './served-ledger.ts';
import type { Upstream } from './upstream.ts';

export interface Watch {
  /** After a kill: no call is in flight, and none was still on its way. */
  untilQuiet(): Promise<void>;
  /** After a last look. Rejects if a look failed: the ledger is then incomplete. */
  stop(): Promise<void>;
}

const LOOK_MS = 100;
const QUIET_LOOKS = 2;
const QUIET_WITHIN_MS = 15_000;

export async function watchUpstream(upstream: Upstream, ledger: ServedLedger): Promise<Watch> {
  const stopping = new AbortController();
  let last = await upstream.seen();
  let quietLooks = 0;
  let quietFrom = 0;
  let failure: unknown;

  async function look(): Promise<void> {
    const begun = performance.now();
    const seen = await upstream.seen();
    ledger.look(seen.served, performance.now());
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
  const rejectIncomplete = (): void => {
    if (failure !== undefined) throw new Error('the upstream does not answer', { cause: failure });
  };
  return {
    async untilQuiet() {
      quietFrom = performance.now();
      quietLooks = 0;
      await until('the upstream has no call of the killed process any more', QUIET_WITHIN_MS, () => {
        return failure === undefined ? quietLooks >= QUIET_LOOKS : true;
      });
      rejectIncomplete();
    },
    async stop() {
      stopping.abort();
      await looking;
      rejectIncomplete();
      await look();
    },
  };
}
