/**
 * Who won. Worked out only for the games that are asked about: a game needs the results of those games of the slot before
 * in which its tilting players sat, these need theirs, and nothing else is needed.
 *
 * A session lasts as long as a player plays in one slot after another; tilt looks at games of the same kind within it. Seen
 * from outside: less than 45 minutes between the end of one game and the start of the next. A remake, which has neither winners nor losers,
 * neither adds to losses in a row nor ends them.
 */
import { DAY_MS, type WorldCalendar, wallTimeAt } from './local-time.ts';
import { type Person, effectOn } from './population.ts';
import { type DayResults, type PlayedDay, gameSeedOf, numberOf, resultsOf, startOf } from './played-day.ts';
import {
  LONGEST_GAME_SECONDS,
  NO_SEAT,
  SEATS_A_GAME,
  kindOfQueue,
  memberAt,
  queueOf,
  seatOf,
  slotOf,
} from './schedule.ts';
import type { GameKind, GameRules, PlayedGame, Seat } from './world.ts';

export interface OutcomesDeps {
  readonly calendar: WorldCalendar;
  readonly rules: Readonly<Record<GameKind, GameRules>>;
}

export interface Outcomes {
  endsAt(day: PlayedDay, game: number): number;
  describe(day: PlayedDay, game: number): PlayedGame;
}

interface Working extends OutcomesDeps {
  /** Of the game that was looked at last: after the check that it is over, the whole game is asked for. */
  latest: { readonly day: PlayedDay; readonly game: number; readonly forms: readonly number[] } | undefined;
}

const YEAR_MS = 365 * DAY_MS;
/** Nearly all players beat a bot, yet it is not always last. */
const BOT_FORM = -1.6;

export function createOutcomes({ calendar, rules }: OutcomesDeps): Outcomes {
  const deps: Working = { calendar, rules, latest: undefined };
  return {
    endsAt(day, game) {
      const { lengths } = workOut(deps, day, game);
      return startOf(day, game) + (lengths[game] ?? 0) * 1000;
    },
    describe: (day, game) => describe(deps, day, game),
  };
}

/** Without the hour, the weekday and the mood. */
export function skillAt(person: Person, kind: GameKind, msAfterEpoch: number): number {
  return person.skill[kind] + (person.driftPerYear * msAfterEpoch) / YEAR_MS;
}

function workOut(deps: Working, day: PlayedDay, game: number): DayResults {
  const results = resultsOf(day);
  if (results.lengths[game] !== 0) return results;
  const { schedule } = day;
  const queue = queueOf(schedule, game);
  const kind = kindOfQueue(queue);
  const forms = formsOf(deps, day, game);
  const seed = gameSeedOf(day, game);
  const patch = deps.calendar.patchAt(startOf(day, game));
  const { places, lengthSeconds } = deps.rules[kind].resolve({ seed, queue, patch, forms });
  for (let seat = 0; seat < places.length; seat++) {
    const at = game * SEATS_A_GAME + seat;
    const place = places[seat] ?? 0;
    results.places[at] = place;
    const member = memberAt(schedule, game, seat);
    const isWon = place >= 1 && !isLost(kind, place);
    if (isWon || !schedule.circle.members[member]?.effects.tilt) continue;
    results.losses[at] = lossesBefore(deps, day, game, member) + (isLost(kind, place) ? 1 : 0);
  }
  results.lengths[game] = Math.min(lengthSeconds, LONGEST_GAME_SECONDS);
  return results;
}

function formsOf(deps: Working, day: PlayedDay, game: number): readonly number[] {
  if (deps.latest?.day === day && deps.latest.game === game) return deps.latest.forms;
  const { schedule } = day;
  const { platform, members } = schedule.circle;
  const kind = kindOfQueue(queueOf(schedule, game));
  const at = startOf(day, game);
  const wall = wallTimeAt(platform, at);
  const forms: number[] = [];
  for (let seat = 0; seat < SEATS_A_GAME; seat++) {
    const member = memberAt(schedule, game, seat);
    if (member === NO_SEAT) break;
    const person = members[member];
    if (person === undefined) {
      forms.push(BOT_FORM);
      continue;
    }
    const losses = person.effects.tilt === null ? 0 : lossesBefore(deps, day, game, member);
    forms.push(skillAt(person, kind, at - deps.calendar.epoch) + effectOn(person.effects, wall, losses));
  }
  deps.latest = { day, game, forms };
  return forms;
}

/** Games of the same kind that the member lost in a row, in the session up to this game. */
function lossesBefore(deps: Working, day: PlayedDay, game: number, member: number): number {
  const { schedule } = day;
  const slotBefore = slotOf(schedule, game) - 1;
  const kind = kindOfQueue(queueOf(schedule, game));
  for (let earlier = game - 1; earlier >= 0; earlier--) {
    const slot = slotOf(schedule, earlier);
    if (slot < slotBefore) break;
    if (slot > slotBefore || kindOfQueue(queueOf(schedule, earlier)) !== kind) continue;
    const seat = seatOf(schedule, earlier, member);
    if (seat >= 0) return workOut(deps, day, earlier).losses[earlier * SEATS_A_GAME + seat] ?? 0;
  }
  return 0;
}

function isLost(kind: GameKind, place: number): boolean {
  return kind === 'tft' ? place > 4 : place > 1;
}

function describe(deps: Working, day: PlayedDay, game: number): PlayedGame {
  const { schedule } = day;
  const { platform, members } = schedule.circle;
  const { lengths, places } = workOut(deps, day, game);
  const queue = queueOf(schedule, game);
  const startsAt = startOf(day, game);
  const seats = formsOf(deps, day, game).map((form, seat): Seat => {
    const player = members[memberAt(schedule, game, seat)]?.player ?? null;
    return { player, form, place: places[game * SEATS_A_GAME + seat] ?? 0 };
  });
  return {
    kind: kindOfQueue(queue),
    platform,
    number: numberOf(day, game),
    queue,
    startsAt,
    lengthSeconds: lengths[game] ?? 0,
    patch: deps.calendar.patchAt(startsAt),
    seed: gameSeedOf(day, game),
    seats,
  };
}
