import { expect, test } from 'vitest';
import { createWorldClock } from '../world-clock.ts';
import { createWorld, type PracticeWorld } from './create-world.ts';
import { TEST_RULES } from './rules-for-tests.ts';
import { playerAt } from './world-for-tests.ts';
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

function begin(startAt: number) {
  const clock = createWorldClock({ mode: 'stepped', startAt });
  return {
    clock,
    world: createWorld({ seed: 4, clock, rules: TEST_RULES, playerCount: 6000, epoch: EPOCH }),
  };
}

/** For tests that do not move its clock. */
const evening = begin(EVENING);

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
    const { world } = evening;
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
  const { world } = evening;
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

test.each(KINDS)(
  'the %s ladder stands still for an hour, then points move a little and games only grow',
  (kind) => {
    const { world, clock } = begin(EVENING);
    let [before, moved, grown] = [byPlayer(world, kind), 0, 0];
    clock.advance(HOUR_MS - 1);
    expect(byPlayer(world, kind)).toEqual(before);
    clock.advance(1);
    for (let step = 0; step < 12; step++) {
      const ranks = byPlayer(world, kind);
      for (const [index, rank] of ranks) {
        const earlier = before.get(index);
        if (earlier === undefined) continue;
        expect([rank.wins >= earlier.wins, rank.losses >= earlier.losses]).toEqual([true, true]);
        if (rank.wins + rank.losses > earlier.wins + earlier.losses) grown++;
        if (step > 0) continue;
        expect(Math.abs(height(rank) - height(earlier))).toBeLessThan(60);
        if (height(rank) !== height(earlier)) moved++;
      }
      before = ranks;
      clock.advance(6 * HOUR_MS);
    }
    expect(moved).toBeGreaterThan(before.size / 2);
    expect(grown).toBeGreaterThan(200);
  },
);

test('a player’s rank is the entry on the ladder, and a player who is not on it has none', () => {
  const { world } = evening;
  const ranks = byPlayer(world, 'tft');
  const players = Array.from({ length: 6000 }, (_, index) => playerAt(world, index)).filter(
    ({ platform }) => platform === 'euw1',
  );
  expect(players.length).toBeGreaterThan(ranks.size);
  for (const player of players) expect(world.rankOf('tft', player)).toEqual(ranks.get(player.index));
});

function byPlayer(world: PracticeWorld, kind: GameKind): Map<number, Rank> {
  return new Map(allRanks(world, kind, 'euw1').map((rank) => [rank.player.index, rank]));
}
