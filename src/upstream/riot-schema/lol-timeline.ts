/**
 * match-v5 timeline: one frame a minute with gold, experience and minions of each participant, and the events in between. The frames of an
 * aborted match have null instead of participants. Participants are numbered from 1, as text. Kinds of events are open.
 */
import { Type, type Static } from 'typebox';
import { count, list, maybe, text } from '../shape.ts';

const ParticipantFrame = Type.Object({
  totalGold: count(),
  xp: count(),
  minionsKilled: count(),
  jungleMinionsKilled: count(),
});

const Event = Type.Object({
  type: text(),
  /** Milliseconds into the match. */
  timestamp: count(),
  participantId: maybe(count()),
  killerId: maybe(count()),
  victimId: maybe(count()),
  itemId: maybe(count()),
  beforeId: maybe(count()),
});

const Frame = Type.Object({
  timestamp: count(),
  participantFrames: maybe(Type.Record(Type.String(), ParticipantFrame)),
  events: list(Event, 20_000),
});

export const LolTimeline = Type.Object({
  metadata: Type.Object({ matchId: text() }),
  info: Type.Object({ frames: list(Frame, 5_000) }),
});
export type LolTimeline = Static<typeof LolTimeline>;
