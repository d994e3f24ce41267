/**
 * The living world: everything that the practice server can be asked about players, games and ladders, as a function of the
 * seed and of the world's time. Nothing is stored, so nothing can be lost: after a restart the same question has the same answer.
 */
import { hashText, mix } from '../randomness.ts';
import type { WorldClock } from '../world-clock.ts';
import { createCircles, parseMatchNumber } from './circle-day.ts';
import { HISTORY_MS, listHistory } from './history.ts';
import { createLadders } from './ladders.ts';
import { createCircleDays, startOf } from './played-day.ts';
import { createOutcomes } from './outcomes.ts';
import { type Person, type PlantedEffects, createPopulation } from './population.ts';
import { createWorldCalendar, timeZoneOf } from './local-time.ts';
import { kindOfQueue, queueOf } from './schedule.ts';
import type { GameKind, GameRules, HistoryQuery, Patch, Platform, PlayedGame, World } from './world.ts';

export interface WorldSetting {
  readonly seed: number;
  readonly clock: WorldClock;
  readonly rules: Readonly<Record<GameKind, GameRules>>;
  readonly playerCount?: number;
  /** The first moment of the first set, in ms. */
  readonly epoch?: number;
  /** For how many days after the start of a set the apex tiers stay empty. */
  readonly resetDays?: number;
  /** How many days of circles are kept in memory, some 2 KB each. It never changes an answer. */
  readonly circleDaysKept?: number;
}

/** What is really true of a player, for tests that ask whether an analysis finds it. Told at the side door, never by the API. */
export interface PlayerTruth {
  readonly index: number;
  /** IANA name: hours and weekdays of the effects are those of this zone's wall clock, at the start of the game. */
  readonly timeZone: string;
  /** At the world's epoch, as z-scores. */
  readonly skill: Readonly<Record<GameKind, number>>;
  readonly driftPerYear: number;
  /** Null means exactly none. */
  readonly effects: PlantedEffects;
}

export interface PracticeWorld extends World {
  /** The patches that there have been by now, oldest first. */
  patches(): readonly Patch[];
  truthOf(index: number): PlayerTruth | undefined;
}

const DEFAULT_PLAYERS = 20_000;
const DEFAULT_EPOCH = Date.UTC(2025, 0, 6);
const DEFAULT_RESET_DAYS = 2;
/** A crawler lists the games of some hundred players before it asks for the first body: thousands of days. */
const DEFAULT_CIRCLE_DAYS_KEPT = 16_384;

export function createWorld(setting: WorldSetting): PracticeWorld {
  const { seed, clock, rules, playerCount = DEFAULT_PLAYERS, epoch = DEFAULT_EPOCH } = setting;
  const calendar = createWorldCalendar(epoch);
  const population = createPopulation(seed, playerCount);
  const { people } = population;
  const circles = createCircles(mix(seed, hashText('circles')), people);
  const days = createCircleDays(seed, calendar, setting.circleDaysKept ?? DEFAULT_CIRCLE_DAYS_KEPT);
  const outcomes = createOutcomes({ calendar, rules });
  const resetDays = setting.resetDays ?? DEFAULT_RESET_DAYS;
  const ladders = createLadders({ seed, calendar, circles, resetDays });
  const historyOf = (query: HistoryQuery): ReturnType<typeof listHistory> => {
    const person = people[query.player.index];
    return person === undefined
      ? []
      : listHistory({ calendar, circles, days, outcomes }, person, query, clock.now());
  };

  function findGame(kind: GameKind, platform: Platform, number: number): PlayedGame | undefined {
    const address = parseMatchNumber(number);
    const circle = address === undefined ? undefined : circles.all[address.circle];
    if (address === undefined || circle === undefined || circle.platform !== platform) return undefined;
    const now = clock.now();
    // A number of a far day must not cost the work of finding out what will be played then.
    if (address.day > calendar.dayAt(platform, now)) return undefined;
    if (calendar.dayStartsAt(platform, address.day + 1) < now - HISTORY_MS) return undefined;
    const day = days.get(circle, address.day);
    if (address.index >= day.schedule.gameCount) return undefined;
    const startsAt = startOf(day, address.index);
    if (startsAt >= now || startsAt < now - HISTORY_MS) return undefined;
    if (kindOfQueue(queueOf(day.schedule, address.index)) !== kind) return undefined;
    return outcomes.endsAt(day, address.index) > now ? undefined : outcomes.describe(day, address.index);
  }

  return {
    seed,
    now: () => clock.now(),
    player: (index) => people[index]?.player,
    playerCount: () => people.length,
    findPlayer: (gameName, tagLine) => population.find(gameName, tagLine)?.player,
    patchAt: (ms) => calendar.patchAt(ms),
    patches: () => calendar.patchesUntil(clock.now()),
    history: historyOf,
    game: findGame,
    ladder: (kind, platform, tier, division) => [
      ...ladders.list(kind, platform, tier, division, clock.now()),
    ],
    rankOf(kind, player) {
      const person: Person | undefined = people[player.index];
      return person === undefined ? undefined : ladders.rankOf(kind, person, clock.now());
    },
    truthOf(index) {
      const person = people[index];
      if (person === undefined) return undefined;
      const { player, skill, driftPerYear, effects } = person;
      return { index, timeZone: timeZoneOf(player.platform), skill, driftPerYear, effects };
    },
  };
}
