/**
 * match-v5's timeline of a game: a frame a minute with gold, experience, minions and damage of every participant, and the events in between.
 * It is made from the same story as the match body, so its kills and objectives are those that the match counts and its last
 * frame has the match's totals. Wards, levels, skills and what a victim suffered have no events.
 */
import { type Random, createRandom, entry, mix } from '../randomness.ts';
import { farmAt, levelFor } from './growth.ts';
import {
  createTeller,
  damageOf,
  endOfGameResult,
  metadataOf,
  puuidTextOf,
  type LolBodyDeps,
  type RenderBody,
} from './match-body.ts';
import { isMonster, type Objective, type ObjectiveKind } from './objectives.ts';
import { isConsumed } from './shopping.ts';
import { FRAME_INTERVAL_MS, hasWon, teamIdOf, type Participant, type Story } from './story.ts';

interface TimelineEvent {
  readonly type: string;
  readonly timestamp: number;
  readonly [key: string]: unknown;
}

const EVENTS = 0x54_01;
const DAMAGE_CURVE = 1.3;
const MONSTER_TYPES: Partial<Record<ObjectiveKind, string>> = {
  dragon: 'DRAGON',
  horde: 'HORDE',
  riftHerald: 'RIFTHERALD',
  atakhan: 'ATAKHAN',
  baron: 'BARON_NASHOR',
};

export function createLolTimelineBody(deps: LolBodyDeps): RenderBody {
  const tell = createTeller(deps);
  return (game, puuidOf) => {
    const story = tell(game);
    const isEmpty = story.oddity === 'abortedEmpty';
    return JSON.stringify({
      metadata: metadataOf(story, puuidOf),
      info: {
        endOfGameResult: endOfGameResult(story),
        frameInterval: isEmpty ? 0 : FRAME_INTERVAL_MS,
        frames: isEmpty ? [emptyFrame(story)] : framesOf(story),
        gameId: game.number,
        participants: isEmpty
          ? []
          : story.participants.map((one) => ({ participantId: one.id, puuid: puuidTextOf(one, puuidOf) })),
      },
    });
  };
}

function emptyFrame(story: Story): object {
  return { events: [{ ...gameEnd(story), timestamp: 0 }], participantFrames: null, timestamp: 0 };
}

function framesOf(story: Story): object[] {
  const events = eventsOf(story);
  return entry(story.gold, 0).map(({ atMs }, frame, frames) => {
    const fromMs = frames[frame - 1]?.atMs ?? -1;
    return {
      events: events.filter(({ timestamp }) => timestamp > fromMs && timestamp <= atMs),
      participantFrames: story.oddity === 'nullFrames' ? null : participantFrames(story, frame, atMs),
      timestamp: atMs,
    };
  });
}

function participantFrames(story: Story, frame: number, atMs: number): object {
  return Object.fromEntries(
    story.participants.map((one) => {
      const { minions, monsters, experience } = farmAt(story, one, atMs);
      const { gold } = entry(entry(story.gold, one.id - 1), frame);
      const spent = entry(story.shoppings, one.id - 1)
        .purchases.filter((purchase) => purchase.atMs <= atMs)
        .reduce((sum, { price }) => sum + price, 0);
      const state = {
        participantId: one.id,
        totalGold: gold,
        currentGold: gold - spent,
        xp: experience,
        level: levelFor(experience),
        minionsKilled: minions,
        jungleMinionsKilled: monsters,
        damageStats: damageBy(story, one, atMs),
      };
      return [one.id, state];
    }),
  );
}

/** Fights are longer the later they are. */
function damageBy(story: Story, one: Participant, atMs: number): object {
  const share = Math.min(1, atMs / (one.playedSeconds * 1000)) ** DAMAGE_CURVE;
  const [dealt, taken] = damageOf(story, one);
  return {
    totalDamageDoneToChampions: Math.floor(dealt * share),
    totalDamageTaken: Math.floor(taken * share),
  };
}

/** In order of time. */
function eventsOf(story: Story): TimelineEvent[] {
  const random = createRandom(mix(story.game.seed, EVENTS));
  const events = [
    { type: 'PAUSE_END', timestamp: 0, realTimestamp: story.game.startsAt },
    ...story.participants.flatMap((one) => shopEvents(story, one, random)),
    ...story.kills.map(({ atMs, killer, helpers, victim }) => ({
      type: 'CHAMPION_KILL',
      timestamp: atMs,
      killerId: killer?.id ?? 0,
      victimId: victim.id,
      ...(helpers.length === 0 ? {} : { assistingParticipantIds: helpers.map(({ id }) => id) }),
    })),
    ...story.objectives.map(objectiveEvent),
  ];
  // Last of all, whatever else happened in the same moment.
  return [...events.toSorted((one, other) => one.timestamp - other.timestamp), gameEnd(story)];
}

function gameEnd(story: Story): TimelineEvent {
  const { game, lengthMs, oddity } = story;
  const isShown = oddity !== 'noWinner' && oddity !== 'abortedEmpty';
  return {
    type: 'GAME_END',
    timestamp: lengthMs,
    gameId: game.number,
    realTimestamp: game.startsAt + lengthMs,
    winningTeam: isShown ? teamIdOf(hasWon(story, 0) ? 0 : 1) : 0,
  };
}

/** The parts of an item are destroyed in the moment of its purchase; what is consumed, a minute later. */
function shopEvents({ shoppings, lengthMs }: Story, { id }: Participant, random: Random): TimelineEvent[] {
  const event = (type: string, timestamp: number, itemId: number): TimelineEvent => ({
    type,
    timestamp,
    participantId: id,
    itemId,
  });
  return entry(shoppings, id - 1).purchases.flatMap(({ atMs, item, price, isUndone }) => {
    const bought = event('ITEM_PURCHASED', atMs, item.id);
    const events = [bought];
    if (isUndone) {
      const undone = { participantId: id, afterId: 0, beforeId: item.id, goldGain: price };
      events.push({ type: 'ITEM_UNDO', timestamp: atMs, ...undone }, bought);
    }
    for (const part of item.from) events.push(event('ITEM_DESTROYED', atMs, part));
    const usedMs = Math.min(lengthMs, atMs + 20_000 + random.below(60_000));
    if (isConsumed(item)) events.push(event('ITEM_DESTROYED', usedMs, item.id));
    return events;
  });
}

function objectiveEvent(objective: Objective): TimelineEvent {
  const { kind, atMs, team, doer } = objective;
  const shared = { timestamp: atMs, killerId: doer.id };
  if (isMonster(objective))
    return {
      type: 'ELITE_MONSTER_KILL',
      ...shared,
      killerTeamId: teamIdOf(team),
      monsterType: MONSTER_TYPES[kind],
    };
  return {
    type: 'BUILDING_KILL',
    ...shared,
    buildingType: kind === 'tower' ? 'TOWER_BUILDING' : 'INHIBITOR_BUILDING',
    // The team that lost it.
    teamId: teamIdOf(1 - team),
  };
}
