/**
 * The games of one player, newest first. As at Riot: nothing older than two years, for LoL the last thousand games and no more
 * (whatever is filtered out of them), and a game is there from the moment it is over.
 * Walks back day by day and stops as soon as the page is full; only a game that may still be running has to be played out.
 */
import type { Circles, Home } from './circle-day.ts';
import {
  type DayPlan,
  LONGEST_GAME_SECONDS,
  isRankedQueue,
  kindOfQueue,
  queueOf,
  seatOf,
} from './schedule.ts';
import { DAY_MS, type WorldCalendar } from './local-time.ts';
import type { Outcomes } from './outcomes.ts';
import { type Person, playsBoth } from './population.ts';
import { type CircleDays, numberOf, startOf } from './played-day.ts';
import type { GameKind, HistoryQuery } from './world.ts';

export const HISTORY_MS = 730 * DAY_MS;
const MOST_LOL_GAMES = 1000;

export interface HistoryDeps {
  readonly calendar: WorldCalendar;
  readonly circles: Circles;
  readonly days: CircleDays;
  readonly outcomes: Outcomes;
}

interface Game {
  readonly number: number;
  readonly startsAt: number;
  readonly queue: number;
}

/** As numbers of matches on the player's platform. */
export function listHistory(deps: HistoryDeps, person: Person, query: HistoryQuery, now: number): number[] {
  const page: number[] = [];
  let seen = 0;
  let matched = 0;
  for (const game of gamesOf(deps, person, query, now)) {
    if (page.length >= query.count || game.startsAt < (query.fromMs ?? -Infinity)) break;
    if (query.kind === 'lol' && ++seen > MOST_LOL_GAMES) break;
    if (!isWanted(query, game)) continue;
    if (matched++ >= query.start) page.push(game.number);
  }
  return page;
}

function isWanted({ toMs, queue, ranked }: HistoryQuery, game: Game): boolean {
  if (toMs !== undefined && game.startsAt > toMs) return false;
  if (queue !== undefined && game.queue !== queue) return false;
  return ranked === undefined || isRankedQueue(game.queue) === ranked;
}

/** All that are over, newest first. */
function* gamesOf(deps: HistoryDeps, person: Person, query: HistoryQuery, now: number): Generator<Game> {
  const { calendar, circles, days } = deps;
  // Later days of TFT cannot matter; of LoL, they count for the thousand.
  const latest = query.kind === 'tft' ? Math.min(now, query.toMs ?? now) : now;
  const earliest = Math.max(calendar.epoch, now - HISTORY_MS);
  const home = circles.homeOf(person.player.index);
  if (home === undefined) return;
  const { platform } = home.circle;
  const firstDay = Math.max(calendar.dayAt(platform, earliest), 0);
  for (let day = calendar.dayAt(platform, latest); day >= firstDay; day--)
    if (mayHavePlayed(person, query.kind, days.planOf(person, day)))
      yield* gamesOfDay(deps, home, day, { kind: query.kind, now, earliest });
}

/** Says it quickly, so that the days of the whole circle are worked out only for days that matter. */
function mayHavePlayed({ habits }: Person, kind: GameKind, plan: DayPlan): boolean {
  if (plan[kind] !== 0) return true;
  return (plan.tft | plan.lol) !== 0 && playsBoth(habits);
}

interface Bounds extends Pick<HistoryQuery, 'kind'> {
  readonly now: number;
  readonly earliest: number;
}

function* gamesOfDay(deps: HistoryDeps, home: Home, day: number, bounds: Bounds): Generator<Game> {
  const { circle, place } = home;
  const played = deps.days.get(circle, day);
  const { schedule } = played;
  for (let game = schedule.gameCount - 1; game >= 0; game--) {
    const queue = queueOf(schedule, game);
    if (kindOfQueue(queue) !== bounds.kind || seatOf(schedule, game, place) < 0) continue;
    const startsAt = startOf(played, game);
    if (startsAt >= bounds.now || startsAt < bounds.earliest) continue;
    const isSurelyOver = startsAt + LONGEST_GAME_SECONDS * 1000 <= bounds.now;
    if (!isSurelyOver && deps.outcomes.endsAt(played, game) > bounds.now) continue;
    yield { number: numberOf(played, game), startsAt, queue };
  }
}
