/**
 * Which towers and inhibitors fell. A lane falls from the outside in; a game that was played to its end has an open lane and both
 * towers before the nexus gone, one that was given up has less.
 */
import type { Random } from '../randomness.ts';
import { drawByWeight, drawHelpers, weightsByRole, type Deed } from './deed.ts';
import { entry } from './entry.ts';
import type { Field } from './fights.ts';
import { buildingAt, nexusTurretAt } from './map-places.ts';

export interface Building extends Deed {
  readonly lane: number;
  readonly kind: 'OUTER_TURRET' | 'INNER_TURRET' | 'BASE_TURRET' | 'NEXUS_TURRET' | 'INHIBITOR';
}

/** A fifth of an outer turret; early in the game, and not on the bridge. */
export interface Plate extends Deed {
  readonly lane: number;
}

const RIFT_KINDS = ['OUTER_TURRET', 'INNER_TURRET', 'BASE_TURRET', 'INHIBITOR'] as const;
const BRIDGE_KINDS = ['OUTER_TURRET', 'BASE_TURRET', 'INHIBITOR'] as const;
const MID = 1;
const FIRST_TOWER_MS = 640_000;
const PLATES_FROM_MS = 300_000;
const PLATES_UNTIL_MS = 840_000;

/** By role: those who push. */
const PUSH_WEIGHTS = [1.2, 0.6, 1, 1.4, 0.3];
const PLATE_WEIGHTS = [1.2, 0.25, 1, 1.2, 0.4];

/** One team's work on the other's buildings. */
interface Siege {
  readonly field: Field;
  readonly team: number;
  readonly pushers: readonly number[];
  readonly random: Random;
}

export function tearDown(field: Field, surrendered: boolean, random: Random): Building[] {
  if (field.isRemake) return [];
  const pushers = weightsByRole(field.participants, PUSH_WEIGHTS);
  const buildings = [0, 1].flatMap((team) => {
    const siege: Siege = { field, team, pushers, random };
    return team === field.winner && !surrendered ? breakThrough(siege) : chipAway(siege, surrendered);
  });
  buildings.sort((one, other) => one.atMs - other.atMs);
  const first = buildings.find((building) => building.kind !== 'INHIBITOR');
  if (first?.doer !== undefined) first.doer.firstTower = 'kill';
  for (const helper of first?.helpers ?? []) helper.firstTower = 'assist';
  return buildings;
}

export function chipPlates(field: Field, random: Random): Plate[] {
  if (field.isRemake || field.isBridge) return [];
  const weights = weightsByRole(field.participants, PLATE_WEIGHTS);
  const plates = [0, 1].flatMap((team) =>
    Array.from({ length: 6 + random.below(13) }, () => {
      const span = Math.min(PLATES_UNTIL_MS, field.lengthMs) - PLATES_FROM_MS;
      const atMs = PLATES_FROM_MS + Math.round(random.next() * span);
      const lane = random.below(3);
      const doer = random.next() < 0.15 ? undefined : drawByWeight(random, entry(field.teams, team), weights);
      if (doer !== undefined) doer.plates++;
      const position = buildingAt(false, 1 - team, lane, 0);
      return { atMs, team, doer, helpers: [], position, lane, doerGold: 120, helperGold: 0, teamGold: 0 };
    }),
  );
  return plates.sort((one, other) => one.atMs - other.atMs);
}

/** The winner of a game that was played to its end. */
function breakThrough(siege: Siege): Building[] {
  const { field, team, random } = siege;
  const lanes = openLanes(field, random, field.isBridge ? 0 : random.below(7));
  const felled = walkLanes(siege, lanes, field.lengthMs - 60_000);
  const nexusTurrets = [0, 1].map((which) =>
    fell(siege, {
      atMs: field.lengthMs - 26_000 + which * 12_000,
      lane: MID,
      kind: 'NEXUS_TURRET',
      position: nexusTurretAt(field.isBridge, 1 - team, which),
    }),
  );
  return [...felled, ...nexusTurrets];
}

/** The loser's share, or a winner's to whom the others gave up. */
function chipAway(siege: Siege, surrendered: boolean): Building[] {
  const { field, team, random } = siege;
  const isWinner = team === field.winner;
  const most = field.isBridge ? 2 : 1 + Math.floor(field.lengthMs / 260_000);
  const count = isWinner && surrendered ? 1 + random.below(most) : Math.floor(random.next() ** 2 * most);
  const lanes = Array.from({ length: count }, () => (field.isBridge ? MID : random.below(3)));
  return walkLanes(siege, lanes, field.lengthMs - 30_000);
}

/** One lane to its end, and more towers elsewhere. */
function openLanes({ isBridge }: Field, random: Random, more: number): number[] {
  if (isBridge) return [MID, MID, MID];
  const main = random.below(3);
  const lanes = [main, main, main, main];
  for (let left = more; left > 0; left--)
    lanes.splice(random.below(lanes.length), 0, (main + 1 + random.below(2)) % 3);
  return lanes;
}

function walkLanes(siege: Siege, lanes: readonly number[], untilMs: number): Building[] {
  const { field, team, random } = siege;
  const kinds = field.isBridge ? BRIDGE_KINDS : RIFT_KINDS;
  const fromMs = Math.min(field.isBridge ? 330_000 : FIRST_TOWER_MS, untilMs * 0.6);
  const steps = [0, 0, 0];
  const buildings: Building[] = [];
  for (const [turn, lane] of lanes.entries()) {
    const step = entry(steps, lane);
    const kind = kinds[step];
    if (kind === undefined) continue;
    steps[lane] = step + 1;
    const atMs = Math.round(fromMs + ((untilMs - fromMs) * (turn + random.next())) / lanes.length);
    const position = buildingAt(field.isBridge, 1 - team, lane, step);
    buildings.push(fell(siege, { atMs, lane, kind, position }));
  }
  return buildings;
}

function fell(
  { field, team, pushers, random }: Siege,
  building: Pick<Building, 'atMs' | 'lane' | 'kind' | 'position'>,
): Building {
  const allies = entry(field.teams, team);
  const doer = random.next() < 0.08 ? undefined : drawByWeight(random, allies, pushers);
  const helpers = drawHelpers(random, allies, doer, field.isBridge ? 0.55 : 0.17);
  const isInhibitor = building.kind === 'INHIBITOR';
  if (doer !== undefined) {
    if (isInhibitor) doer.inhibitorKills++;
    else doer.turretKills++;
  }
  for (const one of doer === undefined ? helpers : [doer, ...helpers]) {
    if (isInhibitor) one.inhibitorTakedowns++;
    else one.turretTakedowns++;
  }
  const gold = isInhibitor
    ? { doerGold: 50, helperGold: 0, teamGold: 0 }
    : { doerGold: 175, helperGold: 60, teamGold: 50 };
  return { ...building, team, doer, helpers, ...gold };
}
