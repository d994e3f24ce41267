import { expect, test } from 'vitest';
import { createWorldClock, type WorldClock } from '../world-clock.ts';
import { createWorld, type PracticeWorld, type WorldSetting } from './create-world.ts';
import { TEST_RULES } from './rules-for-tests.ts';
import type { GameKind, Platform, Rank } from './world.ts';

const EPOCH = Date.UTC(2025, 0, 6);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SET_MS = 112 * DAY_MS;
const APEX = ['CHALLENGER', 'GRANDMASTER', 'MASTER'];
const BELOW = ['DIAMOND', 'EMERALD', 'PLATINUM', 'GOLD', 'SILVER', 'BRONZE', 'IRON'];
const DIVISIONS = ['I', 'II', 'III', 'IV'];
const KINDS = ['tft', 'lol'] as const;
/** In the middle of the third set, in the evening of Europe. */
const EVENING = EPOCH + 2 * SET_MS + 50 * DAY_MS + 19 * HOUR_MS;

interface Begun {
  readonly world: PracticeWorld;
  readonly clock: WorldClock;
}

function begin(startAt: number, more: Partial<WorldSetting> = {}): Begun {
  const clock = createWorldClock({ mode: 'stepped', startAt });
  return {
    clock,
    world: createWorld({ seed: 4, clock, rules: TEST_RULES, playerCount: 6000, epoch: EPOCH, ...more }),
  };
}

function allRanks(world: PracticeWorld, kind: GameKind, platform: Platform): Rank[] {
  return [...APEX, ...BELOW].flatMap((tier) => world.ladder(kind, platform, tier));
}

/** One scale for all tiers, as people read a ladder. */
function height({ tier, division, leaguePoints }: Rank): number {
  if (APEX.includes(tier)) return 2800 + leaguePoints;
  return (6 - BELOW.indexOf(tier)) * 400 + (3 - DIVISIONS.indexOf(division)) * 100 + leaguePoints;
}

test.each(KINDS)(
  'the %s ladder is ordered from the best to the worst, and no player is on it twice',
  (kind) => {
    const { world } = begin(EVENING);
    const ranks = allRanks(world, kind, 'euw1');
    const heights = ranks.map(height);

    expect(ranks.length).toBeGreaterThan(800);
    expect(heights).toEqual(heights.toSorted((one, other) => other - one));
    expect(new Set(ranks.map((rank) => rank.player.index)).size).toBe(ranks.length);
    for (const rank of ranks) expect(rank.player.platform).toBe('euw1');
    for (const rank of ranks.filter(({ tier }) => BELOW.includes(tier))) {
      expect(rank.leaguePoints).toBeGreaterThanOrEqual(0);
      expect(rank.leaguePoints).toBeLessThan(100);
    }
  },
);

test('a player’s rank is the ladder’s entry, and who is not on the ladder has none', () => {
  const { world } = begin(EVENING);
  for (const kind of KINDS) {
    const ranks = new Map(allRanks(world, kind, 'jp1').map((rank) => [rank.player.index, rank]));
    let without = 0;
    for (let index = 0; index < 6000; index++) {
      const player = world.player(index);
      if (player?.platform !== 'jp1') continue;
      expect(world.rankOf(kind, player)).toEqual(ranks.get(index));
      if (!ranks.has(index)) without++;
    }
    expect(without).toBeGreaterThan(0);
  }
});

test('points move from hour to hour, a little, and stay as they are within one', () => {
  const { world, clock } = begin(EVENING);
  for (const kind of KINDS) {
    const before = new Map(allRanks(world, kind, 'euw1').map((rank) => [rank.player.index, rank]));
    clock.advance(HOUR_MS - 1);
    for (const rank of allRanks(world, kind, 'euw1')) expect(rank).toEqual(before.get(rank.player.index));
    clock.advance(1);
    const moves = allRanks(world, kind, 'euw1').flatMap((rank) => {
      const earlier = before.get(rank.player.index);
      return earlier === undefined ? [] : [Math.abs(height(rank) - height(earlier))];
    });
    expect(moves.filter((move) => move > 0).length).toBeGreaterThan(moves.length / 2);
    expect(Math.max(...moves)).toBeLessThan(60);
    clock.advance(HOUR_MS);
  }
});

test('within a set, wins and losses only grow, hour by hour and from day to day', () => {
  const { world, clock } = begin(EVENING);
  const known = new Map<string, Rank>();
  let grown = 0;
  for (let step = 0; step < 20; step++) {
    for (const kind of KINDS) {
      for (const rank of allRanks(world, kind, 'sg2')) {
        const key = `${kind} ${rank.player.index}`;
        const before = known.get(key);
        known.set(key, rank);
        if (before === undefined) continue;
        expect(rank.wins).toBeGreaterThanOrEqual(before.wins);
        expect(rank.losses).toBeGreaterThanOrEqual(before.losses);
        if (rank.wins + rank.losses > before.wins + before.losses) grown++;
      }
    }
    clock.advance(3 * HOUR_MS);
  }
  expect(grown).toBeGreaterThan(500);
});

test('a new set empties the apex tiers for two days, while lower tiers fill up again', () => {
  const newSet = EPOCH + 3 * SET_MS;
  const count = (world: PracticeWorld, tiers: readonly string[]): number =>
    allRanks(world, 'tft', 'euw1').filter((rank) => tiers.includes(rank.tier)).length;
  const { world, clock } = begin(newSet - 1);
  const lower = count(world, BELOW);
  expect(count(world, APEX)).toBeGreaterThan(20);

  clock.advance(1);
  expect([count(world, APEX), count(world, BELOW)]).toEqual([0, 0]);
  clock.advance(2 * DAY_MS - 1);
  expect(count(world, APEX)).toBe(0);
  expect(count(world, BELOW)).toBeGreaterThan(20);
  expect(count(world, BELOW)).toBeLessThan(lower);
  clock.advance(1);
  expect(count(world, APEX)).toBeGreaterThan(0);
});

test('the best of the TFT ladder place clearly better than the middle', () => {
  const { world } = begin(EVENING);
  let sum = 0;
  let games = 0;
  for (const { player } of APEX.flatMap((tier) => world.ladder('tft', 'euw1', tier))) {
    for (const number of world.history({ kind: 'tft', player, start: 0, count: 20, ranked: true })) {
      sum += world.game('tft', 'euw1', number)?.seats.find((seat) => seat.player === player)?.place ?? 0;
      games++;
    }
  }

  expect(games).toBeGreaterThan(500);
  expect(sum / games).toBeLessThan(4);
});
