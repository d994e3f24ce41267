import { expect, test } from 'vitest';
import { clipQueryText, meetsQuery } from './clip-query.ts';

const goal = {
  teamName: 'Liverpool',
  otherTeamName: 'Chelsea',
  playerName: 'M. Salah',
  kind: 'normal',
} as const;

test('a search asks for the scorer and the team', () => {
  expect(clipQueryText(goal)).toBe('(Salah) (Liverpool OR LFC OR Reds)');
});

test('an own goal is posted under either team', () => {
  expect(
    clipQueryText({
      teamName: 'Atletico Madrid',
      otherTeamName: 'Barcelona',
      playerName: 'E. García',
      kind: 'own',
    }),
  ).toBe('(Garcia) (Barcelona OR Barca OR FCB OR "Atletico Madrid" OR Atletico OR Atleti)');
});

test('where the scorer is unknown, both teams have to be named', () => {
  expect(clipQueryText({ ...goal, playerName: null, kind: 'from-score' })).toBe(
    '(Liverpool OR LFC OR Reds) (Chelsea OR CFC OR Blues)',
  );
});

test('a name cannot close the brackets or the quotation marks', () => {
  expect(clipQueryText({ ...goal, teamName: 'Vale "A) OR (B" Club' })).not.toMatch(/\(B|A\)|""/);
});

const scored = { ...goal, scoreAfter: { home: 2, away: 1 } };

const SCORER = '(Salah) (Liverpool OR LFC OR Reds)';

test.each([
  [0, SCORER],
  [1, '(Liverpool OR LFC OR Reds) (Chelsea OR CFC OR Blues) ("2-1" OR "2 - 1")'],
  [2, SCORER],
  [3, '(#LIVCHE OR #CHELIV OR #Liverpool OR #LFC OR #Reds) (goal OR Salah)'],
  [4, SCORER],
  [5, '(Liverpool OR LFC OR Reds) (Chelsea OR CFC OR Blues) ("2-1" OR "2 - 1")'],
])('search %i of a window has its own form', (turn, text) => {
  expect(clipQueryText(scored, turn)).toBe(text);
});

test('without a score the second search asks for the scorer again, without a name hashtags stand with "goal"', () => {
  expect(clipQueryText(goal, 1)).toBe(SCORER);
  expect(clipQueryText({ ...goal, playerName: null, teamName: '' }, 3)).toBe('(#CHE) (goal)');
});

test.each([
  ['(Salah) (Liverpool OR LFC)', "Liverpool [2] - 1 Chelsea - Mohamed Salah 67'", true],
  ['(Liverpool OR LFC) ("2-1" OR "2 - 1")', 'Liverpool [2] - 1 Chelsea', true],
  ['(#LIVCHE OR #LFC) (goal OR Salah)', 'GOAL!! #LFC', true],
  ['(Salah) (Liverpool OR LFC)', "Arsenal 1-0 Everton - Saka 12'", false],
  ['(Salah) ("Man United" OR MUFC)', 'Salah against United', false],
])('%s and %j: %s', (query, text, meets) => {
  expect(meetsQuery(query, text)).toBe(meets);
});
