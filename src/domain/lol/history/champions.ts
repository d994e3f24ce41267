/** Champions one by one, with what was done on them. Most played first. */
import type { WinCounts } from '../../statistics/win-cells.ts';
import { byGames, describeCells, type CellCounts } from './cell-list.ts';
import type { GameInContext } from './game-context.ts';

interface ChampionCounts extends CellCounts {
  readonly champion: number;
  /** All of them together. */
  readonly kills: number;
  readonly deaths: number;
  readonly assists: number;
}

export function countChampions(games: readonly GameInContext[], expect: number): ChampionCounts[] {
  const champions = new Map<number, ChampionCounts>();
  for (const { game } of games) {
    const { champion, championName, isWin, kills, deaths, assists } = game;
    const before = champions.get(champion);
    champions.set(champion, {
      champion,
      key: String(champion),
      // The newest spelling counts; games are in order of time.
      label: championName === '' ? (before?.label ?? `Champion ${champion}`) : championName,
      n: (before?.n ?? 0) + 1,
      wins: (before?.wins ?? 0) + (isWin ? 1 : 0),
      expectedWins: (before?.expectedWins ?? 0) + expect,
      kills: (before?.kills ?? 0) + kills,
      deaths: (before?.deaths ?? 0) + deaths,
      assists: (before?.assists ?? 0) + assists,
    });
  }
  return [...champions.values()].toSorted(byGames);
}

export function describeChampions(champions: readonly ChampionCounts[], baseline: WinCounts) {
  return describeCells(champions, baseline).map(toAverages);
}

function toAverages<Counts extends Omit<ChampionCounts, 'expectedWins'>>(cell: Counts): Counts {
  const { n, kills, deaths, assists } = cell;
  return { ...cell, kills: kills / n, deaths: deaths / n, assists: assists / n };
}
