/**
 * Something that was done in a game at a time, by somebody, with the help of others, and paid for. Kills, buildings and monsters
 * are deeds; the match body sums them up and the timeline lists them, so the two cannot disagree.
 */
import type { Random } from '../randomness.ts';
import { numberAt } from './entry.ts';
import type { Participant } from './participant.ts';

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface Deed {
  readonly atMs: number;
  /** The team that did it. */
  readonly team: number;
  /** Undefined: minions, towers or monsters did it. */
  readonly doer: Participant | undefined;
  readonly helpers: readonly Participant[];
  readonly position: Position;
  readonly doerGold: number;
  readonly helperGold: number;
  /** To each of the team. */
  readonly teamGold: number;
}

/** Adds a deed's gold to the purses, which are by participant id less one. */
export function payOut(deed: Deed, participants: readonly Participant[], purses: number[]): void {
  if (deed.doer !== undefined) pay(purses, deed.doer, deed.doerGold);
  for (const helper of deed.helpers) pay(purses, helper, deed.helperGold);
  if (deed.teamGold > 0)
    for (const participant of participants)
      if (participant.team === deed.team) pay(purses, participant, deed.teamGold);
}

function pay(purses: number[], { id }: Participant, gold: number): void {
  purses[id - 1] = (purses[id - 1] ?? 0) + gold;
}

/** One of the candidates, by the weights of their roles; undefined if there is nobody. */
export function drawByRole(
  random: Random,
  candidates: readonly Participant[],
  weights: readonly number[],
): Participant | undefined {
  let sum = 0;
  for (const { role } of candidates) sum += numberAt(weights, role);
  let aim = random.next() * sum;
  for (const candidate of candidates) {
    aim -= numberAt(weights, candidate.role);
    if (aim < 0) return candidate;
  }
  return candidates.at(-1);
}

/** Each of the candidates but the doer, with a chance. */
export function drawHelpers(
  random: Random,
  candidates: readonly Participant[],
  doer: Participant | undefined,
  chance: number,
): Participant[] {
  const helpers: Participant[] = [];
  for (const candidate of candidates)
    if (candidate !== doer && random.next() < chance) helpers.push(candidate);
  return helpers;
}
