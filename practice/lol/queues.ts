/** How a queue is played. Numbers, modes and maps are the real ones: a client filters by them. */
export interface Queue {
  readonly mode: string;
  readonly map: number;
  /** What the length is drawn from, in seconds. */
  readonly length: {
    readonly mean: number;
    readonly spread: number;
    readonly least: number;
    readonly most: number;
  };
}

const RIFT: Queue = {
  mode: 'CLASSIC',
  map: 11,
  length: { mean: 1720, spread: 300, least: 900, most: 2400 },
};
const BRIDGE: Queue = {
  mode: 'ARAM',
  map: 12,
  length: { mean: 1150, spread: 180, least: 720, most: 1600 },
};

/** All but ARAM are played like a draft game. */
export function queueOf(id: number): Queue {
  return id === 450 ? BRIDGE : RIFT;
}

export function isAram(queue: Queue): boolean {
  return queue === BRIDGE;
}

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
