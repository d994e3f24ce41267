import { expect, test } from 'vitest';
import { isAgainstBots, ladderName, queueName } from './queue-names.ts';

test.each([
  [420, 'Ranked Solo/Duo', false],
  [450, 'ARAM', false],
  [1700, 'Arena', false],
  [890, 'Co-op vs. AI Intermediate', true],
  [1810, 'Swarm (1 player)', true],
  [1840, 'Swarm (4 players)', true],
  [2000, 'Tutorial 1', true],
  [2020, 'Tutorial 3', true],
  [9_999, 'Queue 9999', false],
])('queue %d is called %s; it is against the computer: %s', (queue, name, isOfBots) => {
  expect(queueName(queue)).toBe(name);
  expect(isAgainstBots(queue)).toBe(isOfBots);
});

test('a ladder that has no name keeps its id', () => {
  expect(ladderName('RANKED_FLEX_SR')).toBe('Ranked Flex');
  expect(ladderName('RANKED_NEW')).toBe('RANKED_NEW');
});
