/** Invented games for tests: small, and to be bent. */
import type { LolGame, LolSeat, LolTimeline } from '#/domain/lol/rows/game.ts';
import type { LolRole } from '#/domain/lol/rows/role.ts';

const LANES: readonly LolRole[] = ['TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY'];

/** Blue has 1 to 5, red 6 to 10, lane by lane. */
export function madeUpSeat(participant: number, changes: Partial<LolSeat> = {}): LolSeat {
  return {
    participant,
    puuid: `person ${participant}`,
    name: `Name ${participant}`,
    tag: 'TAG',
    team: participant <= 5 ? 100 : 200,
    placement: 0,
    role: LANES[(participant - 1) % 5] ?? '',
    champion: 900 + participant,
    championName: `Champion ${participant}`,
    isWin: participant <= 5,
    kills: 1,
    deaths: 2,
    assists: 3,
    minions: 40,
    gold: 5_000,
    damage: 6_000,
    damageTaken: 7_000,
    vision: 8,
    level: 9,
    ...changes,
  };
}

export function madeUpGame(changes: Partial<LolGame> = {}): LolGame {
  return {
    id: 'EUW1_77',
    platform: 'euw1',
    queue: 420,
    version: '16.4.748.682',
    startedAt: 1_771_685_324_811,
    seconds: 1_803,
    standing: 'played',
    seats: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((participant) => madeUpSeat(participant)),
    ...changes,
  };
}

/** A frame a minute, in which everybody has as much as the minute and his number say. */
export function madeUpTimeline(minutes: number, changes: Partial<LolTimeline> = {}): LolTimeline {
  const frames = Array.from({ length: minutes + 1 }, (_, minute) => ({
    ms: minute * 60_000 + 20 * minute,
    seats: new Map(
      Array.from({ length: 10 }, (__, at) => [
        at + 1,
        { gold: 500 + 100 * minute + at, minions: 7 * minute + at, xp: 200 * minute - at },
      ]),
    ),
  }));
  return { frames, kills: [], items: [], ...changes };
}
