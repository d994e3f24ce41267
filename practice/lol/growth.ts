/**
 * How farm, experience, level and gold grow over a game. The totals are drawn once for the match; the timeline asks the same curves
 * for every minute, and at the end of the game they give exactly the totals.
 */
import type { Random } from '../randomness.ts';
import { numberAt } from './entry.ts';
import type { Field } from './fights.ts';
import type { Participant } from './participant.ts';
import { JUNGLE, UTILITY } from './roles.ts';

/** Minions, monsters and experience a minute, by role. */
const MINIONS = [7.1, 0.9, 7.2, 7.5, 1.2];
const MONSTERS = [0.1, 5.6, 0.25, 0.2, 0.05];
const EXPERIENCE = [560, 490, 560, 480, 375];
const BRIDGE_MINIONS = 2.4;
const BRIDGE_EXPERIENCE = 960;

const FARM_FROM_MS = 90_000;
const START_GOLD = 500;
const BRIDGE_START_GOLD = 1400;
const PASSIVE_GOLD_FROM_MS = 65_000;
const MINION_GOLD = 21;
const MONSTER_GOLD = 26;
const EXPERIENCE_CURVE = 1.15;
export const MOST_LEVELS = 18;

/** Experience that a level needs in all. */
const LEVEL_AT = Array.from({ length: MOST_LEVELS }, (_, below) => 50 * below ** 2 + 230 * below);

export function grow(field: Field, random: Random): void {
  const minutes = field.lengthMs / 60_000;
  for (const one of field.participants) {
    const luck =
      Math.exp(0.1 * random.normal() + 0.06 * one.seat.form) * (one.team === field.winner ? 1.04 : 0.97);
    const farmMinutes =
      Math.max(0, minutes - FARM_FROM_MS / 60_000) * luck * (one.playedSeconds / (field.lengthMs / 1000));
    one.minions = Math.round((field.isBridge ? BRIDGE_MINIONS : numberAt(MINIONS, one.role)) * farmMinutes);
    one.monsters = field.isBridge ? 0 : Math.round(numberAt(MONSTERS, one.role) * farmMinutes);
    const experience = field.isBridge ? BRIDGE_EXPERIENCE : numberAt(EXPERIENCE, one.role);
    one.experience = Math.round(experience * farmMinutes + 45 * (one.kills + one.assists * 0.5));
    one.gold = goldAt(field, one, field.lengthMs, one.eventGold);
  }
}

export function minionsAt({ lengthMs }: Field, { minions }: Participant, atMs: number): number {
  return Math.floor(minions * farmShare(atMs, lengthMs));
}

export function monstersAt({ lengthMs }: Field, { monsters }: Participant, atMs: number): number {
  return Math.floor(monsters * farmShare(atMs, lengthMs));
}

export function experienceAt({ lengthMs }: Field, { experience }: Participant, atMs: number): number {
  return Math.floor(experience * farmShare(atMs, lengthMs) ** EXPERIENCE_CURVE);
}

export function levelFor(experience: number): number {
  let level = 1;
  while (level < MOST_LEVELS && numberAt(LEVEL_AT, level) <= experience) level++;
  return level;
}

/** When a level is reached; undefined if it never is. */
export function levelReachedMs(
  { lengthMs }: Field,
  { experience }: Participant,
  level: number,
): number | undefined {
  const needed = numberAt(LEVEL_AT, level - 1);
  if (needed > experience) return undefined;
  const share = (needed / experience) ** (1 / EXPERIENCE_CURVE);
  return Math.min(lengthMs, Math.ceil(FARM_FROM_MS + share * (lengthMs - FARM_FROM_MS)));
}

/** `eventGold` is what deeds had brought by then. */
export function goldAt(field: Field, one: Participant, atMs: number, eventGold: number): number {
  const passiveSeconds = Math.max(0, atMs - PASSIVE_GOLD_FROM_MS) / 1000;
  const perSecond = field.isBridge ? 5 : one.role === UTILITY ? 3.3 : one.role === JUNGLE ? 2.2 : 2.1;
  return Math.floor(
    (field.isBridge ? BRIDGE_START_GOLD : START_GOLD) +
      perSecond * passiveSeconds +
      MINION_GOLD * minionsAt(field, one, atMs) +
      MONSTER_GOLD * monstersAt(field, one, atMs) +
      eventGold,
  );
}

function farmShare(atMs: number, lengthMs: number): number {
  if (atMs <= FARM_FROM_MS) return 0;
  return atMs >= lengthMs ? 1 : (atMs - FARM_FROM_MS) / (lengthMs - FARM_FROM_MS);
}
