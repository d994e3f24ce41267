/**
 * The report of one week about one player or about a group, as it is stored and shown. Pure: games and ranks come in, plain values that
 * JSON can hold go out. It compares with the week before and, for a player, with the other members of each group; it tells no causes.
 */
import { wilsonInterval, type Estimate } from '#/domain/statistics/intervals.ts';
import type { PlayedGame, RankPoint } from '../history/played-game.ts';
import { ladderChanges, type LadderChange } from './ladder-change.ts';
import { longestStreaks } from './runs-of-games.ts';
import { weekBefore, type Week } from './week.ts';
import { figuresOf, gamesOfWeek, isCounted, totalsOf, type Totals } from './week-figures.ts';
import { winRateDifference } from './win-rate-difference.ts';

/** Stands in every stored report, so that an older shape can be told from this one. */
const REPORT_VERSION = 1;

/** Everything of one player that a report needs: of this week and the one before, at least. */
export interface ReportedPlayer {
  readonly puuid: string;
  /** `Name#Tag` */
  readonly name: string;
  readonly games: readonly PlayedGame[];
  readonly ranks: readonly RankPoint[];
}

export interface ReportedGroup {
  readonly id: string;
  readonly name: string;
  readonly members: readonly ReportedPlayer[];
}

export interface Completeness {
  readonly wanted: number;
  readonly unfetchable: number;
}

export function reportPlayer(
  player: ReportedPlayer,
  groups: readonly ReportedGroup[],
  week: Week,
  completeness: Completeness,
) {
  const { puuid, name, games, ranks } = player;
  return {
    subject: { kind: 'player' as const, id: puuid, name },
    ...commonOf([player], week, completeness),
    ranks: ladderChanges(ranks, week).map(toPlainChange),
    groups: groups.map((group) => placeInGroup(puuid, games, group, week)),
    members: [],
    together: null,
  };
}

export function reportGroup(group: ReportedGroup, week: Week, completeness: Completeness) {
  const { id, name, members } = group;
  return {
    subject: { kind: 'group' as const, id, name },
    ...commonOf(members, week, completeness),
    ranks: [],
    groups: [],
    members: members
      .map((member) => memberOf(member, week))
      .toSorted((a, b) => b.totals.games - a.totals.games || a.name.localeCompare(b.name, 'en')),
    together: togetherOf(members, week),
  };
}

function commonOf(players: readonly ReportedPlayer[], week: Week, completeness: Completeness) {
  const figures = figuresOf(players, week);
  const before = totalsOf(players.flatMap(({ games }) => gamesOfWeek(games, weekBefore(week))));
  const session = figures.longestSession;
  return {
    version: REPORT_VERSION,
    week: { ...week, startsAt: toTime(week.startsAt), endsAt: toTime(week.endsAt) },
    figures: {
      ...figures,
      longestSession: session && {
        ...session,
        startedAt: toTime(session.startedAt),
        endedAt: toTime(session.endedAt),
      },
    },
    before: { totals: before, difference: winRateDifference(figures.totals.winRate, before.winRate) },
    completeness,
  };
}

function memberOf({ puuid, name, games, ranks }: ReportedPlayer, week: Week) {
  const ofWeek = gamesOfWeek(games, week);
  const [most] = figuresOf([{ name, games }], week).champions;
  return {
    puuid,
    name,
    totals: totalsOf(ofWeek),
    before: totalsOf(gamesOfWeek(games, weekBefore(week))),
    streaks: longestStreaks([ofWeek.filter(isCounted)]),
    ranks: ladderChanges(ranks, week).map(toPlainChange),
    mostPlayed: most === undefined ? null : { name: most.name, games: most.games, wins: most.wins },
  };
}

/** Against the others: who is half of a group would otherwise be compared with themselves. */
function placeInGroup(
  puuid: string,
  games: readonly PlayedGame[],
  { id, name, members }: ReportedGroup,
  week: Week,
) {
  const own = totalsOf(gamesOfWeek(games, week));
  const others = members
    .filter((member) => member.puuid !== puuid)
    .map((member) => totalsOf(gamesOfWeek(member.games, week)))
    .filter((totals) => totals.games > 0);
  const sum = (read: (totals: Totals) => number): number => others.reduce((all, one) => all + read(one), 0);
  const winRate = others.length === 0 ? null : wilsonInterval(sum(winsOf), sum(gamesOf));
  return {
    id,
    name,
    others: others.length,
    gamesEach: others.length === 0 ? null : sum(gamesOf) / others.length,
    winRate,
    difference: winRateDifference(own.winRate, winRate),
    placeByGames: 1 + others.filter((totals) => totals.games > own.games).length,
    placeByWinRate: placeByWinRate(own.winRate, others),
  };
}

function placeByWinRate(own: Estimate | null, others: readonly Totals[]): number | null {
  if (own === null) return null;
  return 1 + others.filter(({ winRate }) => winRate !== null && winRate.value > own.value).length;
}

/** Two members on opposite sides did not play together. */
function togetherOf(members: readonly ReportedPlayer[], week: Week) {
  const played = members.flatMap(({ games }) => gamesOfWeek(games, week).filter(isCounted));
  const teams = Map.groupBy(played, ({ id, side, isWin }) => `${id} ${side} ${isWin}`);
  const shared = [...teams.values()].filter((team) => team.length > 1);
  return { games: shared.length, wins: shared.filter(([first]) => first?.isWin === true).length };
}

function toPlainChange({ from, to, moves, ...change }: LadderChange) {
  return {
    ...change,
    from: toPlainRank(from),
    to: toPlainRank(to),
    moves: moves.map((move) => ({ ...move, at: toTime(move.at) })),
  };
}

function toPlainRank({ tier, division, leaguePoints, at }: RankPoint) {
  return { tier, division, leaguePoints, at: toTime(at) };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}

const gamesOf = ({ games }: Totals): number => games;
const winsOf = ({ wins }: Totals): number => wins;
