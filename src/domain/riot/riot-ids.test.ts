import { expect, test } from 'vitest';
import { isBot, isMatchId, isPuuid } from './riot-ids.ts';

const PUUID = 'aZ09_-'.repeat(13);

test.each([
  [PUUID, true],
  [PUUID.slice(1), false],
  [`${PUUID}a`, false],
  [`${PUUID.slice(1)}/`, false],
  [`${PUUID}\n`, false],
  ['BOT', false],
  ['123e4567-e89b-12d3-a456-426614174000', false],
  ['', false],
])('whether %j is a puuid: %j', (text, expected) => {
  expect(isPuuid(text)).toBe(expected);
});

test('a bot is recognised by its puuid', () => {
  expect([isBot('BOT'), isBot(PUUID)]).toEqual([true, false]);
});

test.each([
  ['EUW1_6834713231', true],
  ['KR_1', true],
  ['PBE1_4500000000', true],
  ['euw1_6834713231', false],
  ['EUW1-6834713231', false],
  ['EUW1_', false],
  ['EUW1_1/../2', false],
  ['EUW1_1\n', false],
  ['6834713231', false],
  [`EUW1_${'9'.repeat(20)}`, false],
])('whether %j is a match id: %j', (text, expected) => {
  expect(isMatchId(text)).toBe(expected);
});
