/**
 * What a timeline adds to the rows of its game: how somebody stood at ten and at fifteen minutes, and against the opponent of his lane;
 * when he first died and first killed; what he bought when. What was over before, or never happened, is null and never 0.
 *
 * A frame comes once a minute and a little late, so the one that stands for minute ten is the first from then on, and none if
 * the game ended before.
 */
import type { LolSeat, LolTimeline, SeatState } from './game.ts';
import { firstMadeMs, readPurchases } from './item-times.ts';

export interface TimelineColumns {
  readonly at10: SeatState | null;
  readonly at15: SeatState | null;
  /** To the opponent. */
  readonly diff10: SeatState | null;
  readonly diff15: SeatState | null;
  /** In seconds into the game. */
  readonly firstDeath: number | null;
  readonly firstKill: number | null;
  readonly firstItem: number | null;
  /** Of one length: what was bought and kept, and when. */
  readonly itemIds: readonly number[];
  readonly itemSeconds: readonly number[];
}

const MINUTE_MS = 60_000;
/** A frame that comes a moment early still stands for its minute. */
const EARLY_MS = 1_000;

export type TimelineReader = (seat: LolSeat, opponent: LolSeat | null) => TimelineColumns;

export function createTimelineReader(timeline: LolTimeline): TimelineReader {
  const at10 = statesAt(timeline, 10);
  const at15 = statesAt(timeline, 15);
  const { kept, parts } = readPurchases(timeline.items);
  const deaths = firstSeconds(timeline, 'victim');
  const kills = firstSeconds(timeline, 'killer');
  return ({ participant }, opponent) => {
    const items = kept.get(participant) ?? [];
    const madeMs = firstMadeMs(items, parts);
    return {
      at10: at10.get(participant) ?? null,
      at15: at15.get(participant) ?? null,
      diff10: difference(at10, participant, opponent),
      diff15: difference(at15, participant, opponent),
      firstDeath: deaths.get(participant) ?? null,
      firstKill: kills.get(participant) ?? null,
      firstItem: madeMs === null ? null : toSeconds(madeMs),
      itemIds: items.map(({ item }) => item),
      itemSeconds: items.map(({ ms }) => toSeconds(ms)),
    };
  };
}

type States = ReadonlyMap<number, SeatState>;

function statesAt({ frames }: LolTimeline, minute: number): States {
  const from = minute * MINUTE_MS;
  const frame = frames.find(({ ms }) => ms >= from - EARLY_MS && ms < from + MINUTE_MS);
  return frame?.seats ?? new Map();
}

function difference(states: States, participant: number, opponent: LolSeat | null): SeatState | null {
  const own = states.get(participant);
  const other = opponent === null ? undefined : states.get(opponent.participant);
  if (own === undefined || other === undefined) return null;
  return { gold: own.gold - other.gold, minions: own.minions - other.minions, xp: own.xp - other.xp };
}

function firstSeconds({ kills }: LolTimeline, who: 'killer' | 'victim'): Map<number, number> {
  const first = new Map<number, number>();
  for (const kill of kills) {
    const known = first.get(kill[who]) ?? Infinity;
    first.set(kill[who], Math.min(known, toSeconds(kill.ms)));
  }
  return first;
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1_000);
}
