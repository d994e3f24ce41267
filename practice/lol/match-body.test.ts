import { describe, expect, test } from 'vitest';
import {
  type ReadMatch,
  type ReadParticipant,
  TEST_TRUTH,
  playGame,
  playGames,
  puuidOf,
} from './game-for-tests.ts';
import { createLolMatchBody } from './match-body.ts';
import { NO_ODDITIES } from './story.ts';
import { ROLES } from './draft.ts';

const toBody = createLolMatchBody({ truth: TEST_TRUTH, oddities: NO_ODDITIES });
const read = (game: Parameters<typeof toBody>[0]): ReadMatch =>
  JSON.parse(toBody(game, puuidOf)) as ReadMatch;
const RANKED = playGames(60).map(read);
const BRIDGE = playGames(30, { queue: 450 }).map(read);

function sum(participants: readonly ReadParticipant[], key: keyof ReadParticipant): number {
  return participants.reduce((total, one) => total + Number(one[key]), 0);
}

describe.each([
  ['ranked', RANKED],
  ['ARAM', BRIDGE],
])('the body of a %s game', (kind, bodies) => {
  test('shows the game that was played', () => {
    const game = playGames(1, { queue: kind === 'ARAM' ? 450 : 420 })[0] ?? playGame();
    const { metadata, info } = bodies[0] ?? read(game);
    expect(metadata.matchId).toBe(`EUW1_${game.number}`);
    expect(metadata.participants).toEqual(
      game.seats.map(({ player }) => (player === null ? 'BOT' : puuidOf(player))),
    );
    expect(info).toMatchObject({
      gameId: game.number,
      queueId: game.queue,
      platformId: 'EUW1',
      mapId: kind === 'ARAM' ? 12 : 11,
      gameStartTimestamp: game.startsAt,
      gameDuration: game.lengthSeconds,
    });
    expect(info['gameCreation']).toBeLessThan(game.startsAt);
    expect(Math.floor((Number(info['gameEndTimestamp']) - game.startsAt) / 1000)).toBe(game.lengthSeconds);
    expect(info.gameVersion).toMatch(/^16\.4\.\d+\.\d+$/);
    for (const [seat, one] of info.participants.entries()) {
      expect(one.win).toBe(game.seats[seat]?.place === 1);
      expect(one['riotIdGameName']).toBe(game.seats[seat]?.player?.gameName);
      expect(one['riotIdTagline']).toBe('PRC');
    }
  });

  test('has one winning team, and counts the kills of one team as deaths of the other, but for executions', () => {
    let executions = 0;
    for (const { info } of bodies) {
      expect(info.teams.filter(({ win }) => win)).toHaveLength(1);
      for (const { teamId, win, objectives } of info.teams) {
        const own = info.participants.filter((one) => one.teamId === teamId);
        expect(own.every((one) => one.win === win)).toBe(true);
        const others = info.participants.filter((one) => one.teamId !== teamId);
        expect(objectives['champion']?.kills).toBe(sum(own, 'kills'));
        executions += sum(others, 'deaths') - sum(own, 'kills');
        for (const one of own) expect(one.kills + one.assists).toBeLessThanOrEqual(sum(own, 'kills'));
      }
    }
    expect(executions).toBeGreaterThan(0);
    expect(executions).toBeLessThan(bodies.length * 5);
  });
});

test('in a ranked game each role is there once per team, and all champions differ', () => {
  for (const { info } of RANKED) {
    for (const teamId of [100, 200])
      expect(
        info.participants.filter((one) => one.teamId === teamId).map(({ teamPosition }) => teamPosition),
      ).toEqual([...ROLES]);
    expect(new Set(info.participants.map(({ championId }) => championId)).size).toBe(10);
    expect(info.teams.map(({ bans }) => bans.map(({ pickTurn }) => pickTurn))).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
    ]);
  }
});

test('a seat without a player is a bot: named so, without challenges, not among the puuids', () => {
  const { metadata, info } = read(playGame({ remakeShare: 0, queue: 890, bots: [5, 6, 7, 8, 9] }));
  expect(metadata.participants).toHaveLength(5);
  for (const [seat, { puuid }] of info.participants.entries()) expect(puuid === 'BOT').toBe(seat >= 5);
  for (const one of info.participants) expect('challenges' in one).toBe(one.puuid !== 'BOT');
});

test('a remake is marked on every participant, given up by one team, and has next to nothing in it', () => {
  const { info } = read(playGame({ remakeShare: 1 }));
  expect(info.gameDuration).toBeLessThan(300);
  expect(info.teams.filter(({ win }) => win)).toHaveLength(1);
  for (const one of info.participants) {
    expect(one.gameEndedInEarlySurrender).toBe(true);
    expect(one['teamEarlySurrendered']).toBe(!one.win);
    expect(one.turretKills).toBe(0);
    expect(one.champLevel).toBeLessThan(6);
  }
});
