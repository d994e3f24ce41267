/**
 * Who plays which champion, from the game's seed alone: the rules that decide the winner and the bodies that tell of the game both
 * ask here, and both get the same answer. No champion is twice in a game.
 */
import { type Random, createRandom, entry, mix } from '../randomness.ts';
import { CHAMPIONS, type Champion } from './champions.ts';
import { ROLES, isAram, queueOf, roleOfSeat, teamSizeOf } from './queues.ts';
import type { LolTruth } from './truth.ts';

const PICKS = 0x44_01;
const BANS = 0x44_02;

/** How much rarer a champion is in its second role. */
const SECOND_ROLE = 0.25;
/** One ban in so many is missed: the API shows -1. */
const MISSED_BAN = 0.03;

export interface Draft {
  /** Champion ids, one per seat. */
  picks(game: {
    readonly seed: number;
    readonly queue: number;
    readonly patch: number;
    readonly seatCount: number;
  }): number[];
  /** Champion ids or -1, one per seat; never one that was picked. Empty in queues without bans. */
  bans(seed: number, queue: number, patch: number, picks: readonly number[]): number[];
}

interface Choice {
  readonly champions: readonly Champion[];
  /** Running sum of weights, up to the total. */
  readonly upTo: Float64Array;
}

export function createDraft(truth: LolTruth): Draft {
  const tables = new Map<number, readonly Choice[]>();
  const tableOf = (patch: number): readonly Choice[] => {
    const known = tables.get(patch);
    if (known !== undefined) return known;
    const made = [...ROLES.keys()].map((role) => choiceFor(truth, patch, role));
    tables.set(patch, made);
    return made;
  };
  return {
    picks({ seed, queue, patch, seatCount }) {
      const random = createRandom(mix(seed, PICKS));
      const teamSize = teamSizeOf(seatCount);
      const anyChampion = isAram(queueOf(queue));
      const table = tableOf(patch);
      const taken: number[] = [];
      for (let seat = 0; seat < seatCount; seat++)
        taken.push(
          drawFree(random, anyChampion ? undefined : entry(table, roleOfSeat(seat, teamSize)), taken),
        );
      return taken;
    },
    bans(seed, queue, patch, picks) {
      if (isAram(queueOf(queue)) || queue === 430 || queue >= 800) return [];
      const random = createRandom(mix(seed, BANS));
      const table = tableOf(patch);
      return picks.map((_, seat) =>
        random.next() < MISSED_BAN
          ? -1
          : drawFree(random, entry(table, (seat + random.below(2)) % ROLES.length), picks),
      );
    },
  };
}

function choiceFor(truth: LolTruth, patch: number, role: number): Choice {
  const champions = CHAMPIONS.filter((champion) => champion.role === role || champion.secondRole === role);
  let sum = 0;
  const upTo = Float64Array.from(champions, (champion) => {
    sum += truth.popularity(patch, champion.id) * (champion.role === role ? 1 : SECOND_ROLE);
    return sum;
  });
  return { champions, upTo };
}

function drawFree(random: Random, choice: Choice | undefined, taken: readonly number[]): number {
  for (;;) {
    const champion =
      choice === undefined ? entry(CHAMPIONS, random.below(CHAMPIONS.length)) : draw(random, choice);
    if (!taken.includes(champion.id)) return champion.id;
  }
}

function draw(random: Random, { champions, upTo }: Choice): Champion {
  const last = upTo.length - 1;
  const aim = random.next() * (upTo[last] ?? 0);
  let place = 0;
  while (place < last && (upTo[place] ?? 0) <= aim) place++;
  return entry(champions, place);
}
