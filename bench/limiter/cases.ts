/**
 * What is measured: the same calls from cold or after one call, from one process or four, with the limits of a small key or a
 * large one, over a calm line or a jittery one. The first case is the headline, and everyone takes part in it.
 */
import {
  EVERYONE,
  OURS_AND_BEST_LEARNER,
  OURS_AND_BEST_PEER,
  OURS_AND_BEST_PEERS,
  OURS_AND_BEST_REPEATERS,
  type ContenderName,
} from './contenders.ts';
import { idealSeconds } from './ideal-seconds.ts';

export interface Case {
  /** How its figures begin in the result; empty for the headline. */
  readonly name: string;
  readonly title: string;
  readonly limits: { readonly application: string; readonly method: string };
  readonly calls: number;
  readonly processes: number;
  /** One of the calls first, and the others at once when it is answered. */
  readonly isWarm: boolean;
  /** Fault rules of the practice edge. */
  readonly delays: readonly object[];
  readonly idealSeconds: number;
  /**
   * When no call has ended for so long, none will: some peers leave calls without an answer. Longer than three repeats, each after
   * the longest window.
   */
  readonly patienceMs: number;
  readonly contenders: readonly ContenderName[];
}

interface Choice {
  readonly isWarm?: boolean;
  readonly processes?: number;
  readonly key?: keyof typeof KEYS;
  readonly line?: keyof typeof LINES;
}

const KEYS = {
  small: {
    name: '',
    limits: { application: '20:1,100:10', method: '250:10' },
    calls: 300,
    patienceMs: 45_000,
  },
  production: {
    name: 'production',
    limits: { application: '500:10,30000:600', method: '2000:10' },
    calls: 1_000,
    patienceMs: 45_000,
  },
  personal: {
    name: 'personal',
    limits: { application: '20:1,100:120', method: '250:10' },
    calls: 300,
    patienceMs: 400_000,
  },
} as const;

/** There and back the same; delays of several rules add up. */
const LINES = {
  calm: { name: '', delays: bothWays({ minMs: 10, maxMs: 30 }) },
  jitter: {
    name: 'jitter',
    delays: [
      ...bothWays({ minMs: 10, maxMs: 30 }),
      ...bothWays({ minMs: 0, maxMs: 100, share: 0.3 }),
      ...bothWays({ minMs: 0, maxMs: 270, share: 0.05 }),
    ],
  },
} as const;

export function chooseCases({ all, long }: { readonly all: boolean; readonly long: boolean }): Case[] {
  const few = all ? EVERYONE : OURS_AND_BEST_PEERS;
  const chosen = [
    describe({}, EVERYONE),
    describe({ isWarm: true }, all ? EVERYONE : OURS_AND_BEST_LEARNER),
    describe({ processes: 4 }, few),
    describe({ line: 'jitter' }, all ? EVERYONE : OURS_AND_BEST_PEER),
    describe({ key: 'production' }, all ? EVERYONE : OURS_AND_BEST_REPEATERS),
    describe({ processes: 4, line: 'jitter' }, all ? EVERYONE : ['ours']),
  ];
  const known = new Set(chosen.map(({ name }) => name));
  const others = all ? everyCombination().filter(({ name }) => !known.has(name)) : [];
  return [...chosen, ...others, ...(long ? [describe({ key: 'personal' }, few)] : [])];
}

function everyCombination(): Case[] {
  return [false, true].flatMap((isWarm) =>
    [1, 4].flatMap((processes) =>
      (['small', 'production'] as const).flatMap((key) =>
        (['calm', 'jitter'] as const).map((line) => describe({ isWarm, processes, key, line }, EVERYONE)),
      ),
    ),
  );
}

function describe(choice: Choice, contenders: readonly ContenderName[]): Case {
  const { isWarm = false, processes = 1, key = 'small', line = 'calm' } = choice;
  const { limits, calls, name, patienceMs } = KEYS[key];
  const { delays } = LINES[line];
  const parts = [isWarm ? 'warm' : '', processes === 1 ? '' : 'fourProcesses', LINES[line].name, name];
  return {
    name: toCamelCase(parts.filter((part) => part !== '')),
    title: [
      `${calls} calls at once, ${isWarm ? 'after one' : 'cold'}`,
      `${processes} ${processes === 1 ? 'process' : 'processes'}`,
      `app ${limits.application}, method ${limits.method}`,
      line === 'calm' ? '20–60 ms' : '20–800 ms',
    ].join(' · '),
    limits,
    calls,
    processes,
    isWarm,
    delays,
    idealSeconds: idealSeconds(calls, limits.application, limits.method),
    patienceMs,
    contenders,
  };
}

function toCamelCase(words: readonly string[]): string {
  return words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('');
}

function bothWays(delay: { readonly minMs: number; readonly maxMs: number; readonly share?: number }) {
  return [
    { kind: 'delay-before-counting', ...delay },
    { kind: 'delay-after-counting', ...delay },
  ];
}
