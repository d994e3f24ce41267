import { expect, test } from 'vitest';
import { mix } from '../randomness.ts';
import type { PlayedGame } from '../world/world.ts';
import {
  playGame,
  playGames,
  puuidOf,
  TEST_TRUTH,
  type ReadMatch,
  type ReadTimeline,
} from './game-for-tests.ts';
import { createLolMatchBody } from './match-body.ts';
import { createOddities, NO_ODDITIES, ODDITIES, type Oddity } from './oddities.ts';
import { createLolTimelineBody } from './timeline-body.ts';

const NAMES = Object.keys(ODDITIES) as Oddity[];
const SEEDS = Array.from({ length: 200_000 }, (_, nth) => mix(nth, 21));

function matchWith(oddity: Oddity, game: PlayedGame = playGame({ remakeShare: 0 })): ReadMatch {
  const oddities = { ...NO_ODDITIES, [oddity]: 1 };
  return JSON.parse(createLolMatchBody({ truth: TEST_TRUTH, oddities })(game, puuidOf)) as ReadMatch;
}

function timelineWith(oddity: Oddity, game: PlayedGame = playGame({ remakeShare: 0 })): ReadTimeline {
  const oddities = { ...NO_ODDITIES, [oddity]: 1 };
  return JSON.parse(createLolTimelineBody({ truth: TEST_TRUTH, oddities })(game, puuidOf)) as ReadTimeline;
}

test('two percent of all games are odd, each kind at its own share', () => {
  const oddityOf = createOddities();
  const counts = new Map<string, number>();
  for (const seed of SEEDS) {
    const oddity = oddityOf(seed);
    if (oddity !== undefined) counts.set(oddity, (counts.get(oddity) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  expect(all / SEEDS.length).toBeGreaterThan(0.018);
  expect(all / SEEDS.length).toBeLessThan(0.022);
  for (const name of NAMES) {
    const share = (counts.get(name) ?? 0) / SEEDS.length;
    expect(Math.abs(share - ODDITIES[name])).toBeLessThan(5 * Math.sqrt(ODDITIES[name] / SEEDS.length));
  }
});

test('bots: one or two participants are called BOT and are missing among the puuids', () => {
  for (const game of playGames(20)) {
    const { metadata, info } = matchWith('bots', game);
    const bots = info.participants.filter(({ puuid }) => puuid === 'BOT');
    expect([1, 2]).toContain(bots.length);
    expect(metadata.participants).toEqual(
      info.participants.map(({ puuid }) => puuid).filter((puuid) => puuid !== 'BOT'),
    );
    expect(timelineWith('bots', game).info.participants.map(({ puuid }) => puuid)).toEqual(
      info.participants.map(({ puuid }) => puuid),
    );
  }
});

test('abortedEmpty: puuids and nothing else, in the timeline too', () => {
  const { metadata, info } = matchWith('abortedEmpty');
  expect(metadata.participants).toHaveLength(10);
  expect(info).toMatchObject({
    endOfGameResult: 'Abort_Unexpected',
    gameDuration: 0,
    gameMode: '',
    gameVersion: '',
    participants: [],
    teams: [],
  });
  const timeline = timelineWith('abortedEmpty').info;
  expect(timeline).toMatchObject({ endOfGameResult: 'Abort_Unexpected', frameInterval: 0, participants: [] });
  expect(timeline.frames.map(({ participantFrames }) => participantFrames)).toEqual([null]);
});

test('abortedComplete: a whole game that calls itself aborted', () => {
  const { info } = matchWith('abortedComplete');
  expect(info['endOfGameResult']).toBe('Abort_Unexpected');
  expect(info.participants).toHaveLength(10);
  expect(info.gameDuration).toBeGreaterThan(600);
  expect(timelineWith('abortedComplete').info.endOfGameResult).toBe('Abort_Unexpected');
});

test('noWinner: no team has won, in the timeline neither', () => {
  const { info } = matchWith('noWinner');
  expect(info.participants.some(({ win }) => win)).toBe(false);
  expect(info.teams.some(({ win }) => win)).toBe(false);
  expect(timelineWith('noWinner').info.frames.at(-1)?.events.at(-1)).toMatchObject({
    type: 'GAME_END',
    winningTeam: 0,
  });
});

test('unknownMode: a queue, a mode and a map that no documentation has', () => {
  const { info } = matchWith('unknownMode');
  expect(info).toMatchObject({ queueId: 2470, gameMode: 'LANTERN_FAIR', mapId: 36 });
  expect(info.participants).toHaveLength(10);
});

test('oldMilliseconds: the length in milliseconds, and no end', () => {
  const game = playGame({ remakeShare: 0 });
  const { info } = matchWith('oldMilliseconds', game);
  expect(Math.floor(info.gameDuration / 1000)).toBe(game.lengthSeconds);
  expect(info).not.toHaveProperty('gameEndTimestamp');
});

test('oldRiotId: the name under its old key', () => {
  for (const one of matchWith('oldRiotId').info.participants) {
    expect(one['riotIdName']).toMatch(/^Tester \d$/);
    expect(one).not.toHaveProperty('riotIdGameName');
    expect(one['riotIdTagline']).toBe('PRC');
  }
});

test('nullFrames: the match is whole, the timeline has events and no participants in its frames', () => {
  const plain = createLolMatchBody({ truth: TEST_TRUTH, oddities: NO_ODDITIES });
  const game = playGame({ remakeShare: 0 });
  expect(matchWith('nullFrames', game)).toEqual(JSON.parse(plain(game, puuidOf)));
  const { frames } = timelineWith('nullFrames', game).info;
  expect(frames.length).toBeGreaterThan(10);
  expect(frames.every(({ participantFrames }) => participantFrames === null)).toBe(true);
  expect(frames.some(({ events }) => events.some(({ type }) => type === 'CHAMPION_KILL'))).toBe(true);
});
