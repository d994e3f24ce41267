/** The cases: the same calls from cold or after one call, from one process or four, with a small key or a large one, on a calm or a jittery line. */
import { idealSeconds } from './ideal-seconds.ts';

export interface Case {
  readonly name: string;
  readonly limits: { readonly application: string; readonly method: string };
  readonly calls: number;
  readonly processes: number;
  /** One of the calls first, and the others at once when it is answered. */
  readonly isWarm: boolean;
  /** Fault rules of the practice edge. */
  readonly delays: readonly object[];
  readonly idealSeconds: number;
  /**
   * When no call has ended for so long, the others are given up: some peers leave calls without an answer. Longer than three repeats,
   * each after the longest window.
   */
  readonly patienceMs: number;
}

const SMALL = { application: '20:1,100:10', method: '250:10' };
const PRODUCTION = { application: '500:10,30000:600', method: '2000:10' };
const PERSONAL = { application: '20:1,100:120', method: '250:10' };
/** Half of a delay is before the call is counted and half after it; delays of several rules add up. */
const CALM = bothWays({ minMs: 10, maxMs: 30 });
const JITTER = [
  ...CALM,
  ...bothWays({ minMs: 0, maxMs: 100, share: 0.3 }),
  ...bothWays({ minMs: 0, maxMs: 270, share: 0.05 }),
];

export const CASES: readonly Case[] = [
  describe('cold', {}),
  describe('warm', { isWarm: true }),
  describe('fourProcesses', { processes: 4 }),
  describe('jitter', { processes: 4, delays: JITTER }),
  describe('production', { limits: PRODUCTION, calls: 1_000 }),
  describe('personal', { limits: PERSONAL, patienceMs: 400_000 }),
];

function describe(name: string, choice: Partial<Case>): Case {
  const usual = { limits: SMALL, calls: 300, processes: 1, isWarm: false, delays: CALM, patienceMs: 45_000 };
  const { limits, calls } = { ...usual, ...choice };
  return { ...usual, ...choice, name, idealSeconds: idealSeconds(calls, limits.application, limits.method) };
}

function bothWays(delay: { readonly minMs: number; readonly maxMs: number; readonly share?: number }) {
  return [
    { kind: 'delay-before-counting', ...delay },
    { kind: 'delay-after-counting', ...delay },
  ];
}
