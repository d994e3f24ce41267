/**
 * What the games of one week come to: of one player, or of several together (a group counts each game once for each member). Only
 * games of people against people that were played to the end are counted; remakes are told apart.
 *
 * Hours of a single week hold few games. They are ordered by a win rate that is pulled towards that of the whole week, so that one
 * lucky game does not lead; each carries its n and its interval.
 */
import { wilsonInterval, type Estimate } from '#/domain/statistics/intervals.ts';
import { createLocalClock, dayText } from '../history/local-clock.ts';
import type { PlayedGame } from '../history/played-game.ts';
import { isAgainstBots } from '../history/queue-names.ts';
import { longestSession, longestStreaks, type PlayedSession, type Streaks } from './runs-of-games.ts';
import type { Week } from './week.ts';

export interface Totals {
  readonly games: number;
  readonly wins: number;
  readonly remakes: number;
  readonly seconds: number;
  readonly winRate: Estimate | null;
  readonly kills: number;
  readonly deaths: number;
  readonly assists: number;
}

interface Counted {
  readonly games: number;
  readonly wins: number;
}

interface HourCount extends Counted {
  readonly hour: number;
  readonly winRate: Estimate | null;
  readonly isLowSample: boolean;
}

interface ChampionCount extends Counted {
  readonly champion: number;
  readonly name: string;
  readonly winRate: Estimate | null;
  readonly kills: number;
  readonly deaths: number;
  readonly assists: number;
}

export interface WeekFigures {
  readonly totals: Totals;
  readonly days: readonly (Counted & { readonly day: string })[];
  readonly hours: readonly HourCount[];
  readonly bestHours: readonly HourCount[];
  readonly worstHours: readonly HourCount[];
  readonly champions: readonly ChampionCount[];
  readonly streaks: Streaks;
  readonly longestSession: PlayedSession | null;
}

/** Whose games; of a report about one player there is one. */
export interface PlayerGames {
  readonly name: string;
  readonly games: readonly PlayedGame[];
}

/** Fewer say nothing of an hour. */
const LEAST_GAMES_OF_HOUR = 2;
const MOST_HOURS_NAMED = 3;
const LOW_SAMPLE = 10;
/** As if so many games more had been played in each hour, with the win rate of the week. */
const PULL_GAMES = 10;

/** Who began a game within the week played it then, however long it took. */
export function gamesOfWeek(games: readonly PlayedGame[], { startsAt, endsAt }: Week): readonly PlayedGame[] {
  return games
    .filter((game) => game.startedAt >= startsAt && game.startedAt < endsAt)
    .toSorted((left, right) => left.startedAt - right.startedAt);
}

export function isCounted({ standing, queue }: PlayedGame): boolean {
  return standing === 'played' && !isAgainstBots(queue);
}

export function totalsOf(games: readonly PlayedGame[]): Totals {
  const played = games.filter(isCounted);
  const wins = played.filter(({ isWin }) => isWin).length;
  return {
    games: played.length,
    wins,
    remakes: games.filter(({ standing }) => standing === 'remake').length,
    seconds: Math.round(sumOf(played, ({ seconds }) => seconds)),
    winRate: winRateOf(wins, played.length),
    kills: sumOf(played, ({ kills }) => kills),
    deaths: sumOf(played, ({ deaths }) => deaths),
    assists: sumOf(played, ({ assists }) => assists),
  };
}

export function figuresOf(players: readonly PlayerGames[], week: Week): WeekFigures {
  const each = players.map(({ name, games }) => ({ name, games: gamesOfWeek(games, week) }));
  const all = each.flatMap(({ games }) => games);
  const played = all.filter(isCounted);
  const counted = each.map(({ name, games }) => ({ name, games: games.filter(isCounted) }));
  const hours = hoursOf(played, week.timeZone);
  const named = players.length > 1;
  return {
    totals: totalsOf(all),
    days: daysOf(played, week),
    hours,
    ...extremeHours(hours),
    champions: championsOf(played),
    streaks: longestStreaks(counted.map(({ games }) => games)),
    longestSession: longestSession(counted, named),
  };
}

function daysOf(played: readonly PlayedGame[], { startsAt, timeZone }: Week): WeekFigures['days'] {
  const clock = createLocalClock(timeZone, 0);
  const monday = clock.at(startsAt).day;
  const byDay = Map.groupBy(played, ({ startedAt }) => clock.at(startedAt).day);
  return [0, 1, 2, 3, 4, 5, 6].map((index) => {
    const { games, wins } = count(byDay.get(monday + index) ?? []);
    return { day: dayText(monday + index), games, wins };
  });
}

function hoursOf(played: readonly PlayedGame[], timeZone: string): readonly HourCount[] {
  const clock = createLocalClock(timeZone, 0);
  const byHour = Map.groupBy(played, ({ startedAt }) => clock.at(startedAt).hour);
  return Array.from({ length: 24 }, (_, hour) => {
    const { games, wins } = count(byHour.get(hour) ?? []);
    return { hour, games, wins, winRate: winRateOf(wins, games), isLowSample: games < LOW_SAMPLE };
  });
}

function extremeHours(hours: readonly HourCount[]): Pick<WeekFigures, 'bestHours' | 'worstHours'> {
  const games = sumOf(hours, (hour) => hour.games);
  const usual = games === 0 ? 0 : sumOf(hours, (hour) => hour.wins) / games;
  const pulled = (hour: HourCount): number => (hour.wins + PULL_GAMES * usual) / (hour.games + PULL_GAMES);
  const enough = hours.filter((hour) => hour.games >= LEAST_GAMES_OF_HOUR);
  const best = enough.filter((hour) => pulled(hour) > usual).toSorted((a, b) => pulled(b) - pulled(a));
  const worst = enough.filter((hour) => pulled(hour) < usual).toSorted((a, b) => pulled(a) - pulled(b));
  return { bestHours: best.slice(0, MOST_HOURS_NAMED), worstHours: worst.slice(0, MOST_HOURS_NAMED) };
}

function championsOf(played: readonly PlayedGame[]): readonly ChampionCount[] {
  return [...Map.groupBy(played, ({ champion }) => champion)]
    .map(([champion, played]) => {
      const { games, wins } = count(played);
      const named = played.findLast(({ championName }) => championName !== '');
      return {
        champion,
        name: named?.championName ?? `Champion ${champion}`,
        games,
        wins,
        winRate: winRateOf(wins, games),
        kills: sumOf(played, ({ kills }) => kills),
        deaths: sumOf(played, ({ deaths }) => deaths),
        assists: sumOf(played, ({ assists }) => assists),
      };
    })
    .toSorted((a, b) => b.games - a.games || b.wins - a.wins || a.champion - b.champion);
}

function winRateOf(wins: number, games: number): Estimate | null {
  return games === 0 ? null : wilsonInterval(wins, games);
}

function count(games: readonly PlayedGame[]): Counted {
  return { games: games.length, wins: games.filter(({ isWin }) => isWin).length };
}

function sumOf<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + read(item), 0);
}
