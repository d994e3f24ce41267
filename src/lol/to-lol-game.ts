/**
 * Converts bodies of match-v5 and its timelines to our model. It cannot fail: everything that passes the schemas fits the model.
 *
 * Pitfalls handled here: durations changed their unit; a name had three fields over time; in Arena the subteam is the team; timelines
 * refer to participants by participant id. Augments are not part of the model.
 */
import type {
  ItemEvent,
  LolGame,
  LolSeat,
  LolTimeline as Timeline,
  SeatState,
  TimelineKill,
} from '#/domain/lol/rows/game.ts';
import { toRole } from '#/domain/lol/rows/role.ts';
import { gameSeconds, gameStanding } from '#/domain/riot/lol-game.ts';
import { isBot } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch } from '#/domain/riot/routing.ts';
import type { LolMatch } from '#/upstream/riot-schema/lol-match.ts';
import type { LolTimeline } from '#/upstream/riot-schema/lol-timeline.ts';

type Seat = LolMatch['info']['participants'][number];
type Event = LolTimeline['info']['frames'][number]['events'][number];

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
