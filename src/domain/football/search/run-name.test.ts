import { expect, test } from 'vitest';
import { downloadName, ingestName, monitorName, stepName } from './run-name.ts';

const goal = {
  teamName: 'Liverpool',
  playerName: 'Mohamed Salah',
  minute: 45,
  extraMinute: 3,
  label: '123456_40_306_Goal_1',
};
const CLIP = '0a1b2c3d-0000-4000-8000-000000000000';

test('an ingest is named by its day, and a look at the matches by its minute in UTC', () => {
  expect(ingestName('2024-12-05')).toBe('ingest-05_12_2024');
  expect(monitorName(new Date('2024-12-05T16:23:59.999+01:00'))).toBe('monitor-05_12_2024-15:23');
});

test.each(['search', 'get-search', 'execute-search', 'save-search'] as const)(
  'the step %s is named as its search: team, player, minute and goal',
  (step) => {
    expect(stepName(step, goal)).toBe('search-Liverpool-Salah-45+3min-123456_40_306_Goal_1');
  },
);

test('a download is named by how many videos its search found, and its runs by the video', () => {
  expect(downloadName(goal, 3)).toBe('download-Liverpool-Salah-3vids-123456_40_306_Goal_1');
  expect(downloadName(goal, 3, CLIP)).toBe('download-Liverpool-Salah-3vids-123456_40_306_Goal_1-0a1b2c3d');
});

test('a step about one clip also names the clip', () => {
  expect(stepName('upload', { ...goal, extraMinute: null }, CLIP)).toBe(
    'upload-Liverpool-Salah-45min-123456_40_306_Goal_1-0a1b2c3d',
  );
});

test('spaces and dots of a name become underscores', () => {
  expect(stepName('settle', { ...goal, teamName: 'A.C. Milan', extraMinute: 0 })).toBe(
    'settle-A_C__Milan-Salah-45min-123456_40_306_Goal_1',
  );
});

test('an unknown player is called so, and an unknown minute is left out', () => {
  expect(stepName('upload', { ...goal, playerName: null, minute: null })).toBe(
    'upload-Liverpool-unknown-123456_40_306_Goal_1',
  );
});

test('long names are cut, and control characters removed', () => {
  const name = stepName('search', { ...goal, teamName: `${'L'.repeat(200)}\u202E` });
  expect(name).toBe(`search-${'L'.repeat(60)}-Salah-45+3min-123456_40_306_Goal_1`);
});
