/**
 * How to read what a League of Legends match says of itself. Its own verdict (`endOfGameResult`) is not used: complete ranked
 * games of June 2024 carry `Abort_Unexpected`, so only the content counts.
 */
interface GameTimes {
  readonly gameDuration: number;
  readonly gameEndTimestamp?: number | null | undefined;
}

interface GameSeats {
  readonly participants: readonly { readonly gameEndedInEarlySurrender?: boolean | null | undefined }[];
}

/** Before patch 11.20 the duration was in milliseconds and there was no end; since then it is in seconds and there is one. */
export function gameSeconds({ gameDuration, gameEndTimestamp }: GameTimes): number {
  return hasEnd(gameEndTimestamp) ? gameDuration : gameDuration / 1_000;
}

function hasEnd(gameEndTimestamp: number | null | undefined): boolean {
  return gameEndTimestamp !== undefined && gameEndTimestamp !== null;
}

/**
 * - `void`: nobody is in it or no time passed; it was made and never played. Valid, and nothing to count.
 * - `remake`: given up at once because somebody was missing. Counted, but in no statistic.
 * - `played`: everything else.
 */
export type GameStanding = 'played' | 'remake' | 'void';

export function gameStanding(game: GameTimes & GameSeats): GameStanding {
  if (game.participants.length === 0 || game.gameDuration <= 0) return 'void';
  return game.participants.some((seat) => seat.gameEndedInEarlySurrender === true) ? 'remake' : 'played';
}
