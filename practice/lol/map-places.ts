/** Where things stand on the two maps, in the game's units. The API shows these very positions for buildings. */
import type { Random } from '../randomness.ts';
import type { Position } from './deed.ts';
import { entry } from './entry.ts';

export const LANES = ['TOP_LANE', 'MID_LANE', 'BOT_LANE'] as const;

/** Per lane: outer, inner and base turret, inhibitor; of the blue team. Red's stand opposite. */
const BLUE_BUILDINGS: readonly (readonly Position[])[] = [
  [place(981, 10441), place(1512, 6699), place(1169, 4287), place(1171, 3571)],
  [place(5846, 6396), place(5048, 4812), place(3651, 3696), place(3203, 3208)],
  [place(10504, 1029), place(6919, 1483), place(4281, 1253), place(3452, 1236)],
];
const BLUE_NEXUS_TURRETS: readonly Position[] = [place(1748, 2270), place(2177, 1807)];

const BRIDGE_BUILDINGS: readonly Position[] = [place(5448, 6169), place(3809, 3829), place(3111, 3077)];
const BRIDGE_NEXUS_TURRETS: readonly Position[] = [place(2493, 2101), place(2036, 2552)];

const RIFT_SIZE = 14_820;
const BRIDGE_SIZE = 12_780;

/** Where champions of each role stand while nothing happens; JUNGLE has camps. */
const LANE_SPOTS: readonly Position[] = [
  place(2400, 12_400),
  place(7000, 6200),
  place(7400, 7400),
  place(12_500, 2300),
  place(12_700, 2700),
];
const FIGHT_SPOTS: readonly Position[] = [
  place(2200, 12_600),
  place(7450, 7350),
  place(12_700, 2200),
  place(9900, 4400),
  place(4900, 10_300),
  place(6100, 9700),
  place(8800, 5300),
  place(10_500, 7700),
];

export const PITS: Readonly<Record<'dragon' | 'baron', Position>> = {
  dragon: place(9866, 4414),
  baron: place(5007, 10_471),
};

export function buildingAt(isBridge: boolean, owner: number, lane: number, step: number): Position {
  const blue = isBridge ? entry(BRIDGE_BUILDINGS, step) : entry(entry(BLUE_BUILDINGS, lane), step);
  return ownedBy(blue, owner, isBridge);
}

export function nexusTurretAt(isBridge: boolean, owner: number, which: number): Position {
  return ownedBy(entry(isBridge ? BRIDGE_NEXUS_TURRETS : BLUE_NEXUS_TURRETS, which), owner, isBridge);
}

export function fountainOf(isBridge: boolean, team: number): Position {
  return ownedBy(isBridge ? place(1030, 1130) : place(560, 580), team, isBridge);
}

export function fightSpot(isBridge: boolean, random: Random): Position {
  if (isBridge) {
    const along = 3500 + random.below(5800);
    return near(place(along, along), 500, random);
  }
  return near(entry(FIGHT_SPOTS, random.below(FIGHT_SPOTS.length)), 1100, random);
}

export function laneSpot(isBridge: boolean, role: number, random: Random): Position {
  if (isBridge) return fightSpot(true, random);
  return near(entry(LANE_SPOTS, role), role === 1 ? 3800 : 1500, random);
}

export function near({ x, y }: Position, spread: number, random: Random): Position {
  return place(
    Math.round(x + (random.next() * 2 - 1) * spread),
    Math.round(y + (random.next() * 2 - 1) * spread),
  );
}

function ownedBy({ x, y }: Position, team: number, isBridge: boolean): Position {
  const size = isBridge ? BRIDGE_SIZE : RIFT_SIZE;
  return team === 0 ? place(x, y) : place(size - x, size - y);
}

function place(x: number, y: number): Position {
  return { x, y };
}
