/**
 * What happened in a game, drawn once from its seed: the match body sums it up, the timeline lists it. Winner and length are the
 * world's; everything else follows from them and the dice.
 */
import { type Random, chance, createRandom, mix, numberAt } from '../randomness.ts';
import type { PlayedGame, Player } from '../world/world.ts';
import {
  type Champion,
  type Draft,
  type Queue,
  championById,
  isAram,
  queueOf,
  roleOfSeat,
  teamSizeOf,
} from './draft.ts';
import { type Farm, farmOf, goldAt } from './growth.ts';
import { type Kill, drawKills } from './kills.ts';
import { type Objective, drawObjectives } from './objectives.ts';
import { type FrameGold, type Shopping, goShopping } from './shopping.ts';

export interface Participant {
  /** From 1, as in the API. */
  readonly id: number;
  /** Null: a bot. */
  readonly player: Player | null;
  readonly form: number;
  /** 0 blue, 1 red. */
  readonly team: number;
  /** Index in `ROLES`. */
  readonly role: number;
  readonly champion: Champion;
  /** When the player left for good; the length of the game if he stayed. */
  readonly playedSeconds: number;
  readonly farm: Farm;
}

/** Whose kills and objectives are drawn. */
export interface Field {
  readonly participants: readonly Participant[];
  readonly lengthMs: number;
  /** The team that does better; of a remake, the one that the API shows as the winner. */
  readonly winner: number;
  readonly isBridge: boolean;
  readonly isRemake: boolean;
}

export interface Story extends Field {
  readonly game: PlayedGame;
  readonly matchId: string;
  readonly queue: Queue;
  readonly oddity: Oddity | undefined;
  /** Champion ids, as the draft gives them. */
  readonly bans: readonly number[];
  readonly surrendered: boolean;
  readonly kills: readonly Kill[];
  readonly objectives: readonly Objective[];
  /** By participant id less one: gold at each frame of the timeline, and what was bought. */
  readonly gold: readonly (readonly FrameGold[])[];
  readonly shoppings: readonly Shopping[];
}

export const FRAME_INTERVAL_MS = 60_000;

const TALE = 0x53_01;
const LEAVER = 0x53_02;
const REMAKE_WINNER = 0x53_03;
const BOT_SEATS = 0x53_04;

const LEAVER_SHARE = 0.008;
const SURRENDER_FROM_SECONDS = 900;

export function tellStory(game: PlayedGame, draft: Draft, oddity: Oddity | undefined): Story {
  const queue = queueOf(game.queue);
  const isBridge = isAram(queue);
  const { seed, patch, seats } = game;
  const picks = draft.picks({ seed, queue: game.queue, patch: patch.number, seatCount: seats.length });
  const random = createRandom(mix(seed, TALE));
  const isRemake = seats.every(({ place }) => place === 0);
  const field: Field = {
    participants: seatParticipants(game, picks, { oddity, isBridge, isRemake }, random),
    // A game does not end on the second.
    lengthMs: game.lengthSeconds * 1000 + random.below(1000),
    winner: winnerOf(game, isRemake),
    isBridge,
    isRemake,
  };
  const kills = drawKills(field, random);
  const frameMs = frameTimes(field.lengthMs, seed);
  const gold = field.participants.map((one) =>
    frameMs.map((atMs) => ({ atMs, gold: goldAt({ ...field, kills }, one, atMs) })),
  );
  return {
    ...field,
    game,
    matchId: matchIdOf(game),
    queue,
    oddity,
    bans: draft.bans(seed, game.queue, patch.number, picks),
    surrendered: !isRemake && givesUp(game.lengthSeconds, isBridge, random.next()),
    kills,
    objectives: drawObjectives(field, random),
    gold,
    shoppings: field.participants.map((one, seat) => goShopping(one, isBridge, gold[seat] ?? [], random)),
  };
}

/** Whether the body shows this team as the winner. */
export function hasWon({ oddity, winner }: Story, team: number): boolean {
  return oddity !== 'noWinner' && winner === team;
}

/** The id that the API shows for a team. */
export function teamIdOf(team: number): number {
  return team === 0 ? 100 : 200;
}

function matchIdOf({ platform, number }: Pick<PlayedGame, 'platform' | 'number'>): string {
  return `${platform.toUpperCase()}_${number}`;
}

/** The API shows one team as the winner of a remake too: the one that did not give up. */
function winnerOf({ seats, seed }: PlayedGame, isRemake: boolean): number {
  if (isRemake) return chance(seed, REMAKE_WINNER) < 0.5 ? 0 : 1;
  return seats.findIndex(({ place }) => place === 1) < teamSizeOf(seats.length) ? 0 : 1;
}

function givesUp(lengthSeconds: number, isBridge: boolean, roll: number): boolean {
  if (isBridge) return roll < 0.12;
  // A game as short as this was hardly ever played out.
  const hurry = Math.max(0, 1 - (lengthSeconds - SURRENDER_FROM_SECONDS) / 900);
  return roll < 0.15 + 0.8 * hurry;
}

function seatParticipants(
  game: PlayedGame,
  picks: readonly number[],
  { oddity, isBridge, isRemake }: Pick<Story, 'oddity' | 'isBridge' | 'isRemake'>,
  random: Random,
): Participant[] {
  const { seed, seats, lengthSeconds } = game;
  const teamSize = teamSizeOf(seats.length);
  const botSeats =
    oddity === 'bots' ? [mix(seed, BOT_SEATS, 1) % seats.length, mix(seed, BOT_SEATS, 2) % seats.length] : [];
  return seats.map(({ player, form, place }, seat) => {
    const champion = championById(numberAt(picks, seat));
    if (champion === undefined) throw new Error(`seat ${seat} of ${matchIdOf(game)} has no champion`);
    // The first seat never leaves, so one participant has always played to the end.
    const leaves = seat > 0 && !isRemake && chance(seed, LEAVER, seat) < LEAVER_SHARE;
    const playedSeconds = leaves
      ? Math.floor(lengthSeconds * (0.5 + 0.45 * chance(seed, LEAVER, seat, 1)))
      : lengthSeconds;
    const role = roleOfSeat(seat, teamSize);
    const luck = Math.exp(0.1 * random.normal() + 0.06 * form) * (place === 1 ? 1.04 : 0.97);
    return {
      id: seat + 1,
      player: botSeats.includes(seat) ? null : player,
      form,
      team: seat < teamSize ? 0 : 1,
      role,
      champion,
      playedSeconds,
      farm: farmOf({ role, playedSeconds }, isBridge, luck),
    };
  });
}

/** Every minute and a little late, as the server's are; then the end. */
function frameTimes(lengthMs: number, seed: number): number[] {
  const interval = FRAME_INTERVAL_MS + 10 + (seed % 17);
  const times = Array.from({ length: Math.ceil(lengthMs / interval) }, (_, frame) => frame * interval);
  return [...times, lengthMs];
}

// What is wrong with some bodies of the real API, each with the share of games that have it. A game has at most one oddity, by its
// seed; a share of 0 switches one off. Only bodies are odd: the world's own result of the game stays as it was.

export const ODDITIES = {
  /** One or two players are shown as bots: puuid "BOT", absent from `metadata.participants`. */
  bots: 0.002,
  /** Nothing but the puuids: no participants, length 0, mode "", and a timeline whose `participantFrames` are null. */
  abortedEmpty: 0.0025,
  /** A complete game that calls itself aborted. */
  abortedComplete: 0.003,
  /** No team won. */
  noWinner: 0.002,
  /** A queue and a mode that no documentation knows. */
  unknownMode: 0.0035,
  /** `gameDuration` in milliseconds and no `gameEndTimestamp`, as before patch 11.20. */
  oldMilliseconds: 0.002,
  /** `riotIdName` instead of `riotIdGameName`, as in early 2024. */
  oldRiotId: 0.003,
  /** A whole match whose timeline has frames with events, but `participantFrames` null. */
  nullFrames: 0.002,
} as const;

export type Oddity = keyof typeof ODDITIES;
export type OddityShares = { readonly [oddity in Oddity]: number };

const ODD = 0x4f_01;

export function createOddities(shares: Partial<OddityShares> = {}): (gameSeed: number) => Oddity | undefined {
  const all: OddityShares = { ...ODDITIES, ...shares };
  const names = Object.keys(ODDITIES) as Oddity[];
  return (gameSeed) => {
    let aim = chance(gameSeed, ODD);
    return names.find((name) => {
      aim -= all[name];
      return aim < 0;
    });
  };
}

/** All switched off. */
export const NO_ODDITIES = Object.fromEntries(Object.keys(ODDITIES).map((name) => [name, 0])) as OddityShares;
