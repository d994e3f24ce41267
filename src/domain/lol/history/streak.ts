/**
 * Results in a row, and what knowing them leaves for the next one. Whoever has just lost k games has k losses fewer to come: of W wins in N
 * games, chance leaves W / (N − k) for the next. Compared with W / N instead, everybody would seem to win more after losses than after
 * wins (Miller and Sanjurjo, 2018: by 4 points after three in a row of a hundred games). The game before the row is known as well: it
 * ended the other way, or the row would be longer.
 */
export interface Streak {
  readonly isWin: boolean;
  /** 0: none. */
  readonly length: number;
  /** How many of the row, and of the game before it, are among the counted games. */
  readonly countedInRow: number;
  readonly countedBefore: number;
  readonly isLastCounted: boolean;
}

export const NO_STREAK: Streak = {
  isWin: false,
  length: 0,
  countedInRow: 0,
  countedBefore: 0,
  isLastCounted: false,
};

interface Result {
  readonly isWin: boolean;
  readonly isCounted: boolean;
}

export function addResult(streak: Streak, { isWin, isCounted }: Result): Streak {
  const counted = isCounted ? 1 : 0;
  const goesOn = streak.length > 0 && streak.isWin === isWin;
  return {
    isWin,
    length: goesOn ? streak.length + 1 : 1,
    countedInRow: goesOn ? streak.countedInRow + counted : counted,
    countedBefore: goesOn ? streak.countedBefore : Number(streak.isLastCounted),
    isLastCounted: isCounted,
  };
}

/** The share of wins that chance leaves for the next of `n` counted games, `wins` of them won. */
export function shareLeft(
  { isWin, countedInRow, countedBefore }: Streak,
  { n, wins }: { readonly n: number; readonly wins: number },
): number {
  const left = n - countedInRow - countedBefore;
  return (wins - (isWin ? countedInRow : countedBefore)) / left;
}
