import { describe, expect, test } from 'vitest';
import {
  type ReadEvent,
  type ReadMatch,
  type ReadParticipant,
  type ReadTimeline,
  TEST_TRUTH,
  playGames,
  puuidOf,
} from './game-for-tests.ts';
import { createLolMatchBody } from './match-body.ts';
import { NO_ODDITIES } from './story.ts';
import { createLolTimelineBody } from './timeline-body.ts';

const deps = { truth: TEST_TRUTH, oddities: NO_ODDITIES };
const toMatch = createLolMatchBody(deps);
const toTimeline = createLolTimelineBody(deps);

interface Told {
  readonly match: ReadMatch;
  readonly timeline: ReadTimeline;
  readonly events: readonly ReadEvent[];
}

function tell(game: Parameters<typeof toMatch>[0]): Told {
  const match = JSON.parse(toMatch(game, puuidOf)) as ReadMatch;
  const timeline = JSON.parse(toTimeline(game, puuidOf)) as ReadTimeline;
  return { match, timeline, events: timeline.info.frames.flatMap(({ events }) => events) };
}

const RANKED = playGames(25).map(tell);
const BRIDGE = playGames(8, { queue: 450 }).map(tell);
const REMAKES = playGames(5, { remakeShare: 1 }).map(tell);

function ofType(events: readonly ReadEvent[], type: string): ReadEvent[] {
  return events.filter((event) => event.type === type);
}

function eachParticipant(
  told: readonly Told[],
  check: (one: ReadParticipant, events: readonly ReadEvent[]) => void,
): void {
  for (const { match, events } of told) for (const one of match.info.participants) check(one, events);
}

describe.each([
  ['ranked game', RANKED],
  ['ARAM', BRIDGE],
  ['remake', REMAKES],
])('the timeline of a %s', (_kind, told) => {
  test('has the kills, deaths and assists of the match', () => {
    eachParticipant(told, (one, events) => {
      const kills = ofType(events, 'CHAMPION_KILL');
      const id = one.participantId;
      expect(kills.filter(({ killerId }) => killerId === id)).toHaveLength(one.kills);
      expect(kills.filter(({ victimId }) => victimId === id)).toHaveLength(one.deaths);
      expect(kills.filter((kill) => kill.assistingParticipantIds?.includes(id))).toHaveLength(one.assists);
    });
  });

  test('ends where the match ends, with its winner', () => {
    for (const { match, timeline, events } of told) {
      const last = events.at(-1);
      expect(last?.type).toBe('GAME_END');
      expect(ofType(events, 'GAME_END')).toHaveLength(1);
      expect(last?.['winningTeam']).toBe(match.info.teams.find(({ win }) => win)?.teamId);
      expect(last?.['realTimestamp']).toBe(match.info['gameEndTimestamp']);
      expect(Math.floor((last?.timestamp ?? 0) / 1000)).toBe(match.info.gameDuration);
      expect(timeline.info.frames.at(-1)?.timestamp).toBe(last?.timestamp);
      expect(timeline.metadata).toEqual(match.metadata);
    }
  });

  test('has in its last frame the totals of the match', () => {
    for (const { match, timeline } of told) {
      const frame = timeline.info.frames.at(-1)?.participantFrames ?? {};
      for (const one of match.info.participants)
        expect(frame[one.participantId]).toMatchObject({
          participantId: one.participantId,
          totalGold: one.goldEarned,
          currentGold: one.goldEarned - one.goldSpent,
          xp: one.champExperience,
          level: one.champLevel,
          minionsKilled: one.totalMinionsKilled,
          jungleMinionsKilled: one.neutralMinionsKilled,
          damageStats: {
            totalDamageDoneToChampions: one['totalDamageDealtToChampions'],
            totalDamageTaken: one['totalDamageTaken'],
          },
        });
    }
  });

  test('has gold, experience and minions that never fall, and no debts', () => {
    for (const { timeline } of told) {
      const frames = timeline.info.frames.map(({ participantFrames }) => participantFrames ?? {});
      for (const [nth, frame] of frames.entries())
        for (const [id, state] of Object.entries(frame)) {
          expect(state['currentGold']).toBeGreaterThanOrEqual(0);
          for (const key of ['totalGold', 'xp', 'minionsKilled', 'jungleMinionsKilled'])
            expect(state[key]).toBeGreaterThanOrEqual(Number(frames[nth - 1]?.[id]?.[key] ?? 0));
        }
    }
  });

  test('has bought what the match shows in the slots, and not what was used up for it', () => {
    eachParticipant(told, (one, events) => {
      const own = events.filter(({ participantId }) => participantId === one.participantId);
      const held: number[] = [];
      for (const event of own) {
        const item = Number(event['itemId'] ?? event['beforeId']);
        if (event.type === 'ITEM_PURCHASED') held.push(item);
        else if (held.includes(item)) held.splice(held.indexOf(item), 1);
      }
      const slots = [0, 1, 2, 3, 4, 5].map((slot) => Number(one[`item${slot}`])).filter((item) => item > 0);
      const inOrder = (items: readonly number[]): number[] => items.toSorted((one, other) => one - other);
      expect(inOrder(held.slice(-6))).toEqual(inOrder(slots));
      expect(held.length).toBeLessThanOrEqual(7);
    });
  });

  test('has the buildings and monsters that the teams are counted', () => {
    for (const { match, events } of told)
      for (const { teamId, objectives } of match.info.teams) {
        const felled = ofType(events, 'BUILDING_KILL').filter((event) => event['teamId'] !== teamId);
        const count = (building: string): number =>
          felled.filter((event) => event['buildingType'] === building).length;
        expect(count('TOWER_BUILDING')).toBe(objectives['tower']?.kills);
        expect(count('INHIBITOR_BUILDING')).toBe(objectives['inhibitor']?.kills);
        const slain = ofType(events, 'ELITE_MONSTER_KILL').filter(
          (event) => event['killerTeamId'] === teamId,
        );
        for (const [type, key] of [
          ['DRAGON', 'dragon'],
          ['BARON_NASHOR', 'baron'],
          ['HORDE', 'horde'],
          ['RIFTHERALD', 'riftHerald'],
          ['ATAKHAN', 'atakhan'],
        ] as const)
          expect(slain.filter((event) => event['monsterType'] === type)).toHaveLength(
            objectives[key]?.kills ?? -1,
          );
      }
  });
});
