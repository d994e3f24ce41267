/** The invented summoner spells, by their numbers, which the real game does not use. */
import { numberAt } from '../entry.ts';

/** Blink, jungle, teleport, ignite, heal, barrier, exhaust, snowball. */
export const SUMMONER_SPELLS = [71, 72, 73, 74, 75, 76, 77, 78];
const BLINK = 71;
const BY_ROLE = [[73, 73, 74], [72], [74, 73, 76], [75, 76, 74], [77, 74, 75]];
const ON_BRIDGE = [78, 78, 75, 77, 74];

/** The two spells of a player, in the order in which he keeps them. */
export function spellsFor(role: number, isBridge: boolean, roll: number): readonly [number, number] {
  const choices = isBridge ? ON_BRIDGE : (BY_ROLE[role] ?? ON_BRIDGE);
  const second = numberAt(choices, Math.floor(roll * choices.length));
  return roll * 1000 - Math.floor(roll * 1000) < 0.6 ? [second, BLINK] : [BLINK, second];
}
