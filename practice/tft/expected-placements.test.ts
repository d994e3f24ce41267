import { expect, test } from 'vitest';
import { mix } from '../randomness.ts';
import type { Patch } from '../world/world.ts';
import {
  expectedPlacements,
  pairKey,
  type Placement,
  traitTierKey,
  unitStarKey,
} from './expected-placements.ts';
import { createTftMatchBody } from './match-body.ts';
import { playGame } from './play-game.ts';
import { createTftRules } from './rules.ts';
import { createTftTruth } from './truth.ts';

interface Participant {
  readonly placement: number;
  readonly traits: readonly { name: string; tier_current: number }[];
  readonly units: readonly { character_id: string; itemNames: string[] }[];
}

const SEED = 1;
const patchOf = (number: number): Patch => ({
  number,
  set: 12,
  minor: number + 1,
  startsAt: Date.UTC(2026, 4, 20),
});
const truth = createTftTruth(SEED);

test('what statistics find in 3,000 bodies, oddities included, agrees with the expected placements', () => {
  const expected = expectedPlacements({ seed: SEED, patch: patchOf(2), boards: 80_000 });
  const found = readBodies(3000, patchOf(2));
  // A mean over n places is off by 2.3 / √n; rare things are left out so that chance stays below the differences.
  expect(correlation(found.units, expected.units, 150)).toBeGreaterThan(0.95);
  expect(correlation(found.items, expected.items, 1500)).toBeGreaterThan(0.9);
  expect(correlation(found.traitTiers, expected.traitTiers, 300)).toBeGreaterThan(0.95);
  expect(correlation(found.pairs, expected.pairs, 300)).toBeGreaterThan(0.9);
});

test('expected placements of another patch or another world do not agree with them', () => {
  const found = expectedPlacements({ seed: SEED, patch: patchOf(2), boards: 40_000 });
  const otherPatch = expectedPlacements({ seed: SEED, patch: patchOf(7), boards: 40_000 });
  const otherWorld = expectedPlacements({ seed: SEED + 1, patch: patchOf(2), boards: 40_000 });
  expect(correlation(found.units, otherPatch.units, 150)).toBeLessThan(0.9);
  // Another world has other units under most ids; items are the same, and as strong only by chance.
  expect(correlation(found.items, otherWorld.items, 1500)).toBeLessThan(0.6);
});

test('every unit of every board is counted once: nine a board, by star the same', () => {
  const { units, unitStars } = expectedPlacements({ seed: SEED, patch: patchOf(2), boards: 8000 });
  const total = (means: Means): number => [...means.values()].reduce((sum, { n }) => sum + n, 0);
  expect(total(units) / 8000).toBeGreaterThan(8.3);
  expect(total(units) / 8000).toBeLessThan(9.5);
  expect(total(unitStars)).toBe(total(units));
  for (const { mean } of units.values()) expect(Math.abs(mean - 4.5)).toBeLessThanOrEqual(3.5);
});

test('a buff shows as a better placement in the next patch, a nerf as a worse one', () => {
  const shifts: number[] = [];
  const expected = [0, 1, 2, 3, 4].map((number) =>
    expectedPlacements({ seed: SEED, patch: patchOf(number), boards: 30_000 }),
  );
  for (const number of [1, 2, 3, 4]) {
    const [before, after] = [expected[number - 1], expected[number]];
    for (const { what, id, by } of truth.changes(patchOf(number))) {
      if (what !== 'unit') continue;
      const [was, is] = [before?.units.get(id), after?.units.get(id)];
      if (was === undefined || is === undefined || was.n < 1000 || is.n < 1000) continue;
      shifts.push((is.mean - was.mean) * -Math.sign(by));
    }
  }
  expect(shifts.length).toBeGreaterThan(8);
  const mean = shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length;
  expect(mean).toBeGreaterThan(0.1);
  expect(shifts.filter((shift) => shift > 0).length / shifts.length).toBeGreaterThan(0.75);
});

test('stronger units have the better expected placement among units of their cost', () => {
  const patch = patchOf(2);
  const { units } = expectedPlacements({ seed: SEED, patch, boards: 40_000 });
  const strength = new Map(
    truth.roster(12).units.map(({ id }) => [id, { n: 1e6, mean: -truth.unitStrength(patch, id, 2) }]),
  );
  const ofCost = (cost: number): Map<string, Placement> =>
    new Map(
      truth.roster(12).units.flatMap((unit) => {
        const found = units.get(unit.id);
        return unit.cost === cost && found !== undefined ? [[unit.id, found]] : [];
      }),
    );
  const correlations = [1, 2, 3, 4, 5].map((cost) => correlation(ofCost(cost), strength, 1));
  expect(correlations.reduce((sum, value) => sum + value, 0) / 5).toBeGreaterThan(0.3);
});

test('a cheap unit does better with three stars than with one', () => {
  const { unitStars } = expectedPlacements({ seed: SEED, patch: patchOf(2), boards: 16_000 });
  const mean = (star: number): number => {
    const found = truth
      .roster(12)
      .units.flatMap(({ id, cost }) => (cost <= 3 ? (unitStars.get(unitStarKey(id, star)) ?? []) : []));
    return found.reduce((sum, { n, mean }) => sum + n * mean, 0) / found.reduce((sum, { n }) => sum + n, 0);
  };
  expect(mean(1) - mean(3)).toBeGreaterThan(0.5);
});

test('forms that are given are used: where all play alike, form cannot separate boards', () => {
  const even = expectedPlacements({ seed: SEED, patch: patchOf(2), boards: 8000, drawForm: () => 0 });
  const normal = expectedPlacements({ seed: SEED, patch: patchOf(2), boards: 8000 });
  expect(even.units).not.toEqual(normal.units);
});

type Means = ReadonlyMap<string, Placement>;

/** Plain statistics over the text of bodies, as somebody outside would do them. */
function readBodies(games: number, patch: Patch): Record<'units' | 'items' | 'traitTiers' | 'pairs', Means> {
  const body = createTftMatchBody({ truth });
  const rules = createTftRules(truth);
  const canonical = new Map(truth.roster(12).units.map(({ id }) => [id.toLowerCase(), id]));
  const sums = {
    units: createMeans(),
    items: createMeans(),
    traitTiers: createMeans(),
    pairs: createMeans(),
  };
  for (let index = 0; index < games; index++) {
    const text = body(playGame({ rules, seed: mix(77, index), patch }), ({ index: player }) =>
      String(player),
    );
    for (const { placement, units, traits } of (JSON.parse(text) as { info: { participants: Participant[] } })
      .info.participants) {
      for (const { character_id, itemNames } of units) {
        const unit = canonical.get(character_id.toLowerCase()) ?? character_id;
        sums.units.add(unit, placement);
        for (const item of new Set(itemNames)) {
          sums.items.add(item, placement);
          sums.pairs.add(pairKey(unit, item), placement);
        }
      }
      for (const { name, tier_current } of traits)
        if (tier_current > 0) sums.traitTiers.add(traitTierKey(name, tier_current), placement);
    }
  }
  return {
    units: sums.units.read(),
    items: sums.items.read(),
    traitTiers: sums.traitTiers.read(),
    pairs: sums.pairs.read(),
  };
}

function createMeans(): { add(key: string, place: number): void; read(): Means } {
  const sums = new Map<string, [n: number, places: number]>();
  return {
    add(key, place) {
      const [n, places] = sums.get(key) ?? [0, 0];
      sums.set(key, [n + 1, places + place]);
    },
    read: () => new Map([...sums].map(([key, [n, places]]) => [key, { n, mean: places / n }])),
  };
}

function correlation(left: Means, right: Means, leastN: number): number {
  const pairs = [...left].flatMap(([key, { n, mean }]) => {
    const other = right.get(key);
    return n >= leastN && other !== undefined ? [[mean, other.mean] as const] : [];
  });
  expect(pairs.length).toBeGreaterThan(5);
  const [meanLeft, meanRight] = [0, 1].map(
    (side) => pairs.reduce((sum, pair) => sum + (pair[side] ?? 0), 0) / pairs.length,
  );
  let [both, ofLeft, ofRight] = [0, 0, 0];
  for (const [x, y] of pairs) {
    const [dx, dy] = [x - (meanLeft ?? 0), y - (meanRight ?? 0)];
    both += dx * dy;
    ofLeft += dx * dx;
    ofRight += dy * dy;
  }
  return both / Math.sqrt(ofLeft * ofRight);
}
