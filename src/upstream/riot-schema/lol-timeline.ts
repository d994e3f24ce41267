/**
 * match-v5 timeline: a frame a minute with everybody's gold, experience and minions, and what happened in between.
 * The frames of an aborted game have null in place of their players. Seats are numbered from 1, as text.
 * Kinds of events are open, and only what we read of them is checked.
 */
import { Type, type Static } from 'typebox';
import { count, list, maybe, text, timestampMs } from '../shape.ts';

const SeatFrame = Type.Object({
  totalGold: count(),
  currentGold: maybe(count()),
  xp: count(),
  level: maybe(count()),
  minionsKilled: count(),
  jungleMinionsKilled: count(),
});

const Event = Type.Object({
  type: text(),
  /** Milliseconds into the game. */
  timestamp: count(),
  participantId: maybe(count()),
  killerId: maybe(count()),
  victimId: maybe(count()),
  assistingParticipantIds: maybe(list(count(), 100)),
  itemId: maybe(count()),
  beforeId: maybe(count()),
  afterId: maybe(count()),
  level: maybe(count()),
  teamId: maybe(count()),
  killerTeamId: maybe(count()),
  winningTeam: maybe(count()),
  monsterType: maybe(text()),
  monsterSubType: maybe(text()),
  buildingType: maybe(text()),
  towerType: maybe(text()),
  laneType: maybe(text()),
  realTimestamp: maybe(timestampMs()),
});

const Frame = Type.Object({
  timestamp: count(),
  participantFrames: maybe(Type.Record(Type.String(), SeatFrame)),
  events: list(Event, 20_000),
});

export const LolTimeline = Type.Object({
  metadata: Type.Object({ matchId: text(), participants: list(text(), 100) }),
  info: Type.Object({
    endOfGameResult: maybe(text()),
    frameInterval: count(),
    frames: list(Frame, 5_000),
    participants: maybe(list(Type.Object({ participantId: count(), puuid: text() }), 100)),
  }),
});
export type LolTimeline = Static<typeof LolTimeline>;
