/** The invented summoner spells; the numbers lie beside the real ones (1 to 55, 2201, 2202) and hit none. */
import { JUNGLE } from './roles.ts';

export interface SummonerSpell {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly cooldown: number;
}

export const SUMMONER_SPELLS: readonly SummonerSpell[] = [
  { id: 71, key: 'SummonerBlinkstep', name: 'Blinkstep', cooldown: 300 },
  { id: 72, key: 'SummonerBeastmark', name: 'Beastmark', cooldown: 15 },
  { id: 73, key: 'SummonerWaygate', name: 'Waygate', cooldown: 360 },
  { id: 74, key: 'SummonerSear', name: 'Sear', cooldown: 180 },
  { id: 75, key: 'SummonerMend', name: 'Mend', cooldown: 240 },
  { id: 76, key: 'SummonerBrace', name: 'Brace', cooldown: 180 },
  { id: 77, key: 'SummonerWither', name: 'Wither', cooldown: 240 },
  { id: 78, key: 'SummonerSnowthrow', name: 'Snowthrow', cooldown: 80 },
];

const BLINKSTEP = 71;
const SECOND_SPELLS: readonly (readonly number[])[] = [
  [73, 73, 74],
  [72],
  [74, 73, 76],
  [75, 76, 74],
  [77, 74, 75],
];
const ARAM_SPELLS: readonly number[] = [78, 78, 75, 77, 74];

/** The two spells of a player, in the order in which he keeps them. */
export function spellsFor(role: number, isAram: boolean, roll: number): readonly [number, number] {
  const choices = isAram ? ARAM_SPELLS : (SECOND_SPELLS[role] ?? SECOND_SPELLS[JUNGLE] ?? [72]);
  const second = choices[Math.floor(roll * choices.length)] ?? 72;
  return roll * 1000 - Math.floor(roll * 1000) < 0.6 ? [second, BLINKSTEP] : [BLINKSTEP, second];
}
