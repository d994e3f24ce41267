/**
 * What statistics over endless matches of one patch would find, by playing many independent games with the
 * very generator that makes the world's games.
 *
 * The population: every board of a full lobby of eight in one queue (ranked unless said otherwise), in one
 * patch, games drawn with fresh seeds; the forms of the eight are independent of each other and of everything
 * else, normal with mean 0 and deviation 1 unless `drawForm` says otherwise.
 * So it is the whole field, unfiltered; a filter (a tier, a comp, a level) shows something else. Lobbies of
 * one skill do too: with all forms at 0 the means of units moved by 0.04 (rms), with all near 1.5 by 0.07 and
 * at most 0.18 (160,000 boards each, chance included). Who compares closely gives `drawForm`.
 *
 * What is averaged is the place, 1 to 8, hence lower is better and 4.5 is the middle. A unit counts once per
 * board that fields it (no board has it twice), an item once per unit that holds it, a pair once per unit of
 * that kind that holds at least one such item, a trait tier once per board that reached exactly that tier.
 *
 * `mean` is an association, not the strength itself: a strong item on units that lose has a poor mean. That
 * is what statistics see.
 */
import { createRandom, hashText, mix, type Random } from '../randomness.ts';
import type { Patch } from '../world/world.ts';
import { tierReached } from './board-strength.ts';
import type { Board } from './board.ts';
import { cellAt, elementAt, numberAt } from './element-at.ts';
import type { Roster } from './roster.ts';
import { createTftPlay } from './rules.ts';
import { createTftTruth, MOST_TIERS, STARS } from './truth.ts';

export interface Placement {
  readonly n: number;
  readonly mean: number;
}

export interface ExpectedPlacements {
  /** By unit id. */
  readonly units: ReadonlyMap<string, Placement>;
  /** By `unitStarKey`. */
  readonly unitStars: ReadonlyMap<string, Placement>;
  /** By item id. */
  readonly items: ReadonlyMap<string, Placement>;
  /** By `traitTierKey`. */
  readonly traitTiers: ReadonlyMap<string, Placement>;
  /** By `pairKey`. */
  readonly pairs: ReadonlyMap<string, Placement>;
}

export interface ExpectedPlacementsQuery {
  readonly seed: number;
  readonly patch: Patch;
  /** How many boards to play at least; eight make a game. */
  readonly boards: number;
  readonly queue?: number;
  readonly drawForm?: (random: Random) => number;
}

const SEATS = 8;
const RANKED_QUEUE = 1100;
const GAMES_KEY = hashText('expected placements');
const FORMS_KEY = hashText('expected forms');

export const unitStarKey = (unitId: string, star: number): string => `${unitId}|${star}`;
export const traitTierKey = (traitId: string, tier: number): string => `${traitId}|${tier}`;
export const pairKey = (unitId: string, itemId: string): string => `${unitId}|${itemId}`;

export function expectedPlacements(query: ExpectedPlacementsQuery): ExpectedPlacements {
  const {
    seed,
    patch,
    boards: atLeast,
    queue = RANKED_QUEUE,
    drawForm = (random) => random.normal(),
  } = query;
  const truth = createTftTruth(seed);
  const play = createTftPlay(truth);
  const tally = createTally(truth.roster(patch.set));
  for (let game = 0; game * SEATS < atLeast; game++) {
    const gameSeed = mix(seed, GAMES_KEY, patch.number, game);
    const random = createRandom(mix(gameSeed, FORMS_KEY));
    const forms = Array.from({ length: SEATS }, () => drawForm(random));
    const { boards, places } = play({ seed: gameSeed, queue, patch, forms });
    boards.forEach((board, seat) => tally.add(board, numberAt(places, seat)));
  }
  return tally.read();
}

interface Tally {
  add(board: Board, place: number): void;
  read(): ExpectedPlacements;
}

function createTally({ units, items, traits }: Roster): Tally {
  const stars = createMeans(units.length * (STARS + 1));
  const byUnit = createMeans(units.length);
  const byItem = createMeans(items.length);
  const byPair = createMeans(units.length * items.length);
  const byTier = createMeans(traits.length * (MOST_TIERS + 1));
  const unitId = (index: number): string => elementAt(units, index).id;
  const itemId = (index: number): string => elementAt(items, index).id;
  return {
    add(board, place) {
      for (const { unit, star, items: held } of board.units) {
        byUnit.add(unit, place);
        stars.add(unit * (STARS + 1) + star, place);
        held.forEach((item, index) => {
          if (held.indexOf(item) !== index) return;
          byItem.add(item, place);
          byPair.add(unit * items.length + item, place);
        });
      }
      traits.forEach(({ thresholds }, trait) => {
        const tier = tierReached(thresholds, cellAt(board.traitCounts, trait));
        if (tier > 0) byTier.add(trait * (MOST_TIERS + 1) + tier, place);
      });
    },
    read: () => ({
      units: byUnit.read(unitId),
      unitStars: stars.read((at) => unitStarKey(unitId(Math.floor(at / (STARS + 1))), at % (STARS + 1))),
      items: byItem.read(itemId),
      traitTiers: byTier.read((at) =>
        traitTierKey(elementAt(traits, Math.floor(at / (MOST_TIERS + 1))).id, at % (MOST_TIERS + 1)),
      ),
      pairs: byPair.read((at) => pairKey(unitId(Math.floor(at / items.length)), itemId(at % items.length))),
    }),
  };
}

/** Running means by index; what never came is left out. */
function createMeans(size: number): {
  add(at: number, place: number): void;
  read(keyOf: (at: number) => string): Map<string, Placement>;
} {
  const counts = new Uint32Array(size);
  const sums = new Float64Array(size);
  return {
    add(at, place) {
      counts[at] = cellAt(counts, at) + 1;
      sums[at] = cellAt(sums, at) + place;
    },
    read(keyOf) {
      const means = new Map<string, Placement>();
      counts.forEach((n, at) => {
        if (n > 0) means.set(keyOf(at), { n, mean: cellAt(sums, at) / n });
      });
      return means;
    },
  };
}
