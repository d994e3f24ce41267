/**
 * Who killed whom. Fights come at random times and have one to eight kills; nobody dies or kills while dead, so chains of kills,
 * sprees and aces are what they would be in a game.
 */
import type { Random } from '../randomness.ts';
import type { Deed } from './deed.ts';
import { entry, numberAt } from './entry.ts';
import { fightSpot } from './map-places.ts';
import type { Participant } from './participant.ts';

export interface Kill extends Deed {
  readonly victim: Participant;
  readonly shutdownBounty: number;
  /** Kills in a row of the killer before this one. */
  readonly streak: number;
  /** 2 for a double kill, … 5 for a penta; 1 otherwise. */
  readonly chain: number;
  readonly isFirstBlood: boolean;
  readonly isAce: boolean;
}

export interface Field {
  readonly participants: readonly Participant[];
  /** The same, blue and red apart. */
  readonly teams: readonly [readonly Participant[], readonly Participant[]];
  readonly lengthMs: number;
  /** Who gets the better of it; in a remake, nobody does. */
  readonly winner: number;
  readonly isBridge: boolean;
  readonly isRemake: boolean;
}

/** A participant as the fights see him. */
interface Fighter {
  readonly one: Participant;
  readonly killerWeight: number;
  readonly victimWeight: number;
  readonly leavesAtMs: number;
  deadUntilMs: number;
  streak: number;
  chain: number;
  lastKillMs: number;
}

const CHAIN_MS = 10_000;
const EARLY_MS = 15 * 60_000;
const FIRST_BLOOD_GOLD = 400;
const KILL_GOLD = 300;

/** By role: how often the last hit is theirs, and how often they are the victim. */
const KILLER_WEIGHTS = [1, 0.95, 1.25, 1.35, 0.4];
const VICTIM_WEIGHTS = [1, 0.95, 0.95, 0.95, 1.15];

export function fightOut(field: Field, random: Random): Kill[] {
  const { lengthMs, isBridge, isRemake, winner } = field;
  const perMinute = isRemake ? 0.3 : isBridge ? 5.3 : 1.75;
  const wanted = (lengthMs / 60_000) * perMinute * Math.max(0.4, 1 + 0.28 * random.normal());
  const winnerShare = Math.min(0.85, Math.max(0.42, 0.59 + 0.09 * random.normal()));
  const teams = field.teams.map((team) => team.map(toFighter));
  const kills: Kill[] = [];
  let freeAtMs = 0;
  for (const startMs of fightTimes(field, Math.ceil(wanted / (isBridge ? 2.4 : 1.7)), random)) {
    const spot = fightSpot(isBridge, random);
    const better = random.next() < winnerShare ? winner : 1 - winner;
    let atMs = Math.max(startMs, freeAtMs);
    for (let left = fightSize(isBridge, random); left > 0 && atMs < lengthMs - 1000; left--) {
      const team = random.next() < 0.82 ? better : 1 - better;
      const moment = { atMs, team, position: spot, isFirstBlood: kills.length === 0 };
      const kill = killOne(field, teams, moment, random);
      if (kill !== undefined) kills.push(kill);
      atMs += 1200 + random.below(4200);
      freeAtMs = atMs + 2000;
    }
  }
  return kills;
}

function fightSize(isBridge: boolean, random: Random): number {
  let size = 1;
  while (size < 8 && random.next() < (isBridge ? 0.7 : 0.45)) size++;
  return size;
}

/** In order. */
function fightTimes({ lengthMs, isBridge }: Field, count: number, random: Random): number[] {
  const beginMs = isBridge ? 60_000 : 100_000;
  const gaps: number[] = [];
  let sum = 0;
  for (let nth = 0; nth <= count; nth++) {
    const gap = -Math.log(1 - random.next());
    gaps.push(gap);
    sum += gap;
  }
  const scale = (lengthMs - beginMs - 20_000) / sum;
  let atMs = beginMs;
  return gaps.slice(0, count).map((gap) => {
    atMs += gap * scale;
    return Math.round(atMs);
  });
}

function killOne(
  { lengthMs, isBridge }: Field,
  teams: readonly (readonly Fighter[])[],
  { atMs, team, position, isFirstBlood }: Pick<Kill, 'atMs' | 'team' | 'position' | 'isFirstBlood'>,
  random: Random,
): Kill | undefined {
  const allies = entry(teams, team);
  const enemies = entry(teams, 1 - team);
  const victim = drawFighter(random, enemies, 'victim', atMs);
  // Now and then a tower or a monster has the last word; the first blood is always a champion's.
  const isExecution = !isFirstBlood && random.next() < 0.012;
  const killer = isExecution ? undefined : drawFighter(random, allies, 'killer', atMs);
  if (victim === undefined || (killer === undefined && !isExecution)) return undefined;
  const helpers: Participant[] = [];
  if (killer !== undefined)
    for (const ally of allies)
      if (ally !== killer && isThere(ally, atMs) && random.next() < (isBridge ? 0.63 : 0.36))
        helpers.push(ally.one);
  const isAce = killer !== undefined && isAlone(victim, enemies, atMs);
  const shutdownBounty = killer === undefined ? 0 : shutdownFor(victim.streak);
  const streak = killer?.streak ?? 0;
  const chain = killer === undefined ? 1 : countKill(killer, atMs);
  if (killer !== undefined) {
    if (helpers.length === 0) killer.one.soloKills++;
    if (isFirstBlood) killer.one.firstBlood = 'kill';
    killer.one.bountyGold += shutdownBounty;
  }
  for (const helper of helpers) {
    helper.assists++;
    if (atMs < EARLY_MS) helper.earlyTakedowns++;
    if (isFirstBlood) helper.firstBlood = 'assist';
  }
  countDeath(victim, { atMs, lengthMs, isExecution });
  return {
    atMs,
    team,
    doer: killer?.one,
    helpers,
    position,
    victim: victim.one,
    shutdownBounty,
    streak,
    chain,
    isFirstBlood,
    isAce,
    doerGold: (isFirstBlood ? FIRST_BLOOD_GOLD : KILL_GOLD) + shutdownBounty,
    helperGold: helpers.length === 0 ? 0 : Math.round(150 / helpers.length),
    teamGold: 0,
  };
}

function toFighter(one: Participant): Fighter {
  return {
    one,
    killerWeight: numberAt(KILLER_WEIGHTS, one.role) * Math.exp(0.18 * one.seat.form),
    victimWeight: numberAt(VICTIM_WEIGHTS, one.role) * Math.exp(-0.15 * one.seat.form),
    leavesAtMs: one.playedSeconds * 1000,
    deadUntilMs: 0,
    streak: 0,
    chain: 0,
    lastKillMs: -CHAIN_MS,
  };
}

/** Alive and in the game. */
function isThere({ deadUntilMs, leavesAtMs }: Fighter, atMs: number): boolean {
  return deadUntilMs <= atMs && atMs <= leavesAtMs;
}

function isAlone(fighter: Fighter, team: readonly Fighter[], atMs: number): boolean {
  for (const other of team) if (other !== fighter && isThere(other, atMs)) return false;
  return true;
}

/** One of those who are there. */
function drawFighter(
  random: Random,
  fighters: readonly Fighter[],
  as: 'killer' | 'victim',
  atMs: number,
): Fighter | undefined {
  let sum = 0;
  for (const fighter of fighters) if (isThere(fighter, atMs)) sum += weightOf(fighter, as);
  let aim = random.next() * sum;
  let last: Fighter | undefined;
  for (const fighter of fighters) {
    if (!isThere(fighter, atMs)) continue;
    aim -= weightOf(fighter, as);
    if (aim < 0) return fighter;
    last = fighter;
  }
  return last;
}

function weightOf({ killerWeight, victimWeight }: Fighter, as: 'killer' | 'victim'): number {
  return as === 'killer' ? killerWeight : victimWeight;
}

function shutdownFor(streak: number): number {
  return streak < 3 ? 0 : Math.min(700, 150 * (streak - 2));
}

/** The length of the chain that this kill belongs to. */
function countKill(fighter: Fighter, atMs: number): number {
  const killer = fighter.one;
  killer.kills++;
  if (atMs < EARLY_MS) killer.earlyTakedowns++;
  fighter.streak++;
  if (fighter.streak === 2) killer.sprees++;
  if (fighter.streak === 3) killer.bigSprees++;
  if (fighter.streak >= 2) killer.largestSpree = Math.max(killer.largestSpree, fighter.streak);
  // Five is all there is to kill: a sixth begins a new chain.
  fighter.chain = atMs - fighter.lastKillMs <= CHAIN_MS && fighter.chain < 5 ? fighter.chain + 1 : 1;
  fighter.lastKillMs = atMs;
  if (fighter.chain >= 2)
    killer.multiKills[fighter.chain - 2] = numberAt(killer.multiKills, fighter.chain - 2) + 1;
  killer.largestMultiKill = Math.max(killer.largestMultiKill, fighter.chain);
  return fighter.chain;
}

function countDeath(
  fighter: Fighter,
  { atMs, lengthMs, isExecution }: { atMs: number; lengthMs: number; isExecution: boolean },
): void {
  const victim = fighter.one;
  victim.deaths++;
  if (isExecution) victim.executions++;
  victim.longestLifeMs = Math.max(victim.longestLifeMs, atMs - fighter.deadUntilMs);
  const respawnMs = 8000 + Math.round((atMs / 60_000) * 950);
  fighter.deadUntilMs = atMs + respawnMs;
  victim.timeDeadMs += Math.min(respawnMs, lengthMs - atMs);
  fighter.streak = 0;
  fighter.chain = 0;
}
