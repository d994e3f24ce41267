/**
 * The five roles in the order in which a match lists a team. A seat's role is its place in its team: the first seat of either
 * team plays TOP, the fifth UTILITY. A world that wants players to have a main role seats them accordingly.
 */
export const ROLES = ['TOP', 'JUNGLE', 'MIDDLE', 'BOTTOM', 'UTILITY'] as const;

export const JUNGLE = 1;
export const UTILITY = 4;

export function teamSizeOf(seatCount: number): number {
  return Math.ceil(seatCount / 2);
}

/** Index in `ROLES` of a seat. */
export function roleOfSeat(seat: number, teamSize: number): number {
  return (seat % teamSize) % ROLES.length;
}
