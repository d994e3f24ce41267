/**
 * One contender in a process of its own: it is told its work, says that it is ready, and begins when told, together with the other
 * processes of the same run. All calls are made at once; what becomes of them is the contender's business.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Contender, Upstream } from './contenders/contender.ts';
import { CONTENDERS, type ContenderName } from './contenders.ts';

export interface Work {
  readonly contender: ContenderName;
  readonly upstream: Upstream;
  readonly matchIds: readonly string[];
  readonly isWarm: boolean;
  /** When no call has ended for so long, the others are given up. */
  readonly patienceMs: number;
}

export interface Done {
  readonly ok: number;
  readonly failed: number;
  readonly seconds: number;
  /** Why calls failed, and how many of each. */
  readonly reasons: Readonly<Record<string, number>>;
}

const LOOK_MS = 1_000;

async function callAll(contender: Contender, { matchIds, isWarm, patienceMs }: Work): Promise<Done> {
  const reasons: Record<string, number> = {};
  const begunAt = performance.now();
  const tally = { ok: 0, ended: 0, lastAt: begunAt };
  const call = async (matchId: string): Promise<void> => {
    try {
      const body = (await contender.fetchMatch(matchId)) as { metadata?: { match_id?: string } } | undefined;
      if (body?.metadata?.match_id !== matchId) throw new Error('the body is of another match');
      tally.ok += 1;
    } catch (error) {
      const reason = describe(error);
      reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
    tally.ended += 1;
    tally.lastAt = performance.now();
  };
  const [first = '', ...others] = matchIds;
  if (isWarm) await call(first);
  const all = Promise.all((isWarm ? others : matchIds).map(call));
  while (tally.ended < matchIds.length && performance.now() - tally.lastAt < patienceMs)
    await Promise.race([all, delay(LOOK_MS)]);
  if (tally.ended < matchIds.length) reasons['never ended'] = matchIds.length - tally.ended;
  return {
    ok: tally.ok,
    failed: matchIds.length - tally.ok,
    seconds: (tally.lastAt - begunAt) / 1000,
    reasons,
  };
}

/** Peers reject with errors, answers and plain objects; numbers would make every reason another one. */
function describe(error: unknown): string {
  const { message, status } = error as { message?: string; status?: number };
  return (message ?? `status ${status ?? 'unknown'}`).replaceAll(/[A-Z]+\d_\d+|\d{4,}/g, '…').slice(0, 100);
}

async function work(task: Work): Promise<void> {
  const contender = await CONTENDERS[task.contender](task.upstream);
  const told = once(process, 'message');
  process.send?.('ready');
  await told;
  process.send?.(await callAll(contender, task));
  await contender.stop();
  // Peers keep timers; nothing that they could still do belongs to the run.
  process.exit();
}

// Whoever started it is gone.
process.once('disconnect', () => process.exit(1));
const [task] = (await once(process, 'message')) as [Work];
await work(task);
