/** Which great monsters were slain, when, by whom. None live on the bridge, and none is slain before a remake. */
import type { Random } from '../randomness.ts';
import { drawByRole, drawHelpers, type Deed } from './deed.ts';
import { entry, numberAt } from './entry.ts';
import type { Field } from './fights.ts';
import { near, PITS } from './map-places.ts';
import type { Participant } from './participant.ts';

export type MonsterType = 'DRAGON' | 'HORDE' | 'RIFTHERALD' | 'ATAKHAN' | 'BARON_NASHOR';

export interface Monster extends Deed {
  readonly type: MonsterType;
  readonly subType: string | undefined;
}

export interface Slaying {
  readonly monsters: readonly Monster[];
  /** The kind of dragon that the map settles on, and when it is told. */
  readonly soul: { readonly name: string; readonly atMs: number } | undefined;
}

/** The API's words for the kinds of dragons, and for the souls that they leave. */
const DRAGONS = [
  { subType: 'AIR_DRAGON', soul: 'Cloud' },
  { subType: 'FIRE_DRAGON', soul: 'Infernal' },
  { subType: 'EARTH_DRAGON', soul: 'Mountain' },
  { subType: 'WATER_DRAGON', soul: 'Ocean' },
  { subType: 'HEXTECH_DRAGON', soul: 'Hextech' },
  { subType: 'CHEMTECH_DRAGON', soul: 'Chemtech' },
] as const;

const MINUTE = 60_000;
const SLAYER_WEIGHTS = [0.5, 8, 0.7, 0.9, 0.2];
const SOUL_AT = 4;

export function slayMonsters(field: Field, random: Random): Slaying {
  if (field.isRemake || field.isBridge) return { monsters: [], soul: undefined };
  const monsters: Monster[] = [];
  const soul = slayDragons(field, random, monsters);
  const hordeMs = 8 * MINUTE + random.below(2 * MINUTE);
  const hordeTeam = random.below(2);
  for (let nth = 0; nth < 3; nth++) {
    const team = random.next() < 0.85 ? hordeTeam : 1 - hordeTeam;
    slay(field, random, { type: 'HORDE', atMs: hordeMs + nth * 9000, team }, monsters);
  }
  slay(field, random, { type: 'RIFTHERALD', atMs: 15 * MINUTE + random.below(3 * MINUTE) }, monsters);
  slay(field, random, { type: 'ATAKHAN', atMs: 20 * MINUTE + random.below(4 * MINUTE) }, monsters);
  for (
    let atMs = 25 * MINUTE + random.below(4 * MINUTE);
    atMs < field.lengthMs;
    atMs += 7 * MINUTE + random.below(2 * MINUTE)
  )
    slay(field, random, { type: 'BARON_NASHOR', atMs }, monsters);
  return { monsters: monsters.sort((one, other) => one.atMs - other.atMs), soul };
}

/** The monsters are only dragons so far. Gives the soul. */
function slayDragons(field: Field, random: Random, dragons: Monster[]): Slaying['soul'] {
  const first = random.below(DRAGONS.length);
  const settled = entry(DRAGONS, (first + 2 + random.below(4)) % DRAGONS.length);
  const order = [entry(DRAGONS, first), entry(DRAGONS, (first + 1) % DRAGONS.length)];
  const counts = [0, 0];
  let soul: Slaying['soul'];
  for (
    let atMs = 5.5 * MINUTE + random.below(3 * MINUTE);
    atMs < field.lengthMs;
    atMs += 5 * MINUTE + random.below(2.5 * MINUTE)
  ) {
    const isElder = numberAt(counts, 0) >= SOUL_AT || numberAt(counts, 1) >= SOUL_AT;
    const kind = order[dragons.length] ?? settled;
    const subType = isElder ? 'ELDER_DRAGON' : kind.subType;
    const dragon = slay(field, random, { type: 'DRAGON', subType, atMs }, dragons);
    if (dragon === undefined) continue;
    counts[dragon.team] = numberAt(counts, dragon.team) + 1;
    if (dragons.length === 2) soul = { name: settled.soul, atMs: atMs + 1000 };
  }
  return soul;
}

/** Adds it to those that were slain. Undefined: nobody did. */
function slay(
  field: Field,
  random: Random,
  wanted: { type: MonsterType; atMs: number; team?: number; subType?: string },
  slain: Monster[],
): Monster | undefined {
  const { type, atMs, subType } = wanted;
  const team = wanted.team ?? (random.next() < 0.63 ? field.winner : 1 - field.winner);
  // Some are left alone.
  if (random.next() < 0.1 || atMs >= field.lengthMs - 2000) return undefined;
  const allies = entry(field.teams, team);
  const doer = drawByRole(random, allies, SLAYER_WEIGHTS);
  const helpers = drawHelpers(random, allies, doer, 0.38);
  if (doer !== undefined) {
    count(doer, type, atMs, true);
    if (type !== 'HORDE' && random.next() < 0.03) doer.steals++;
  }
  for (const helper of helpers) count(helper, type, atMs, false);
  const pit = type === 'DRAGON' || type === 'ATAKHAN' ? PITS.dragon : PITS.baron;
  const monster: Monster = {
    atMs,
    team,
    doer,
    helpers,
    position: near(pit, 350, random),
    type,
    subType,
    doerGold: type === 'HORDE' ? 20 : 50,
    helperGold: 25,
    teamGold: type === 'BARON_NASHOR' ? 300 : type === 'ATAKHAN' ? 100 : type === 'HORDE' ? 0 : 25,
  };
  slain.push(monster);
  return monster;
}

function count(one: Participant, type: MonsterType, atMs: number, isDoer: boolean): void {
  if (type === 'DRAGON') {
    one.dragonTakedowns++;
    if (isDoer) one.dragonKills++;
    if (one.firstDragonMs === 0) one.firstDragonMs = atMs;
  } else if (type === 'BARON_NASHOR') {
    one.baronTakedowns++;
    if (isDoer) one.baronKills++;
    if (one.firstBaronMs === 0) one.firstBaronMs = atMs;
  } else if (type === 'RIFTHERALD') one.heraldTakedowns++;
  else if (type === 'HORDE') one.hordeTakedowns++;
}
