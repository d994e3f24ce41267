import { expect, test } from 'vitest';
import { createWorldClock } from '../world-clock.ts';
import { createWorld } from './create-world.ts';
import type { PlayerTruth } from './create-world.ts';
import { TEST_RULES } from './rules-for-tests.ts';
import type { GameKind, PlayedGame } from './world.ts';

const EPOCH = Date.UTC(2025, 0, 6);
const DAY_MS = 86_400_000;
const SESSION_GAP_MS = 45 * 60_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const clock = createWorldClock({ mode: 'stepped', startAt: Date.UTC(2026, 3, 20, 12) });
const world = createWorld({ seed: 9, clock, rules: TEST_RULES, playerCount: 1200, epoch: EPOCH });

interface Play {
  readonly truth: PlayerTruth;
  readonly kind: GameKind;
  readonly startsAt: number;
  readonly hour: number;
  readonly weekday: number;
  readonly lossesInARow: number;
  /** What is left of the form when the skill of the day is taken away. */
  readonly rest: number;
}

/**
 * All that can be seen from outside of the players' games, worked out from the games and the truth alone: hours by the time
 * zone's own data, sessions by the gaps between games.
 */
function playsOf(index: number, kind: GameKind): Play[] {
  const player = world.player(index);
  const truth = world.truthOf(index);
  if (player === undefined || truth === undefined) throw new Error(`the test's world has no player ${index}`);
  const numbers = world.history({ kind, player, start: 0, count: 250, fromMs: clock.now() - 60 * DAY_MS });
  const wall = new Intl.DateTimeFormat('en-US', {
    timeZone: truth.timeZone,
    hour: 'numeric',
    hourCycle: 'h23',
    weekday: 'short',
  });
  const plays: Play[] = [];
  let before: PlayedGame | undefined;
  let lossesInARow = 0;
  // The list may begin in the middle of a session, whose losses are not known.
  let isWhole = false;
  for (const number of numbers.toReversed()) {
    const game = world.game(kind, player.platform, number);
    const seat = game?.seats.find((each) => each.player === player);
    if (game === undefined || seat === undefined) throw new Error(`game ${number} lacks its player`);
    const gap =
      before === undefined ? Infinity : game.startsAt - before.startsAt - before.lengthSeconds * 1000;
    if (gap >= SESSION_GAP_MS) {
      lossesInARow = 0;
      isWhole ||= before !== undefined;
    }
    const parts = new Map(wall.formatToParts(game.startsAt).map((part) => [part.type, part.value]));
    const skill = truth.skill[kind] + (truth.driftPerYear * (game.startsAt - EPOCH)) / (365 * DAY_MS);
    const play: Play = {
      truth,
      kind,
      startsAt: game.startsAt,
      hour: Number(parts.get('hour')),
      weekday: WEEKDAYS.indexOf(parts.get('weekday') ?? ''),
      lossesInARow,
      rest: seat.form - skill,
    };
    if (isWhole) plays.push(play);
    if (seat.place > 0) lossesInARow = seat.place > (kind === 'tft' ? 4 : 1) ? lossesInARow + 1 : 0;
    before = game;
  }
  return plays;
}

const plays = Array.from({ length: 75 }, (_, index) => index * 16).flatMap((index) =>
  playsOf(index, 'tft').concat(playsOf(index, 'lol')),
);

test('form is skill plus exactly the planted effects of hour, weekday and losses in a row', () => {
  expect(plays.length).toBeGreaterThan(2500);
  for (const { truth, hour, weekday, lossesInARow, rest } of plays) {
    const { effects } = truth;
    const expected =
      (effects.hour?.hours.includes(hour) === true ? effects.hour.size : 0) +
      (effects.weekday?.weekdays.includes(weekday) === true ? effects.weekday.size : 0) +
      (effects.tilt?.perLoss ?? 0) * Math.min(lossesInARow, effects.tilt?.mostLosses ?? 0);
    expect(rest).toBeCloseTo(expected, 9);
  }
});

test('effects have games inside and outside of them, so that an analysis can see them', () => {
  const isInside = {
    hour: ({ truth, hour }: Play) => truth.effects.hour?.hours.includes(hour),
    weekday: ({ truth, weekday }: Play) => truth.effects.weekday?.weekdays.includes(weekday),
    tilt: ({ truth, lossesInARow }: Play) => (truth.effects.tilt === null ? undefined : lossesInARow > 0),
  };
  for (const look of Object.values(isInside)) {
    const seen = plays.map(look).filter((answer) => answer !== undefined);
    const inside = seen.filter(Boolean).length / seen.length;
    expect(inside).toBeGreaterThan(0.1);
    expect(inside).toBeLessThan(0.9);
  }
});
