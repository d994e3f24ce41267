import { expect, test } from 'vitest';
import { clipQueryText } from './clip-query.ts';

const goal = {
  teamName: 'Liverpool',
  otherTeamName: 'Chelsea',
  playerName: 'M. Salah',
  kind: 'normal',
} as const;

test('a search asks for the scorer and the team', () => {
  expect(clipQueryText(goal)).toBe('(Salah) (Liverpool OR LFC OR Reds)');
});

test('names of several words stand in quotation marks', () => {
  expect(clipQueryText({ ...goal, teamName: 'Manchester United', playerName: 'Florian Wirtz' })).toBe(
    '(Florian OR Wirtz) ("Manchester United" OR "Man United" OR "Man Utd" OR MUFC)',
  );
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

test('where nobody knows who scored, both teams have to be named', () => {
  expect(clipQueryText({ ...goal, playerName: null, kind: 'from-score' })).toBe(
    '(Liverpool OR LFC OR Reds) (Chelsea OR CFC OR Blues)',
  );
});

test('a name cannot close the brackets or the quotation marks', () => {
  expect(clipQueryText({ ...goal, teamName: 'Vale "A) OR (B" Club' })).not.toMatch(/\(B|A\)|""/);
});
