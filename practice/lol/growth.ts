/**
 * How minions, experience and gold grow over a game. The totals are drawn once; the timeline reads the same curves minute by minute,
 * and at the end of the game they give exactly the totals.
 */
import { numberAt } from '../randomness.ts';
import type { Kill } from './kills.ts';
import { JUNGLE, UTILITY } from './draft.ts';
import type { Field, Participant } from './story.ts';

/** Minions, monsters and experience a minute, by role. */
const MINIONS = [7.1, 0.9, 7.2, 7.5, 1.2];
const MONSTERS = [0.1, 5.6, 0.25, 0.2, 0.05];
const EXPERIENCE = [580, 510, 580, 500, 395];
const BRIDGE_MINIONS = 2.4;
const BRIDGE_EXPERIENCE = 1010;
const FARM_FROM_MS = 90_000;
const EXPERIENCE_CURVE = 1.15;

const START_GOLD = 500;
const BRIDGE_START_GOLD = 1400;
const PASSIVE_GOLD_FROM_MS = 65_000;
const MINION_GOLD = 22;
const MONSTER_GOLD = 27;
const KILL_GOLD = 330;
/** Shared among those who helped. */
const ASSIST_GOLD = 150;

const MOST_LEVELS = 18;
/** Experience that a level needs in all. */
const LEVEL_AT = Array.from({ length: MOST_LEVELS }, (_, below) => 50 * below ** 2 + 230 * below);

export interface Farm {
  readonly minions: number;
  readonly monsters: number;
  readonly experience: number;
}

type Grown = Pick<Field, 'lengthMs' | 'isBridge'> & { readonly kills: readonly Kill[] };

/** `luck` is a factor around 1. */
export function farmOf(
  { role, playedSeconds }: Pick<Participant, 'role' | 'playedSeconds'>,
  isBridge: boolean,
  luck: number,
): Farm {
  const minutes = Math.max(0, playedSeconds / 60 - FARM_FROM_MS / 60_000) * luck;
  return {
    minions: Math.round(minutes * (isBridge ? BRIDGE_MINIONS : numberAt(MINIONS, role))),
    monsters: isBridge ? 0 : Math.round(minutes * numberAt(MONSTERS, role)),
    experience: Math.round(minutes * (isBridge ? BRIDGE_EXPERIENCE : numberAt(EXPERIENCE, role))),
  };
}

export function farmAt({ lengthMs }: Pick<Field, 'lengthMs'>, { farm }: Participant, atMs: number): Farm {
  const share = Math.min(1, Math.max(0, (atMs - FARM_FROM_MS) / (lengthMs - FARM_FROM_MS)));
  return {
    minions: Math.floor(farm.minions * share),
    monsters: Math.floor(farm.monsters * share),
    experience: Math.floor(farm.experience * share ** EXPERIENCE_CURVE),
  };
}

export function levelFor(experience: number): number {
  return LEVEL_AT.findLastIndex((needed) => needed <= experience) + 1;
}

/** Gold earned by then. */
export function goldAt(grown: Grown, one: Participant, atMs: number): number {
  const { isBridge, kills } = grown;
  const perSecond = isBridge ? 5 : one.role === UTILITY ? 3.5 : one.role === JUNGLE ? 2.4 : 2.3;
  const { minions, monsters } = farmAt(grown, one, atMs);
  let gold = isBridge ? BRIDGE_START_GOLD : START_GOLD;
  gold += (perSecond * Math.max(0, atMs - PASSIVE_GOLD_FROM_MS)) / 1000;
  gold += MINION_GOLD * minions + MONSTER_GOLD * monsters;
  for (const kill of kills) {
    if (kill.atMs > atMs) break;
    if (kill.killer === one) gold += KILL_GOLD;
    else if (kill.helpers.includes(one)) gold += ASSIST_GOLD / kill.helpers.length;
  }
  return Math.floor(gold);
}
