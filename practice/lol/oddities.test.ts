import { expect, test } from 'vitest';
import { mix } from '../randomness.ts';
import type { PlayedGame } from '../world/world.ts';
import {
  type ReadMatch,
  type ReadTimeline,
  TEST_TRUTH,
  playGame,
  playGames,
  puuidOf,
} from './game-for-tests.ts';
import { createLolMatchBody } from './match-body.ts';
import { NO_ODDITIES, ODDITIES, type Oddity, createOddities } from './story.ts';
import { createLolTimelineBody } from './timeline-body.ts';

const GAME = playGame({ remakeShare: 0 });
const GAMES = 100_000;

function tellWith(oddity: Oddity | undefined, game: PlayedGame = GAME) {
  const deps = { truth: TEST_TRUTH, oddities: { ...NO_ODDITIES, ...(oddity && { [oddity]: 1 }) } };
  return {
    match: JSON.parse(createLolMatchBody(deps)(game, puuidOf)) as ReadMatch,
    timeline: JSON.parse(createLolTimelineBody(deps)(game, puuidOf)) as ReadTimeline,
  };
}

test('each oddity comes at its own share', () => {
  const oddityOf = createOddities();
  const counts = new Map<Oddity | undefined, number>();
  for (let nth = 0; nth < GAMES; nth++) {
    const oddity = oddityOf(mix(nth, 21));
    counts.set(oddity, (counts.get(oddity) ?? 0) + 1);
  }
  for (const [name, share] of Object.entries(ODDITIES))
    expect(Math.abs((counts.get(name as Oddity) ?? 0) / GAMES - share)).toBeLessThan(
      5 * Math.sqrt(share / GAMES),
    );
});

test('bots: one or two participants are called BOT and are missing among the puuids', () => {
  for (const game of playGames(20)) {
    const { match, timeline } = tellWith('bots', game);
    const puuids = match.info.participants.map(({ puuid }) => puuid);
    const people = puuids.filter((puuid) => puuid !== 'BOT');
    expect([8, 9]).toContain(people.length);
    expect(match.metadata.participants).toEqual(people);
    expect(timeline.info.participants.map(({ puuid }) => puuid)).toEqual(puuids);
  }
});

const aborted = { endOfGameResult: 'Abort_Unexpected' };
const nobodyWon = { win: false };
test.each<[Oddity, match: object, timeline: object]>([
  [
    'abortedEmpty',
    { ...aborted, gameDuration: 0, gameMode: '', gameVersion: '', participants: [], teams: [] },
    { ...aborted, frameInterval: 0, participants: [], frames: [{ participantFrames: null }] },
  ],
  ['abortedComplete', { ...aborted, gameDuration: GAME.lengthSeconds }, aborted],
  [
    'noWinner',
    { participants: Array.from({ length: 10 }, () => nobodyWon), teams: [nobodyWon, nobodyWon] },
    {},
  ],
  ['unknownMode', { queueId: 2470, gameMode: 'LANTERN_FAIR', mapId: 36 }, {}],
])('%s shows in the match and in the timeline', (oddity, match, timeline) => {
  const told = tellWith(oddity);
  expect(told.match.info).toMatchObject(match);
  expect(told.match.metadata.participants).toHaveLength(10);
  expect(told.timeline.info).toMatchObject(timeline);
});

test('noWinner: the timeline names no winning team', () => {
  expect(tellWith('noWinner').timeline.info.frames.at(-1)?.events.at(-1)).toMatchObject({
    type: 'GAME_END',
    winningTeam: 0,
  });
});

test('oldMilliseconds and oldRiotId: fields have the form that they had before', () => {
  const { info } = tellWith('oldMilliseconds').match;
  expect(Math.floor(info.gameDuration / 1000)).toBe(GAME.lengthSeconds);
  expect(info).not.toHaveProperty('gameEndTimestamp');
  for (const one of tellWith('oldRiotId').match.info.participants) {
    expect(one['riotIdName']).toMatch(/^Tester \d$/);
    expect(one).not.toHaveProperty('riotIdGameName');
  }
});

test('nullFrames: the match is whole, the timeline has events and no participants in its frames', () => {
  const { match, timeline } = tellWith('nullFrames');
  const { frames } = timeline.info;
  expect(match).toEqual(tellWith(undefined).match);
  expect(frames.length).toBeGreaterThan(10);
  expect(frames.every(({ participantFrames }) => participantFrames === null)).toBe(true);
  expect(frames.some(({ events }) => events.some(({ type }) => type === 'CHAMPION_KILL'))).toBe(true);
});
