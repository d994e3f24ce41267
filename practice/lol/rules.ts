/**
 * Who wins a League of Legends game and how long it lasts. The formula is in `truth.ts`; this file adds only the dice.
 *
 * A remake ends within five minutes and has place 0 for all: no team won or lost, no rank moves.
 */
import { chance, createRandom, mix } from '../randomness.ts';
import type { GameRules } from '../world/world.ts';
import { type Queue, createDraft, queueOf, teamSizeOf } from './draft.ts';
import type { LolTruth } from './truth.ts';

export const REMAKE_SHARE = 0.015;

/** No other game is as short. */
const REMAKE_BELOW_SECONDS = 300;
const REMAKE_FROM_SECONDS = 200;

const WINNER = 0x52_01;
const REMAKE = 0x52_02;
const LENGTH = 0x52_03;

export function createLolRules(truth: LolTruth, remakeShare = REMAKE_SHARE): GameRules {
  const draft = createDraft(truth);
  return {
    resolve({ seed, queue, patch, forms }) {
      const seatCount = forms.length;
      if (chance(seed, REMAKE) < remakeShare)
        return { places: forms.map(() => 0), lengthSeconds: remakeLength(seed) };
      const champions = draft.picks({ seed, queue, patch: patch.number, seatCount });
      const logOdds = truth.blueLogOdds(patch.number, champions, forms);
      const blueWins = chance(seed, WINNER) < 1 / (1 + Math.exp(-logOdds));
      return {
        places: placesOf(seatCount, blueWins),
        lengthSeconds: gameLength(queueOf(queue), seed, logOdds),
      };
    },
  };
}

function placesOf(seatCount: number, blueWins: boolean): number[] {
  const teamSize = teamSizeOf(seatCount);
  return Array.from({ length: seatCount }, (_, seat) => (seat < teamSize === blueWins ? 1 : 2));
}

function remakeLength(seed: number): number {
  return (
    REMAKE_FROM_SECONDS + Math.floor(chance(seed, LENGTH) * (REMAKE_BELOW_SECONDS - REMAKE_FROM_SECONDS))
  );
}

/** Uneven games end sooner. */
function gameLength({ length }: Queue, seed: number, logOdds: number): number {
  const random = createRandom(mix(seed, LENGTH));
  const seconds = length.mean + length.spread * random.normal() - 60 * Math.abs(logOdds);
  return Math.round(Math.min(length.most, Math.max(length.least, seconds)));
}
