/** Plays one game without a world around it, for tests: eight strangers, forms from the seed. */
import { createRandom, mix, numberAt } from '../randomness.ts';
import type { GameRules, Patch, PlayedGame, Player, Seat } from '../world/world.ts';

export interface GameSetting {
  readonly rules: GameRules;
  readonly seed: number;
  readonly patch: Patch;
  readonly queue?: number;
  /** How many of the last seats are bots. */
  readonly bots?: number;
  readonly gameName?: string;
  readonly tagLine?: string;
}

export function playGame(setting: GameSetting): PlayedGame {
  const { rules, seed, patch, queue = 1100, bots = 0, gameName = 'Tester', tagLine = 'KR1' } = setting;
  const random = createRandom(mix(seed, 0x5e_a7));
  const forms = Array.from({ length: 8 }, () => random.normal());
  const { places, lengthSeconds } = rules.resolve({ seed, queue, patch, forms });
  const seats = forms.map((form, index): Seat => {
    const player: Player = { index: (seed % 10_000) * 8 + index, platform: 'kr', gameName, tagLine };
    return { player: index >= 8 - bots ? null : player, form, place: numberAt(places, index) };
  });
  const startsAt = patch.startsAt + (seed % 1_000_000) * 1000;
  return {
    kind: 'tft',
    platform: 'kr',
    number: 5_000_000_000 + (seed % 10_000),
    queue,
    startsAt,
    lengthSeconds,
    patch,
    seed,
    seats,
  };
}
