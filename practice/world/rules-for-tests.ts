/** The smallest rules by which a game can be decided: form plus luck, and now and then a remake. For tests of the world, which must not depend on rosters. */
import { createRandom } from '../randomness.ts';
import type { GameKind, GameRules } from './world.ts';

/** As much luck as skill. */
const LUCK = 1;
const REMAKE_SHARE = 0.05;

export const TEST_RULES: Readonly<Record<GameKind, GameRules>> = {
  tft: {
    resolve({ seed, forms }) {
      const random = createRandom(seed);
      const scores = forms.map((form) => form + LUCK * random.normal());
      const places = scores.map((score) => 1 + scores.filter((other) => other > score).length);
      return { places, lengthSeconds: 1500 + 900 * random.next() };
    },
  },
  lol: {
    resolve({ seed, forms }) {
      const random = createRandom(seed);
      if (random.next() < REMAKE_SHARE) return { places: forms.map(() => 0), lengthSeconds: 210 };
      let lead = LUCK * random.normal();
      for (const [seat, form] of forms.entries()) lead += (seat < 5 ? form : -form) / 5;
      const places = forms.map((_, seat) => (seat < 5 === lead > 0 ? 1 : 2));
      return { places, lengthSeconds: 900 + 1500 * random.next() };
    },
  },
};
