import { expect, test } from 'vitest';
import { stepName } from './step-name.ts';

const goal = {
  teamName: 'Liverpool',
  playerName: 'Mohamed Salah',
  minute: 45,
  extraMinute: 3,
  label: '123456_40_306_Goal_1',
};

test('a step says what, who, when and for which goal', () => {
  expect(stepName('search', goal)).toBe('search-Liverpool-Salah-45+3min-123456_40_306_Goal_1');
});

test('a step about one clip also says for which', () => {
  expect(stepName('download', { ...goal, extraMinute: null }, '0a1b2c3d-0000-4000-8000-000000000000')).toBe(
    'download-Liverpool-Salah-45min-123456_40_306_Goal_1-0a1b2c3d',
  );
});

test('spaces and dots of a name become underscores', () => {
  expect(stepName('settle', { ...goal, teamName: 'A.C. Milan', extraMinute: 0 })).toBe(
    'settle-A_C__Milan-Salah-45min-123456_40_306_Goal_1',
  );
});

test('what nobody knows is left out or called so', () => {
  expect(stepName('upload', { ...goal, playerName: null, minute: null })).toBe(
    'upload-Liverpool-unknown-123456_40_306_Goal_1',
  );
});

test('a very long name and hidden signs do not spoil the line', () => {
  const name = stepName('search', { ...goal, teamName: `${'L'.repeat(200)}\u202E` });
  expect(name).toBe(`search-${'L'.repeat(60)}-Salah-45+3min-123456_40_306_Goal_1`);
});
