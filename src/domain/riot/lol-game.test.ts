import { describe, expect, test } from 'vitest';
import { gameSeconds, gameStanding } from './lol-game.ts';

describe('how long a game took', () => {
  test('is in seconds since bodies have an end', () => {
    expect(gameSeconds({ gameDuration: 1_803, gameEndTimestamp: 1_771_686_994_966 })).toBe(1_803);
  });

  test.each([undefined, null])('was in milliseconds before (end: %j)', (gameEndTimestamp) => {
    expect(gameSeconds({ gameDuration: 1_003_369, gameEndTimestamp })).toBe(1_003.369);
  });
});

describe('what a game counts for', () => {
  const end = { gameEndTimestamp: 1_709_066_369_858 };
  const seat = { gameEndedInEarlySurrender: false };

  test('a game with people and time was played, also when old bodies do not speak of remakes', () => {
    expect(gameStanding({ ...end, gameDuration: 1_800, participants: [seat, {}] })).toBe('played');
  });

  test('one seat that ended in early surrender makes it a remake', () => {
    const participants = [seat, { gameEndedInEarlySurrender: true }];

    expect(gameStanding({ ...end, gameDuration: 241, participants })).toBe('remake');
  });

  test('without people or without time it never happened', () => {
    expect(gameStanding({ ...end, gameDuration: 0, participants: [] })).toBe('void');
    expect(gameStanding({ ...end, gameDuration: 1_800, participants: [] })).toBe('void');
    expect(gameStanding({ ...end, gameDuration: 0, participants: [seat] })).toBe('void');
  });
});
