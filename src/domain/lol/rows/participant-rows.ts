/**
 * One game → a row for each of its seats, bots included. A row is known by game and seat, never by a puuid: bots have none. Whoever is on
 * the same team is kept as a number (`../player-hash.ts`), bots left out.
 *
 * Numbers are held to the range of their columns here, so that both stores sum up what is really kept. The columns of the table are
 * in `lol/tables.ts`. A change of either raises `LOL_PROJECTION_VERSION`.
 */
import type { GameStanding } from '../../riot/lol-game.ts';
import { platformCode } from '../../tft/stored-codes.ts';
import { NO_PLAYER, playerHash } from '../player-hash.ts';
import { patchOf, seasonOf } from './client-version.ts';
import type { LolGame, LolSeat, LolTimeline, SeatState } from './game.ts';
import { laneOpponent } from './lane-opponent.ts';
import { roleCode } from './role.ts';
import { createTimelineReader, type TimelineColumns } from './timeline-columns.ts';

/** Rows made by another version are thrown away and made again. */
export const LOL_PROJECTION_VERSION = 1;

/** As they are stored; a new one goes to the end. */
export const STANDING_CODES: Readonly<Record<GameStanding, number>> = { played: 1, remake: 2, void: 3 };

export interface ParticipantRow {
  readonly season: string;
  readonly player: bigint;
  /** In ms. */
  readonly startedAt: number;
  readonly game: number;
  readonly seat: number;
  readonly number: number;
  readonly platform: number;
  readonly puuid: string;
  readonly name: string;
  readonly tag: string;
  readonly isBot: number;
  readonly queue: number;
  readonly seconds: number;
  readonly patch: string;
  readonly standing: number;
  readonly champion: number;
  readonly championName: string;
  readonly role: number;
  readonly team: number;
  readonly placement: number;
  readonly win: number;
  readonly kills: number;
  readonly deaths: number;
  readonly assists: number;
  readonly minions: number;
  readonly gold: number;
  readonly damage: number;
  readonly damageTaken: number;
  readonly vision: number;
  readonly level: number;
  readonly mates: readonly bigint[];
  readonly opponent: bigint;
  readonly hasTimeline: number;
  readonly timeline: TimelineColumns;
}

export interface LolGameNumbers {
  /** Small and dense, given by PostgreSQL. */
  readonly game: number;
  /** Of the game's id, unique on its platform. */
  readonly number: number;
}

const NO_TIMELINE: TimelineColumns = {
  at10: null,
  at15: null,
  diff10: null,
  diff15: null,
  firstDeath: null,
  firstKill: null,
  firstItem: null,
  itemIds: [],
  itemSeconds: [],
};

export function toParticipantRows(
  game: LolGame,
  timeline: LolTimeline | null,
  numbers: LolGameNumbers,
): ParticipantRow[] {
  const { seats } = game;
  const players = new Map<LolSeat, bigint>();
  for (const seat of seats) if (seat.puuid !== null) players.set(seat, playerHash(seat.puuid));
  const tell = timeline === null ? () => NO_TIMELINE : createTimelineReader(timeline);
  const facts = { ...factsOf(game, numbers), hasTimeline: timeline === null ? 0 : 1 };
  const toRow = (seat: LolSeat, at: number): ParticipantRow => {
    const opponent = laneOpponent(seat, seats);
    const mates = seats.filter((other) => other !== seat && other.team === seat.team);
    return {
      ...facts,
      ...ownFacts(seat),
      seat: tiny(at),
      player: players.get(seat) ?? NO_PLAYER,
      mates: mates.flatMap((mate) => players.get(mate) ?? []),
      opponent: opponent === null ? NO_PLAYER : (players.get(opponent) ?? NO_PLAYER),
      timeline: withinColumns(tell(seat, opponent)),
    };
  };
  return seats.map(toRow);
}

function factsOf(game: LolGame, { game: own, number }: LolGameNumbers) {
  return {
    season: seasonOf(game.version),
    patch: patchOf(game.version),
    game: own,
    number,
    platform: platformCode(game.platform),
    queue: small(game.queue),
    startedAt: within(game.startedAt, MAX_TIME),
    seconds: large(game.seconds),
    standing: STANDING_CODES[game.standing],
  };
}

function ownFacts(seat: LolSeat) {
  return {
    puuid: seat.puuid ?? '',
    name: seat.name,
    tag: seat.tag,
    isBot: seat.puuid === null ? 1 : 0,
    champion: small(seat.champion),
    championName: seat.championName,
    role: roleCode(seat.role),
    team: small(seat.team),
    placement: tiny(seat.placement),
    win: seat.isWin ? 1 : 0,
    kills: small(seat.kills),
    deaths: small(seat.deaths),
    assists: small(seat.assists),
    minions: small(seat.minions),
    gold: large(seat.gold),
    damage: large(seat.damage),
    damageTaken: large(seat.damageTaken),
    vision: small(seat.vision),
    level: tiny(seat.level),
  };
}

function withinColumns(told: TimelineColumns): TimelineColumns {
  return {
    at10: signedState(told.at10),
    at15: signedState(told.at15),
    diff10: signedState(told.diff10),
    diff15: signedState(told.diff15),
    firstDeath: signed(told.firstDeath),
    firstKill: signed(told.firstKill),
    firstItem: signed(told.firstItem),
    itemIds: told.itemIds.map(large),
    itemSeconds: told.itemSeconds.map(large),
  };
}

function signedState(state: SeatState | null): SeatState | null {
  if (state === null) return null;
  return { gold: bounded(state.gold), minions: bounded(state.minions), xp: bounded(state.xp) };
}

function signed(value: number | null): number | null {
  return value === null ? null : bounded(value);
}

/** In the year 2262; ClickHouse's calendar ends not long after. */
const MAX_TIME = 9_223_372_036_854;
/** The lowest number of 32 bits is left free: it stands for null where rows are summed up. */
const MAX_SIGNED = 2_147_483_647;

function bounded(value: number): number {
  return Math.max(-MAX_SIGNED, Math.min(value, MAX_SIGNED));
}

function tiny(value: number): number {
  return within(value, 255);
}

function small(value: number): number {
  return within(value, 65_535);
}

function large(value: number): number {
  return within(value, 0xffff_ffff);
}

function within(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}
