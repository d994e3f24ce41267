/**
 * One contender in its own process. Its argument is a `Work`; it says `ready`, begins with the next message, together with the other
 * processes of the run, and answers with a `Done`. All calls are made at once; the contender decides what becomes of them.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithParent, programArgument } from '../harness/programs.ts';
import { createBottleneck } from './contenders/bottleneck.ts';
import type { Contender, CreateContender, Upstream } from './contenders/contender.ts';
import { createFightmegg } from './contenders/fightmegg.ts';
import { createOurs } from './contenders/ours.ts';
import { createTwisted } from './contenders/twisted.ts';
import { createWhisper } from './contenders/whisper.ts';

const CONTENDERS = {
  ours: createOurs,
  bottleneck: createBottleneck,
  fightmegg: createFightmegg,
  whisper: createWhisper,
  twisted: createTwisted,
} as const satisfies Readonly<Record<string, CreateContender>>;

export type ContenderName = keyof typeof CONTENDERS;

export interface Work {
  readonly contender: ContenderName;
  readonly upstream: Upstream;
  readonly matchIds: readonly string[];
  readonly isWarm: boolean;
  readonly patienceMs: number;
}

export interface Done {
  readonly ok: number;
  /** To the last call that ended. */
  readonly seconds: number;
  /** Why calls failed, with the number of each. */
  readonly reasons: Readonly<Record<string, number>>;
}

const LOOK_MS = 1_000;

async function callAll(contender: Contender, { matchIds, isWarm, patienceMs }: Work): Promise<Done> {
  const reasons: Record<string, number> = {};
  const startedAt = performance.now();
  const tally = { ok: 0, ended: 0, lastAt: startedAt };
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
  return { ok: tally.ok, seconds: (tally.lastAt - startedAt) / 1000, reasons };
}

/** Peers reject with errors, answers and plain objects. Numbers are left out, so that equal reasons are counted together. */
function describe(error: unknown): string {
  const { message, status } = error as { message?: string; status?: number };
  return (message ?? `status ${status ?? 'unknown'}`).replaceAll(/[A-Z]+\d_\d+|\d{4,}/g, '…').slice(0, 100);
}

const work = programArgument() as Work;
endWithParent(); // Peers keep timers, which would keep the process.
const contender = await CONTENDERS[work.contender](work.upstream);
process.send?.('ready');
await once(process, 'message');
process.send?.(await callAll(contender, work));
await contender.stop();
