/**
 * Who plays against whom: whoever has the same role on another team. Where more than two have it (nobody forbids it), it cannot be told
 * who of them it is, and nobody is named.
 */
import type { LolSeat } from './game.ts';

/** Null: nobody, or nobody knows. */
export function laneOpponent(seat: LolSeat, seats: readonly LolSeat[]): LolSeat | null {
  if (seat.role === '') return null;
  const [other, ...more] = seats.filter((one) => one !== seat && one.role === seat.role);
  const isAlone = more.length === 0;
  return other !== undefined && isAlone && other.team !== seat.team ? other : null;
}
