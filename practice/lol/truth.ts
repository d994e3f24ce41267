/**
 * What is really so in this world's League of Legends, and never shown through the API: how strong a champion is in a patch, who
 * beats whom in a lane, what the blue side and a player's form are worth. Everything is in log-odds of winning, so it adds up:
 *
 *   log-odds(blue wins) = BLUE_SIDE
 *                       + FORM_WEIGHT · (Σ forms of blue − Σ forms of red)
 *                       + Σ strength(blue champions) − Σ strength(red champions)
 *                       + Σ over roles matchUp(blue champion, red champion)
 *
 *   P(blue wins) = 1 / (1 + e^−log-odds)
 *
 * In an even game one point of one player's form is therefore worth FORM_WEIGHT / 4 = 9.5 percentage points to him.
 */
import { createRandom, mix, numberAt } from '../randomness.ts';
import { CHAMPIONS, championById } from './draft.ts';

export const BLUE_SIDE = 0.08;
export const FORM_WEIGHT = 0.38;

/** Standard deviations, in log-odds. */
const LASTING_STRENGTH = 0.09;
const PATCH_STRENGTH = 0.08;
const MATCH_UP = 0.1;

const STRENGTH = 0x4c_01;
const SHIFT = 0x4c_02;
const FASHION = 0x4c_03;
const LANE = 0x4c_04;

export interface LolTruth {
  readonly seed: number;
  /** What a champion adds to its team's log-odds in a patch (`Patch.number`). */
  championStrength(patch: number, championId: number): number;
  /** What meeting this opponent in the same role adds; the opponent gets the same with the other sign. */
  matchUp(patch: number, championId: number, opponentId: number): number;
  /** How often a champion is picked by those who play its role, as a weight. */
  popularity(patch: number, championId: number): number;
  /** `champions` are ids and, like `forms`, one per seat, the blue half first. */
  blueLogOdds(patch: number, champions: readonly number[], forms: readonly number[]): number;
}

export function createLolTruth(seed: number): LolTruth {
  const strengths = new Map<number, readonly number[]>();
  const strengthsOf = (patch: number): readonly number[] => {
    const known = strengths.get(patch);
    if (known !== undefined) return known;
    const drawn = CHAMPIONS.map(
      ({ id }) =>
        LASTING_STRENGTH * normal(mix(seed, STRENGTH, id)) +
        PATCH_STRENGTH * normal(mix(seed, SHIFT, patch, id)),
    );
    strengths.set(patch, drawn);
    return drawn;
  };
  const championStrength = (patch: number, id: number): number =>
    numberAt(strengthsOf(patch), indexOfChampion(id));
  const matchUp = (patch: number, id: number, opponent: number): number => {
    if (id === opponent) return 0;
    const edge = MATCH_UP * normal(mix(seed, LANE, patch, Math.min(id, opponent), Math.max(id, opponent)));
    return id < opponent ? edge : -edge;
  };
  return {
    seed,
    championStrength,
    matchUp,
    // People play what wins, but not only that.
    popularity: (patch, id) =>
      Math.exp(0.6 * normal(mix(seed, FASHION, id)) + 3 * championStrength(patch, id)),
    blueLogOdds(patch, champions, forms) {
      const teamSize = Math.ceil(champions.length / 2);
      let logOdds = BLUE_SIDE;
      for (let seat = 0; seat < champions.length; seat++) {
        const worth =
          championStrength(patch, numberAt(champions, seat)) + FORM_WEIGHT * numberAt(forms, seat);
        logOdds += seat < teamSize ? worth : -worth;
      }
      for (let seat = 0; seat + teamSize < champions.length; seat++)
        logOdds += matchUp(patch, numberAt(champions, seat), numberAt(champions, seat + teamSize));
      return logOdds;
    },
  };
}

function normal(seed: number): number {
  return createRandom(seed).normal();
}

function indexOfChampion(id: number): number {
  const champion = championById(id);
  if (champion === undefined)
    throw new Error(`no champion has the id ${id}; expected ${CHAMPIONS[0]?.id} to ${CHAMPIONS.at(-1)?.id}`);
  return champion.index;
}
