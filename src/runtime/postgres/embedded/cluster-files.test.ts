import { expect, test } from 'vitest';
import { parseState } from './cluster-files.ts';

test('a state has a port and a system identifier', () => {
  const state = { port: 19577, systemIdentifier: '7708339448160046449' };
  expect(parseState(JSON.stringify(state))).toEqual(state);
});

test.each([
  '',
  'null',
  '[]',
  '{"port":19577}',
  '{"port":0,"systemIdentifier":"7"}',
  '{"port":65536,"systemIdentifier":"7"}',
  '{"port":"19577","systemIdentifier":"7"}',
  '{"port":1.5,"systemIdentifier":"7"}',
  '{"port":19577,"systemIdentifier":7708339448160046449}',
  '{"port":19577,"systemIdentifier":"x"}',
])('%s is no state', (text) => {
  expect(parseState(text)).toBeUndefined();
});
