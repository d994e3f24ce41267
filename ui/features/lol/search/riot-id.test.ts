import { expect, test } from 'vitest';

import { printRiotId, readRiotId, typedName } from './riot-id.ts';

test.each([
  ['Ana Bell#EUW', 'Ana Bell', 'EUW'],
  ['  Ana #  EUW ', 'Ana', 'EUW'],
  ['\u2066Ana\u2069#\u2066EUW\u2069', 'Ana', 'EUW'],
  ['a#b#kr1', 'a#b', 'kr1'],
  ['봄바람#KR1', '봄바람', 'KR1'],
])('%j is read as name and tag', (text, gameName, tagLine) => {
  expect(readRiotId(text)).toEqual({ type: 'ok', gameName, tagLine });
});

test.each([
  ['', /Type a Riot ID/],
  ['\u200B ', /Type a Riot ID/],
  ['Ana', /Ana#EUW/],
  ['#EUW', /name before/],
  ['Ana#', /tag behind/],
  [`${'x'.repeat(65)}#EUW`, /longer/],
  [`x#${'y'.repeat(33)}`, /longer/],
])('%j is refused with what is missing', (text, expected) => {
  const read = readRiotId(text);

  expect(read.type === 'refused' && read.expected).toMatch(expected);
});

test('what was read is printed as it was', () => {
  expect(printRiotId({ gameName: 'Ana Bell', tagLine: 'EUW' })).toBe('Ana Bell#EUW');
});

test('names are suggested by what stands before the tag', () => {
  expect(['An', ' Ana#E', '#EUW', ''].map(typedName)).toEqual(['An', 'Ana', '', '']);
});
