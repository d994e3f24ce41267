/**
 * The projection of LoL: stored bodies → one row per participant, by season. Match and timeline contain
 * everything, so nothing is looked up in PostgreSQL, and no season is dropped, because a history should be
 * long.
 *
 * Stored bodies were checked before they were stored and are checked again, because rules become stricter. A
 * match with an unreadable timeline keeps all columns that do not depend on it.
 *
 * Pitfalls of match-v5: durations changed their unit; a name had three fields over time; in Arena the subteam
 * is the team; timelines refer to participants by participant id. Augments are not part of the model.
 */
import { seasonOf } from '#/domain/lol/rows/client-version.ts';
import type {
  ItemEvent,
  LolGame,
  LolSeat,
  LolTimeline as Timeline,
  SeatState,
  TimelineKill,
} from '#/domain/lol/rows/game.ts';
import {
  LOL_PROJECTION_VERSION,
  type ParticipantRow,
  toParticipantRows,
} from '#/domain/lol/rows/participant-rows.ts';
import { toRole } from '#/domain/lol/rows/role.ts';
import { gameSeconds, gameStanding } from '#/domain/riot/lol-game.ts';
import { isBot } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch } from '#/domain/riot/routing.ts';
import { matchNumber } from '#/domain/tft/rows.ts';
import { makePages, type Flattened, type Flattening, type ReadyMatch } from '#/match/project/page.ts';
import type { SourceProjection } from '#/match/project/projection.ts';
import type { StoredFault } from '#/match/quarantine.ts';
import { type RawRow, readStoredBody } from '#/match/raw.ts';
import { toNext } from '#/runtime/clickhouse/projected-tables.ts';
import { compileShape } from '#/upstream/shape.ts';
import { LolMatch, tidyLolMatch } from '#/upstream/riot-schema/lol-match.ts';
import { LolTimeline } from '#/upstream/riot-schema/lol-timeline.ts';
import { LOL_PARTICIPANT } from './tables.ts';

/** A timeline has twenty times the size of a TFT body. */
const ROWS_AT_A_TIME = 50;

const LIVE_TABLES = [{ shape: LOL_PARTICIPANT, name: LOL_PARTICIPANT.name }];

export function createLolProjection(read: LolGameReader = createLolGameReader()): SourceProjection {
  const flattening: Flattening<FlatMatch, ParticipantRow> = {
    tables: [LOL_PARTICIPANT],
    flatten: (row) => Promise.resolve(flatten(read, row)),
    complete: (matches, accepts) =>
      Promise.resolve(matches.filter(({ partition, own }) => accepts(partition, own))),
  };
  return {
    source: 'lol',
    version: LOL_PROJECTION_VERSION,
    live: { projection: 'lol', tables: LIVE_TABLES },
    next: { projection: 'lol-next', tables: toNext(LIVE_TABLES) },
    reading: { rowsAtATime: ROWS_AT_A_TIME, withTimelines: true },
    keepsUpEvery: ROWS_AT_A_TIME,
    pages: (parts, request) => makePages(parts, flattening, request),
    toDrop: () => Promise.resolve([]),
    forget: () => undefined,
  };
}

interface FlatMatch extends ReadyMatch<ParticipantRow> {
  /** The number in PostgreSQL. */
  readonly own: number;
}

function flatten(read: LolGameReader, { id, game: own, body, timeline }: RawRow): Flattened<FlatMatch> {
  const outcome = read.game(id, body);
  if (outcome.type === 'fault')
    return { match: null, faults: [{ kind: 'match', id, reason: outcome.reason }] };
  const { game, number } = outcome;
  const parsed = readTimeline(read, id, timeline);
  const records = toParticipantRows(game, parsed.timeline, { game: own, number });
  return { match: { own, partition: seasonOf(game.version), records }, faults: parsed.faults };
}

function readTimeline(
  read: LolGameReader,
  id: string,
  packed: Uint8Array | null,
): { readonly timeline: Timeline | null; readonly faults: readonly StoredFault[] } {
  if (packed === null) return { timeline: null, faults: [] };
  const outcome = read.timeline(id, packed);
  if (outcome.type === 'timeline') return { timeline: outcome.timeline, faults: [] };
  return { timeline: null, faults: [{ kind: 'timeline', id, reason: outcome.reason }] };
}

type Fault = { readonly type: 'fault'; readonly reason: string };

export interface LolGameReader {
  game(
    id: string,
    packed: Uint8Array,
  ): { readonly type: 'game'; readonly game: LolGame; readonly number: number } | Fault;
  timeline(
    id: string,
    packed: Uint8Array,
  ): { readonly type: 'timeline'; readonly timeline: Timeline } | Fault;
}

const USUAL_MATCH_BYTES = 128 * 1024;
const USUAL_TIMELINE_BYTES = 1024 * 1024;

export function createLolGameReader(): LolGameReader {
  const matches = compileShape(LolMatch);
  const timelines = compileShape(LolTimeline);
  return {
    game(id, packed) {
      const stored = readStoredBody(packed, USUAL_MATCH_BYTES);
      if (stored.type === 'fault') return stored;
      const { body } = stored;
      tidyLolMatch(body);
      if (!matches.fits(body)) return fault(matches.describeFault(body));
      if (body.metadata.matchId !== id) return otherGame(body.metadata.matchId);
      const number = matchNumber(id);
      return number === null
        ? fault('its id has no number')
        : { type: 'game', game: toLolGame(body), number };
    },
    timeline(id, packed) {
      const stored = readStoredBody(packed, USUAL_TIMELINE_BYTES);
      if (stored.type === 'fault') return stored;
      const { body } = stored;
      if (!timelines.fits(body)) return fault(timelines.describeFault(body));
      if (body.metadata.matchId !== id) return otherGame(body.metadata.matchId);
      return { type: 'timeline', timeline: toLolTimeline(body) };
    },
  };
}

function otherGame(id: string): Fault {
  return fault(`the body is that of ${JSON.stringify(id).slice(0, 100)}`);
}

function fault(reason: string): Fault {
  return { type: 'fault', reason };
}

type Seat = LolMatch['info']['participants'][number];
type Event = LolTimeline['info']['frames'][number]['events'][number];

/** Cannot fail: everything that passes the schema fits the model. */
export function toLolGame({ metadata, info }: LolMatch): LolGame {
  return {
    id: metadata.matchId,
    platform: placeOfMatch(metadata.matchId)?.platform ?? 'unknown',
    queue: info.queueId,
    version: info.gameVersion ?? '',
    startedAt: firstOf(info.gameStartTimestamp, info.gameCreation),
    seconds: Math.floor(gameSeconds(info)),
    standing: gameStanding(info),
    seats: info.participants.map(toSeat),
  };
}

export function toLolTimeline({ info }: LolTimeline): Timeline {
  const kills: TimelineKill[] = [];
  const items: ItemEvent[] = [];
  for (const { events } of info.frames)
    for (const event of events) {
      if (event.type === 'CHAMPION_KILL')
        kills.push({ ms: event.timestamp, killer: event.killerId ?? 0, victim: event.victimId ?? 0 });
      else if (event.type.startsWith('ITEM_')) items.push(...toItemEvent(event));
    }
  return {
    frames: info.frames.map(({ timestamp, participantFrames }) => ({
      ms: timestamp,
      seats: new Map(
        Object.entries(participantFrames ?? {}).map(([id, frame]) => [Number(id), toState(frame)]),
      ),
    })),
    kills,
    items,
  };
}

function toSeat(seat: Seat, index: number): LolSeat {
  return {
    participant: firstOf(seat.participantId, index + 1),
    puuid: isBot(seat.puuid) ? null : seat.puuid,
    name: firstText(seat.riotIdGameName, seat.riotIdName, seat.summonerName),
    tag: firstText(seat.riotIdTagline),
    team: firstOf(seat.playerSubteamId, seat.teamId),
    placement: firstOf(seat.placement, firstOf(seat.subteamPlacement, 0)),
    role: toRole(seat.teamPosition),
    champion: seat.championId,
    championName: firstText(seat.championName),
    isWin: seat.win,
    kills: seat.kills,
    deaths: seat.deaths,
    assists: seat.assists,
    minions: (seat.totalMinionsKilled ?? 0) + (seat.neutralMinionsKilled ?? 0),
    gold: seat.goldEarned ?? 0,
    damage: seat.totalDamageDealtToChampions ?? 0,
    damageTaken: seat.totalDamageTaken ?? 0,
    vision: seat.visionScore ?? 0,
    level: seat.champLevel ?? 0,
  };
}

type Frames = NonNullable<LolTimeline['info']['frames'][number]['participantFrames']>;

function toState({ totalGold, minionsKilled, jungleMinionsKilled, xp }: Frames[string]): SeatState {
  return { gold: totalGold, minions: minionsKilled + jungleMinionsKilled, xp };
}

const ITEM_EVENTS = {
  ITEM_PURCHASED: 'bought',
  ITEM_DESTROYED: 'destroyed',
  ITEM_UNDO: 'undone',
} as const;

/** A sold item counts as bought. An undo names the item before it; it undoes a sale if there is none. */
function toItemEvent({ type, timestamp, participantId, itemId, beforeId }: Event): ItemEvent[] {
  const kind = Object.hasOwn(ITEM_EVENTS, type) ? ITEM_EVENTS[type as keyof typeof ITEM_EVENTS] : null;
  const item = (kind === 'undone' ? beforeId : itemId) ?? 0;
  if (kind === null || item <= 0) return [];
  return [{ type: kind, ms: timestamp, participant: participantId ?? 0, item }];
}

/** The number unless it is missing; upstreams write 0 or leave it out. */
function firstOf(number: number | null | undefined, otherwise: number): number {
  return number === undefined || number === null || number <= 0 ? otherwise : number;
}

function firstText(...texts: readonly (string | null | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== null && text !== '') ?? '';
}
