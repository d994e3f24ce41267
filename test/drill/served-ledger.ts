/**
 * The account of bodies: the upstream counts how often each was sent whole, PostgreSQL has those that are stored. A body may be sent once,
 * and once more for each kill at which it was in flight: sent only moments before the kill, and not stored when the process was dead.
 * Everything beyond that was requested without need.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.ts';
import type { Upstream } from './upstream.ts';

export interface ServedLedger {
  /** What the upstream has sent by now, and when it was asked. */
  look(served: ReadonlyMap<string, number>, at: number): void;
  /** After the dead process's last call and last transaction have ended. */
  closeLife(killedAt: number, kept: ReadonlySet<string>): void;
  /** At the end, when everything is stored: ids of bodies that were sent too often, once for each time. */
  needless(): string[];
  /** How often bodies were sent again because a kill had lost them. */
  repeatedByKills(): number;
}

export function createServedLedger(inFlightMs: number): ServedLedger {
  const times = new Map<string, number>();
  const servedAt = new Map<string, number>();
  const excused = new Map<string, number>();
  const late: string[] = [];
  return {
    look(served, at) {
      for (const [id, count] of served) {
        if (times.get(id) === count) continue;
        times.set(id, count);
        servedAt.set(id, at);
      }
    },
    closeLife(killedAt, kept) {
      const lost = [...times.keys()].filter(
        (id) => !kept.has(id) && (times.get(id) ?? 0) > (excused.get(id) ?? 0),
      );
      late.push(...lost.filter((id) => killedAt - (servedAt.get(id) ?? killedAt) > inFlightMs));
      for (const id of lost) excused.set(id, (excused.get(id) ?? 0) + 1);
    },
    needless() {
      const repeated = [...times].flatMap(([id, count]) =>
        Array.from({ length: Math.max(0, count - 1 - (excused.get(id) ?? 0)) }, () => id),
      );
      return [...repeated, ...late];
    },
    repeatedByKills: () => [...excused.values()].reduce((sum, count) => sum + count, 0),
  };
}

export interface Watch {
  /** After a kill: no call is in flight, and none was still on its way. */
  untilQuiet(): Promise<void>;
  /** Looks once more and stops. Rejects if a look failed: the ledger is then incomplete. */
  stop(): Promise<void>;
}

const LOOK_MS = 100;
const QUIET_LOOKS = 2;

/** From before the first process until after the last. */
export async function watchUpstream(upstream: Upstream, ledger: ServedLedger): Promise<Watch> {
  const stopping = new AbortController();
  let { calls } = await upstream.seen();
  let quiet = { from: 0, looks: 0 };

  async function look(): Promise<void> {
    const begun = performance.now();
    const seen = await upstream.seen();
    ledger.look(seen.served, performance.now());
    const isQuiet = begun >= quiet.from && seen.inFlight === 0 && seen.calls === calls;
    quiet.looks = isQuiet ? quiet.looks + 1 : 0;
    ({ calls } = seen);
  }

  async function lookOn(): Promise<void> {
    for (; !stopping.signal.aborted; await delay(LOOK_MS)) await look();
  }

  const looking = lookOn();
  looking.catch(() => stopping.abort()); // Thrown by `stop`.
  return {
    async untilQuiet() {
      quiet = { from: performance.now(), looks: 0 };
      await until('the upstream has no call of the killed process any more', 15_000, () => {
        return stopping.signal.aborted || quiet.looks >= QUIET_LOOKS;
      });
    },
    async stop() {
      stopping.abort();
      await looking;
      await look();
    },
  };
}
