/**
 * How the upstream falls short of the truth, each with its own switch: the share of goals, matches or minutes that it befalls. The
 * defaults are about as often as in real answers, or a little more often, so that an afternoon of practice shows most of them.
 * Whether it befalls something follows from the seed and from what it befalls, and from nothing that was asked before.
 */
import { Type } from 'typebox';
import { chance, hashText } from '../randomness.ts';

const DEFAULT_QUIRKS = {
  /** Of goals: taken away by the video referee, a minute or three after they were told. */
  disallowed: 0.07,
  /** Of those: the goal's row stays beside the referee's. Usually it is gone. */
  varKeepsRow: 0.15,
  /** Of goals: taken away, and given back some minutes later. */
  restored: 0.01,
  /** Of goals: the assist follows minutes later. */
  lateAssist: 0.3,
  /** Of goals: no name at first. */
  lateScorer: 0.06,
  /** Of goals: the scorer has a name at first, and a number later. */
  latePlayerId: 0.03,
  /** Of goals: another player of the same side is named at first. */
  wrongScorer: 0.05,
  /** Of own goals: told as an attacker's at first, as an own goal up to 25 minutes later. */
  lateOwnGoal: 0.35,
  /** Of goals: a minute too early or too late at first. */
  wrongMinute: 0.08,
  /** Of goals: counted for the other side at first. */
  wrongSide: 0.004,
  /** Of goals: a second row a minute later, which the score does not count. */
  doubledRow: 0.02,
  /** Of goals: the row comes before the score. */
  rowBeforeScore: 0.05,
  /** Of goals: the score comes before the row. */
  scoreBeforeRow: 0.03,
  /** Of minutes of a match: its list of events is empty, whatever the score says. */
  emptyEvents: 0.003,
  /** Of minutes of a goal: its row is left out. */
  droppedRow: 0.003,
  /** Of minutes of a match: the answer leaves it out. */
  absentFixture: 0.003,
  /** Of minutes of a match: the answer is one or two minutes old. */
  staleAnswer: 0.004,
  /** Of matches: no `status.extra`, as in old answers. */
  oldStatus: 0.1,
  /** Of matches: kicked off late, and called postponed until then. */
  lateStart: 0.01,
  /** Of matches: interrupted for a while in the second half. */
  interrupted: 0.01,
  /** Of matches: suspended, and abandoned later. */
  abandoned: 0.002,
  /** Of matches: each of these never begins. */
  postponed: 0.005,
  cancelled: 0.002,
  awarded: 0.002,
  walkover: 0.001,
} as const;

export type Quirk = keyof typeof DEFAULT_QUIRKS;
export type QuirkShares = Readonly<Record<Quirk, number>>;
const QUIRKS = Object.keys(DEFAULT_QUIRKS) as Quirk[];

export interface Quirks {
  /** Does it befall what is named by these numbers? */
  has(quirk: Quirk, ...of: readonly number[]): boolean;
}

export function createQuirks(seed: number, shares: QuirkShares): Quirks {
  const salts = new Map(QUIRKS.map((quirk) => [quirk, hashText(quirk)]));
  return {
    has(quirk, ...of) {
      const share = shares[quirk];
      return share > 0 && chance(seed, salts.get(quirk) ?? 0, ...of) < share;
    },
  };
}

export type QuirkChanges = Partial<QuirkShares>;
export const QuirkChanges = Type.Unsafe<QuirkChanges>(
  Type.Object(
    Object.fromEntries(
      QUIRKS.map((quirk) => [quirk, Type.Optional(Type.Number({ minimum: 0, maximum: 1 }))]),
    ),
    { additionalProperties: false },
  ),
);

/** The defaults with changes. `none` sets all others to 0: an upstream that reports the truth. */
export function toQuirkShares(changes: QuirkChanges, others: 'defaults' | 'none'): QuirkShares {
  const usual = Object.entries(DEFAULT_QUIRKS).map(([quirk, share]) => [
    quirk,
    others === 'none' ? 0 : share,
  ]);
  return { ...(Object.fromEntries(usual) as QuirkShares), ...changes };
}
