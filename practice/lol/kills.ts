/**
 * Who killed whom, and when. Fights start at random times and have up to eight kills. A dead champion neither kills nor dies until it
 * respawns, so sprees and multikills come out as in a real game.
 */
import { type Random, numberAt } from '../randomness.ts';
import type { Field, Participant } from './story.ts';

export interface Kill {
  readonly atMs: number;
  /** The team that killed. */
  readonly team: number;
  /** Undefined: a tower or a monster. */
  readonly killer: Participant | undefined;
  readonly helpers: readonly Participant[];
  readonly victim: Participant;
}

export interface Score {
  readonly kills: number;
  readonly deaths: number;
  readonly assists: number;
  readonly largestSpree: number;
  /** Chains of exactly one, two, three, four and five kills. */
  readonly chains: readonly number[];
  readonly deadSeconds: number;
}

/** The longest pause between two kills of a multikill. */
const CHAIN_MS = 10_000;
const MOST_IN_A_CHAIN = 5;
const MOST_IN_A_FIGHT = 8;
/** A tower or a monster has the last hit. */
const EXECUTION_SHARE = 0.012;

/** By role: how often a participant has the last hit, and how often it is the victim. */
const KILLER_WEIGHTS = [1, 0.95, 1.25, 1.35, 0.4];
const VICTIM_WEIGHTS = [1, 0.95, 0.95, 0.95, 1.15];

export function drawKills(field: Field, random: Random): Kill[] {
  const { lengthMs, isBridge, isRemake, winner } = field;
  const perMinute = isRemake ? 0.3 : isBridge ? 5.3 : 1.75;
  const wanted = (lengthMs / 60_000) * perMinute * Math.max(0.4, 1 + 0.28 * random.normal());
  const winnerShare = Math.min(0.85, Math.max(0.42, 0.59 + 0.09 * random.normal()));
  const beginMs = isBridge ? 60_000 : 100_000;
  const starts = Array.from({ length: Math.ceil(wanted / (isBridge ? 2.4 : 1.7)) }, () =>
    Math.round(beginMs + random.next() * (lengthMs - beginMs - 20_000)),
  ).sort((one, other) => one - other);
  const aliveFromMs = new Map<Participant, number>();
  const kills: Kill[] = [];
  let freeFromMs = 0;
  for (const startMs of starts) {
    const better = random.next() < winnerShare ? winner : 1 - winner;
    let atMs = Math.max(startMs, freeFromMs);
    for (let left = fightSize(isBridge, random); left > 0 && atMs < lengthMs - 1000; left--) {
      const team = random.next() < 0.82 ? better : 1 - better;
      const kill = drawKill(field, { team, atMs, isFirst: kills.length === 0 }, aliveFromMs, random);
      if (kill !== undefined) {
        kills.push(kill);
        aliveFromMs.set(kill.victim, atMs + respawnMs(atMs));
      }
      atMs += 1200 + random.below(4200);
      freeFromMs = atMs + 2000;
    }
  }
  return kills;
}

export function scoreOf(kills: readonly Kill[], one: Participant, lengthMs: number): Score {
  const chains = Array.from({ length: MOST_IN_A_CHAIN }, () => 0);
  let [deaths, assists, spree, largestSpree, chain, lastKillMs, deadMs] = [0, 0, 0, 0, 0, -CHAIN_MS, 0];
  const own = kills.filter(({ killer }) => killer === one).length;
  const endChain = (): void => {
    if (chain > 0) chains[chain - 1] = numberAt(chains, chain - 1) + 1;
    chain = 0;
  };
  for (const { atMs, killer, helpers, victim } of kills) {
    if (killer === one) {
      if (atMs - lastKillMs > CHAIN_MS || chain === MOST_IN_A_CHAIN) endChain();
      chain++;
      lastKillMs = atMs;
      spree++;
      largestSpree = Math.max(largestSpree, spree);
    } else if (helpers.includes(one)) assists++;
    else if (victim === one) {
      deaths++;
      deadMs += Math.min(respawnMs(atMs), lengthMs - atMs);
      endChain();
      spree = 0;
    }
  }
  endChain();
  return { kills: own, deaths, assists, largestSpree, chains, deadSeconds: Math.floor(deadMs / 1000) };
}

function respawnMs(atMs: number): number {
  return 8000 + Math.round((atMs / 60_000) * 950);
}

function fightSize(isBridge: boolean, random: Random): number {
  let size = 1;
  while (size < MOST_IN_A_FIGHT && random.next() < (isBridge ? 0.7 : 0.45)) size++;
  return size;
}

/** Undefined: no victim or no killer is alive. */
function drawKill(
  { participants, isBridge }: Field,
  { team, atMs, isFirst }: { readonly team: number; readonly atMs: number; readonly isFirst: boolean },
  aliveFromMs: ReadonlyMap<Participant, number>,
  random: Random,
): Kill | undefined {
  const present = participants.filter(
    (one) => (aliveFromMs.get(one) ?? 0) <= atMs && atMs <= one.playedSeconds * 1000,
  );
  const allies = present.filter((one) => one.team === team);
  const victim = draw(
    random,
    present.filter((one) => one.team !== team),
    ({ role, form }) => numberAt(VICTIM_WEIGHTS, role) * Math.exp(-0.15 * form),
  );
  const isExecution = !isFirst && random.next() < EXECUTION_SHARE;
  const killer = isExecution
    ? undefined
    : draw(random, allies, ({ role, form }) => numberAt(KILLER_WEIGHTS, role) * Math.exp(0.18 * form));
  if (victim === undefined || (killer === undefined && !isExecution)) return undefined;
  const helpers =
    killer === undefined
      ? []
      : allies.filter((one) => one !== killer && random.next() < (isBridge ? 0.63 : 0.36));
  return { atMs, team, killer, helpers, victim };
}

function draw(
  random: Random,
  candidates: readonly Participant[],
  weightOf: (one: Participant) => number,
): Participant | undefined {
  const weights = candidates.map(weightOf);
  let aim = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  return candidates.find((_, place) => (aim -= numberAt(weights, place)) < 0) ?? candidates.at(-1);
}
