import { expect, test } from 'vitest';
import { mix } from '../randomness.ts';
import { createDraft } from './draft.ts';
import { TEST_PATCH, TEST_TRUTH } from './game-for-tests.ts';
import { createLolRules } from './rules.ts';

const GAMES = 15_000;
const rules = createLolRules(TEST_TRUTH);
const withoutRemakes = createLolRules(TEST_TRUTH, 0);
const draft = createDraft(TEST_TRUTH);
const EVEN = Array.from({ length: 10 }, () => 0);

function resolve(nth: number, forms: readonly number[]) {
  return withoutRemakes.resolve({ seed: mix(nth, 3), queue: 420, patch: TEST_PATCH, forms });
}

test('the share of games won is the one that the formula promises', () => {
  // Games in classes of what the formula says; five standard errors of the smallest class are below 4 points.
  const classes = new Map<number, { games: number; wins: number; expected: number }>();
  for (let nth = 0; nth < GAMES; nth++) {
    const forms = EVEN.map((_, seat) => (mix(nth, seat) % 400) / 100 - 2);
    const seed = mix(nth, 3);
    const champions = draft.picks({ seed, queue: 420, patch: TEST_PATCH.number, seatCount: 10 });
    const expected = 1 / (1 + Math.exp(-TEST_TRUTH.blueLogOdds(TEST_PATCH.number, champions, forms)));
    const key = Math.min(8, Math.max(1, Math.floor(expected * 10)));
    const found = classes.get(key) ?? { games: 0, wins: 0, expected: 0 };
    found.games++;
    found.expected += expected;
    if (resolve(nth, forms).places[0] === 1) found.wins++;
    classes.set(key, found);
  }
  expect(classes.size).toBe(8);
  for (const { games, wins, expected } of classes.values()) {
    expect(games).toBeGreaterThan(300);
    expect(Math.abs(wins - expected) / games).toBeLessThan(5 * Math.sqrt(0.25 / games));
  }
});

test('about one and a half percent are remakes: 200 to 300 seconds, place 0 for all', () => {
  let remakes = 0;
  for (let nth = 0; nth < 20_000; nth++) {
    const { places, lengthSeconds } = rules.resolve({
      seed: mix(nth, 9),
      queue: 420,
      patch: TEST_PATCH,
      forms: EVEN,
    });
    expect(lengthSeconds < 300).toBe(places[0] === 0);
    expect(lengthSeconds).toBeGreaterThanOrEqual(200);
    if (places[0] !== 0) continue;
    remakes++;
    expect(places).toEqual(EVEN);
  }
  expect(remakes / 20_000).toBeGreaterThan(0.012);
  expect(remakes / 20_000).toBeLessThan(0.018);
});

test('no champion is played twice in a game, and most play one of their role', () => {
  let inRole = 0;
  for (let seed = 0; seed < 300; seed++) {
    const picks = draft.picks({ seed, queue: 420, patch: 2, seatCount: 10 });
    expect(new Set(picks).size).toBe(10);
    for (const [seat, id] of picks.entries()) if (Math.floor((id - 9001) / 16) === seat % 5) inRole++;
    const bans = draft.bans(seed, 420, 2, picks);
    expect(bans.filter((ban) => picks.includes(ban))).toEqual([]);
  }
  expect(inRole / 3000).toBeGreaterThan(0.7);
});
