import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  playGame,
  playGames,
  puuidOf,
  TEST_TRUTH,
  type ReadEvent,
  type ReadMatch,
  type ReadParticipant,
  type ReadTimeline,
} from './game-for-tests.ts';
import { createLolMatchBody } from './match-body.ts';
import { NO_ODDITIES } from './oddities.ts';
import { createLolTimelineBody, createLolTimelineBytes } from './timeline-body.ts';
import { createLolTruth } from './truth.ts';

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

  test('has the multikills of the match, and one first blood if there was a kill', () => {
    eachParticipant(told, (one, events) => {
      const multi = ofType(events, 'CHAMPION_SPECIAL_KILL').filter(
        (event) => event['killType'] === 'KILL_MULTI' && event.killerId === one.participantId,
      );
      for (const [length, key] of [
        [2, 'doubleKills'],
        [3, 'tripleKills'],
        [4, 'quadraKills'],
        [5, 'pentaKills'],
      ] as const)
        expect(multi.filter((event) => event['multiKillLength'] === length)).toHaveLength(Number(one[key]));
    });
    for (const { events, match } of told) {
      const first = events.filter((event) => event['killType'] === 'KILL_FIRST_BLOOD');
      expect(first).toHaveLength(ofType(events, 'CHAMPION_KILL').length > 0 ? 1 : 0);
      for (const one of match.info.participants)
        expect(one['firstBloodKill']).toBe(first[0]?.killerId === one.participantId);
    }
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
      for (const one of match.info.participants) {
        const state = frame[one.participantId] ?? {};
        expect(state).toMatchObject({
          participantId: one.participantId,
          totalGold: one.goldEarned,
          currentGold: one.goldEarned - one.goldSpent,
          xp: one.champExperience,
          level: one.champLevel,
          minionsKilled: one.totalMinionsKilled,
          jungleMinionsKilled: one.neutralMinionsKilled,
        });
        expect(state['damageStats']).toMatchObject({
          totalDamageDone: one['totalDamageDealt'],
          totalDamageDoneToChampions: one['totalDamageDealtToChampions'],
          magicDamageTaken: one['magicDamageTaken'],
        });
      }
    }
  });

  test('has a frame a minute, in which nothing that grows ever shrinks', () => {
    for (const { match, timeline } of told) {
      const { frames, frameInterval } = timeline.info;
      expect(frameInterval).toBe(60_000);
      const gaps = frames.slice(1).map(({ timestamp }, nth) => timestamp - (frames[nth]?.timestamp ?? 0));
      expect(Math.max(...gaps)).toBeLessThan(60_050);
      // Only the last minute may be a short one.
      expect(Math.min(...gaps.slice(0, -1))).toBeGreaterThanOrEqual(60_000);
      expect(frames[0]?.timestamp).toBe(0);
      for (const { participantId } of match.info.participants)
        for (const key of ['totalGold', 'xp', 'level', 'minionsKilled', 'jungleMinionsKilled']) {
          const values = frames.map(({ participantFrames }) =>
            Number(participantFrames?.[participantId]?.[key]),
          );
          expect(values).toEqual(values.toSorted((a, b) => a - b));
        }
      for (const { participantFrames } of frames)
        for (const state of Object.values(participantFrames ?? {}))
          expect(state['currentGold']).toBeGreaterThanOrEqual(0);
    }
  });

  test('has every event in the frame of its minute, in order', () => {
    for (const { timeline } of told) {
      let before = -1;
      for (const { events, timestamp } of timeline.info.frames) {
        for (const event of events) expect(event.timestamp).toBeLessThanOrEqual(timestamp);
        for (const event of events) expect(event.timestamp).toBeGreaterThan(before);
        before = timestamp;
        const times = events.map((event) => event.timestamp);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
      }
    }
  });

  test('has the purchases, levels and wards of the match', () => {
    eachParticipant(told, (one, events) => {
      const own = (type: string): number =>
        ofType(events, type).filter(({ participantId }) => participantId === one.participantId).length;
      expect(own('ITEM_PURCHASED') - own('ITEM_UNDO')).toBe(one['itemsPurchased']);
      expect(own('LEVEL_UP')).toBe(one.champLevel - 1);
      expect(
        ofType(events, 'WARD_PLACED').filter((event) => event['creatorId'] === one.participantId),
      ).toHaveLength(one.wardsPlaced);
      expect(
        ofType(events, 'WARD_KILL').filter(({ killerId }) => killerId === one.participantId),
      ).toHaveLength(one.wardsKilled);
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

test('a game played to its end has an open lane and no nexus turret left', () => {
  for (const { match, events } of RANKED) {
    if (match.info.participants[0]?.['gameEndedInSurrender'] === true) continue;
    const winner = match.info.teams.find(({ win }) => win)?.teamId;
    const felled = ofType(events, 'BUILDING_KILL').filter((event) => event['teamId'] !== winner);
    expect(felled.filter((event) => event['towerType'] === 'NEXUS_TURRET')).toHaveLength(2);
    expect(felled.some((event) => event['buildingType'] === 'INHIBITOR_BUILDING')).toBe(true);
  }
});

test('nobody dies or kills while dead', () => {
  const waits: number[] = [];
  for (const { events } of [...RANKED, ...BRIDGE]) {
    const diedAt = new Map<number, number>();
    for (const { killerId = 0, victimId = 0, timestamp } of ofType(events, 'CHAMPION_KILL')) {
      for (const id of [killerId, victimId]) waits.push(timestamp - (diedAt.get(id) ?? -Infinity));
      diedAt.set(victimId, timestamp);
    }
  }
  expect(waits.length).toBeGreaterThan(1000);
  expect(Math.min(...waits)).toBeGreaterThan(8000);
});

test('every type of event that real timelines of such games have occurs', () => {
  const types = new Set(RANKED.flatMap(({ events }) => events.map(({ type }) => type)));
  for (const type of [
    'PAUSE_END',
    'ITEM_PURCHASED',
    'ITEM_DESTROYED',
    'ITEM_SOLD',
    'ITEM_UNDO',
    'WARD_PLACED',
    'WARD_KILL',
    'LEVEL_UP',
    'SKILL_LEVEL_UP',
    'CHAMPION_KILL',
    'CHAMPION_SPECIAL_KILL',
    'TURRET_PLATE_DESTROYED',
    'BUILDING_KILL',
    'ELITE_MONSTER_KILL',
    'DRAGON_SOUL_GIVEN',
    'OBJECTIVE_BOUNTY_PRESTART',
    'OBJECTIVE_BOUNTY_FINISH',
    'FEAT_UPDATE',
    'CHAMPION_TRANSFORM',
    'GAME_END',
  ])
    expect(types).toContain(type);
});

test('a timeline is some hundred kilobytes, and the same for the same game', () => {
  const bytes = createLolTimelineBytes({ truth: createLolTruth(11), oddities: NO_ODDITIES });
  const games = playGames(15, { gameName: () => '普通' });
  const sizes = games.map((game) => bytes(game, puuidOf).length).sort((one, other) => one - other);
  expect(sizes[7]).toBeGreaterThan(300_000);
  expect(sizes[7]).toBeLessThan(700_000);
  for (const game of games.toReversed())
    expect(bytes(game, puuidOf).toString()).toBe(toTimeline(game, puuidOf));
});

test('a bot is named BOT in the timeline too', () => {
  const { timeline } = tell(playGame({ remakeShare: 0, bots: [9] }));
  expect(timeline.info.participants[9]).toEqual({ participantId: 10, puuid: 'BOT' });
});

test('frames and events have the keys of real ones', (context) => {
  const folder = join(import.meta.dirname, '../../../shared/data/lol-timeline');
  if (!existsSync(folder)) context.skip('needs ../shared/data/lol-timeline: real timelines');
  const real = readdirSync(folder)
    .map((file) => JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString()) as ReadTimeline)
    .filter(({ info }) => info.participants.length === 10);
  expect(real.length).toBeGreaterThan(10);
  const ours = [...RANKED, ...BRIDGE].map(({ timeline }) => timeline);
  const keysByType = (timelines: readonly ReadTimeline[]): Map<string, Set<string>> => {
    const keys = new Map<string, Set<string>>();
    for (const { info } of timelines)
      for (const { events } of info.frames)
        for (const event of events)
          for (const key of Object.keys(event))
            keys.set(event.type, (keys.get(event.type) ?? new Set()).add(key));
    return keys;
  };
  const realKeys = keysByType(real);
  // Told of in some modes only, and not of damage in team fights.
  const fightKeys = new Set(['victimTeamfightDamageDealt', 'victimTeamfightDamageReceived']);
  const shown = (keys: Iterable<string>): string[] =>
    [...keys].filter((key) => !fightKeys.has(key)).toSorted();
  for (const [type, keys] of keysByType(ours))
    expect({ type, keys: shown(keys) }).toEqual({ type, keys: shown(realKeys.get(type) ?? []) });

  const shapeOf = (value: unknown): unknown =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
      : typeof value;
  const frameOf = ({ info }: ReadTimeline): unknown => shapeOf(info.frames[5]?.participantFrames?.['1']);
  const newest = real
    .toSorted((one, other) => one.info.gameId - other.info.gameId)
    .find(({ metadata }) => metadata.matchId === 'JP1_566638130');
  expect(newest).toBeDefined();
  for (const timeline of ours) expect(frameOf(timeline)).toEqual(frameOf(newest ?? timeline));
});
