/** Counts games into the cells of a breakdown, and describes the cells: what a list of the analysis is made of. */
import { describeWins, winShare, type WinCounts, type WinStatistics } from '../../statistics/win-cells.ts';
import type { GameInContext } from './game-context.ts';

export interface CellName {
  readonly key: string;
  readonly label: string;
}

/** Counted, and with the wins that were to be expected of these very games. */
export interface CellCounts extends CellName, WinCounts {
  readonly expectedWins: number;
}

export interface Cell extends CellName, WinStatistics {}

/** What a game was to be won with; by default as often as all of them. */
export type Expect = (game: GameInContext) => number;

/** `placeOf`: the cell of a game; a place that is none of them leaves the game out. */
export function countInto(
  names: readonly CellName[],
  games: readonly GameInContext[],
  placeOf: (game: GameInContext) => number,
  expect: Expect,
): CellCounts[] {
  const counts = names.map((name) => ({ ...name, n: 0, wins: 0, expectedWins: 0 }));
  for (const game of games) {
    const cell = counts[placeOf(game)];
    if (cell === undefined) continue;
    cell.n++;
    cell.wins += game.game.isWin ? 1 : 0;
    cell.expectedWins += expect(game);
  }
  return counts;
}

/** The same where cells are known only from the games. In order of their first game. */
export function countBy(
  games: readonly GameInContext[],
  nameOf: (game: GameInContext) => CellName,
  expect: Expect,
): CellCounts[] {
  const places = new Map<string, number>();
  const names: CellName[] = [];
  const placeOf = games.map((game) => {
    const name = nameOf(game);
    const place = places.get(name.key) ?? names.push(name) - 1;
    places.set(name.key, place);
    return place;
  });
  let index = 0;
  return countInto(names, games, () => Number(placeOf[index++]), expect);
}

/** What a cell has besides its counts stays on it. */
export function describeCells<Counts extends CellCounts>(
  counts: readonly Counts[],
  baseline: WinCounts,
): (Omit<Counts, 'expectedWins'> & Cell)[] {
  const usual = winShare(baseline);
  return describeWins(
    counts.map(({ expectedWins, ...cell }) => ({
      ...cell,
      expected: cell.n === 0 ? usual : expectedWins / cell.n,
    })),
    baseline,
  );
}

export function byGames(a: CellCounts, b: CellCounts): number {
  return b.n - a.n || (a.key < b.key ? -1 : 1);
}
