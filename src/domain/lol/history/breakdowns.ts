/** Every breakdown of the counted games, as counts: what the lists of the analysis and the findings are made of. */
import { winShare, type WinCounts } from '../../statistics/win-cells.ts';
import { byGames, countBy, countInto, type CellCounts, type CellName } from './cell-list.ts';
import { heatCells, heatPlace, hourCells, monthCells, monthOf, WEEKDAYS } from './clock-cells.ts';
import {
  BREAK_CELLS,
  breakPlace,
  DURATION_CELLS,
  durationPlace,
  POSITION_CELLS,
  positionPlace,
  STREAK_CELLS,
  streakPlace,
  VOLUME_CELLS,
  volumePlace,
} from './course-cells.ts';
import type { GameInContext } from './game-context.ts';
import { roleName } from './history-words.ts';
import { ROLES } from './played-game.ts';
import { queueName } from './queue-names.ts';
import { shareLeft } from './streak.ts';

export interface Breakdowns {
  readonly hours: CellCounts[];
  readonly weekdays: CellCounts[];
  readonly heatMap: CellCounts[];
  readonly months: CellCounts[];
  readonly sessionPositions: CellCounts[];
  readonly dayVolumes: CellCounts[];
  readonly streaks: CellCounts[];
  readonly sessionStreaks: CellCounts[];
  readonly breaks: CellCounts[];
  readonly roles: CellCounts[];
  readonly queues: CellCounts[];
  readonly durations: CellCounts[];
  readonly sides: CellCounts[];
  readonly patches: CellCounts[];
}

const NO_ROLE: CellName = { key: 'none', label: 'No role' };
const ROLE_CELLS: readonly CellName[] = ROLES.map((role) => ({ key: role, label: roleName(role) }));
const SIDE_CELLS = [
  { key: 'blue', label: 'Blue side' },
  { key: 'red', label: 'Red side' },
  { key: 'other', label: 'Other teams' },
] as const satisfies readonly CellName[];

/** `games`: the counted ones, oldest first; `baseline`: of all of them. */
export function breakDown(games: readonly GameInContext[], baseline: WinCounts): Breakdowns {
  const share = winShare(baseline);
  const usual = (): number => share;
  const count = (names: readonly CellName[], placeOf: (game: GameInContext) => number): CellCounts[] =>
    countInto(names, games, placeOf, usual);
  return {
    hours: count(hourCells(), ({ wall }) => wall.hour),
    weekdays: count(WEEKDAYS, ({ wall }) => wall.weekday),
    heatMap: count(heatCells(), heatPlace),
    months: countMonths(games, count),
    sessionPositions: count(POSITION_CELLS, positionPlace),
    dayVolumes: countVolumes(games, count),
    streaks: countInto(
      STREAK_CELLS,
      games,
      ({ streak }) => streakPlace(streak),
      ({ streak }) => shareLeft(streak, baseline),
    ),
    sessionStreaks: countInto(
      STREAK_CELLS,
      games,
      ({ sessionStreak }) => streakPlace(sessionStreak),
      ({ sessionStreak }) => shareLeft(sessionStreak, baseline),
    ),
    breaks: count(BREAK_CELLS, breakPlace),
    roles: withoutEmpty(
      count([...ROLE_CELLS, NO_ROLE], ({ game }) =>
        game.role === '' ? ROLES.length : ROLES.indexOf(game.role),
      ),
      NO_ROLE.key,
    ),
    queues: countBy(
      games,
      ({ game }) => ({ key: String(game.queue), label: queueName(game.queue) }),
      usual,
    ).toSorted(byGames),
    durations: count(DURATION_CELLS, durationPlace),
    sides: withoutEmpty(
      count(SIDE_CELLS, ({ game }) => SIDE_CELLS.findIndex(({ key }) => key === game.side)),
      'other',
    ),
    patches: countPatches(games, usual),
  };
}

type Count = (names: readonly CellName[], placeOf: (game: GameInContext) => number) => CellCounts[];

/** Games are in order of time, but a day that begins late may put the first of them into the month before. */
function countMonths(games: readonly GameInContext[], count: Count): CellCounts[] {
  const [first, last] = [games[0], games.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = monthOf(first.wall.day);
  return count(monthCells(first.wall.day, last.wall.day), ({ wall }) => monthOf(wall.day) - from);
}

function countVolumes(games: readonly GameInContext[], count: Count): CellCounts[] {
  const days = new Map<number, number>();
  for (const { wall } of games) days.set(wall.day, (days.get(wall.day) ?? 0) + 1);
  return count(VOLUME_CELLS, ({ wall }) => volumePlace(Number(days.get(wall.day))));
}

function countPatches(games: readonly GameInContext[], usual: () => number): CellCounts[] {
  const counts = countBy(
    games,
    ({ game: { patch } }) =>
      patch === '' ? { key: 'unknown', label: 'Unknown patch' } : { key: patch, label: `Patch ${patch}` },
    usual,
  );
  return counts.toSorted((a, b) => patchOrder(a.key) - patchOrder(b.key) || (a.key < b.key ? -1 : 1));
}

/** `16.4` before `16.10`; what is no patch before all. */
function patchOrder(key: string): number {
  const [, season, number] = /^(\d+)\.(\d+)$/.exec(key) ?? [];
  return season === undefined ? -1 : Number(season) * 1_000 + Number(number);
}

/** A cell that only odd games have is not shown to people who have none. */
function withoutEmpty(counts: CellCounts[], key: string): CellCounts[] {
  return counts.filter((cell) => cell.key !== key || cell.n > 0);
}
