/**
 * Which towers and inhibitors fell. A lane falls from the outside in; a game that was played to its end has an open lane and both
 * towers before the nexus gone, one that was given up has less.
 */
import type { Random } from '../randomness.ts';
import { drawByRole, drawHelpers, type Deed } from './deed.ts';
import { entry, numberAt } from './entry.ts';
import type { Field } from './fights.ts';
import { buildingAt, nexusTurretAt } from './map-places.ts';
import type { Participant } from './participant.ts';

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
const NOBODY: readonly Participant[] = [];

/** By role: those who push. */
const PUSH_WEIGHTS = [1.2, 0.6, 1, 1.4, 0.3];
const PLATE_WEIGHTS = [1.2, 0.25, 1, 1.2, 0.4];

/** One team's work on the other's buildings. */
interface Siege {
  readonly field: Field;
  readonly team: number;
  readonly random: Random;
}

export function tearDown(field: Field, surrendered: boolean, random: Random): Building[] {
  if (field.isRemake) return [];
  const buildings: Building[] = [];
  for (let team = 0; team < 2; team++) {
    const siege: Siege = { field, team, random };
    if (team === field.winner && !surrendered) breakThrough(siege, buildings);
    else chipAway(siege, surrendered, buildings);
  }
  buildings.sort((one, other) => one.atMs - other.atMs);
  const first = buildings.find((building) => building.kind !== 'INHIBITOR');
  if (first?.doer !== undefined) first.doer.firstTower = 'kill';
  for (const helper of first?.helpers ?? []) helper.firstTower = 'assist';
  return buildings;
}

export function chipPlates(field: Field, random: Random): Plate[] {
  if (field.isRemake || field.isBridge) return [];
  const span = Math.min(PLATES_UNTIL_MS, field.lengthMs) - PLATES_FROM_MS;
  const plates: Plate[] = [];
  for (const [team, allies] of field.teams.entries())
    for (let left = 6 + random.below(13); left > 0; left--) {
      const atMs = PLATES_FROM_MS + Math.round(random.next() * span);
      const lane = random.below(3);
      const doer = random.next() < 0.15 ? undefined : drawByRole(random, allies, PLATE_WEIGHTS);
      if (doer !== undefined) doer.plates++;
      plates.push({
        atMs,
        team,
        doer,
        helpers: NOBODY,
        position: buildingAt(false, 1 - team, lane, 0),
        lane,
        doerGold: 120,
        helperGold: 0,
        teamGold: 0,
      });
    }
  return plates.sort((one, other) => one.atMs - other.atMs);
}

/** The winner of a game that was played to its end. */
function breakThrough(siege: Siege, felled: Building[]): void {
  const { field, team, random } = siege;
  const lanes = openLanes(field, random, field.isBridge ? 0 : random.below(7));
  walkLanes(siege, lanes, field.lengthMs - 60_000, felled);
  for (let which = 0; which < 2; which++) {
    const atMs = field.lengthMs - 26_000 + which * 12_000;
    const position = nexusTurretAt(field.isBridge, 1 - team, which);
    felled.push(fell(siege, { atMs, lane: MID, kind: 'NEXUS_TURRET', position }));
  }
}

/** The loser's share, or a winner's to whom the others gave up. */
function chipAway(siege: Siege, surrendered: boolean, felled: Building[]): void {
  const { field, team, random } = siege;
  const isWinner = team === field.winner;
  const most = field.isBridge ? 2 : 1 + Math.floor(field.lengthMs / 260_000);
  const count = isWinner && surrendered ? 1 + random.below(most) : Math.floor(random.next() ** 2 * most);
  const lanes: number[] = [];
  while (lanes.length < count) lanes.push(field.isBridge ? MID : random.below(3));
  walkLanes(siege, lanes, field.lengthMs - 30_000, felled);
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

function walkLanes(siege: Siege, lanes: readonly number[], untilMs: number, felled: Building[]): void {
  const { field, team, random } = siege;
  const kinds = field.isBridge ? BRIDGE_KINDS : RIFT_KINDS;
  const fromMs = Math.min(field.isBridge ? 330_000 : FIRST_TOWER_MS, untilMs * 0.6);
  const steps = [0, 0, 0];
  for (const [turn, lane] of lanes.entries()) {
    const step = numberAt(steps, lane);
    const kind = kinds[step];
    if (kind === undefined) continue;
    steps[lane] = step + 1;
    const atMs = Math.round(fromMs + ((untilMs - fromMs) * (turn + random.next())) / lanes.length);
    const position = buildingAt(field.isBridge, 1 - team, lane, step);
    felled.push(fell(siege, { atMs, lane, kind, position }));
  }
}

function fell(
  { field, team, random }: Siege,
  { atMs, lane, kind, position }: Pick<Building, 'atMs' | 'lane' | 'kind' | 'position'>,
): Building {
  const allies = entry(field.teams, team);
  const doer = random.next() < 0.08 ? undefined : drawByRole(random, allies, PUSH_WEIGHTS);
  const helpers = drawHelpers(random, allies, doer, field.isBridge ? 0.55 : 0.17);
  const isInhibitor = kind === 'INHIBITOR';
  if (doer !== undefined) {
    if (isInhibitor) doer.inhibitorKills++;
    else doer.turretKills++;
    countTakedown(doer, isInhibitor);
  }
  for (const helper of helpers) countTakedown(helper, isInhibitor);
  return {
    atMs,
    team,
    doer,
    helpers,
    position,
    lane,
    kind,
    doerGold: isInhibitor ? 50 : 175,
    helperGold: isInhibitor ? 0 : 60,
    teamGold: isInhibitor ? 0 : 50,
  };
}

function countTakedown(one: Participant, isInhibitor: boolean): void {
  if (isInhibitor) one.inhibitorTakedowns++;
  else one.turretTakedowns++;
}
