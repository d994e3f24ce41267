import { expect, test } from 'vitest';

import { DEFAULT_OPTIONS } from '#/domain/lol/history/history-options.ts';

import { cellFor } from './cell-for-tests.ts';
import { dayStartChoices, gapChoices, optionChoices, zoneChoices } from './option-choices.ts';

const known = {
  queues: [{ ...cellFor('420', 50, 20), label: 'Ranked Solo/Duo' }],
  roles: [cellFor('TOP', 12, 6)],
  champions: [{ ...cellFor('103', 30, 15), label: 'Ahri', champion: 103, kills: 1, deaths: 1, assists: 1 }],
};

test('what the player has games in can be chosen, with how many', () => {
  const { queues, roles, champions } = optionChoices(known, DEFAULT_OPTIONS);

  expect(queues).toEqual([{ value: '420', label: 'Ranked Solo/Duo (50)' }]);
  expect(roles.map(({ label }) => label)).toEqual([
    'Top (12)',
    'Jungle (0)',
    'Middle (0)',
    'Bottom (0)',
    'Support (0)',
  ]);
  expect(champions).toEqual([{ value: '103', label: 'Ahri (30)' }]);
});

test('what is chosen stays in the list, also before anything is known', () => {
  const options = { ...DEFAULT_OPTIONS, queues: [420, 440], champions: [64] };

  expect(optionChoices(known, options).queues.map(({ value }) => value)).toEqual(['420', '440']);
  expect(optionChoices(undefined, options).champions).toEqual([{ value: '64', label: 'Champion 64' }]);
});

test('an unusual day start or gap stands among the usual ones, in order', () => {
  const starts = dayStartChoices(330).map(({ value }) => value);
  const gaps = gapChoices(50);

  expect(starts.slice(4, 8)).toEqual(['04:00', '05:00', '05:30', '06:00']);
  expect(gaps.map(({ value }) => value).slice(2, 5)).toEqual(['45', '50', '60']);
  expect(gaps.map(({ label }) => label)).toContain('1 h');
});

test('UTC and the own zone come first, and nothing twice', () => {
  expect(zoneChoices('Asia/Seoul', 'Europe/Berlin', ['Asia/Seoul', 'Europe/Berlin', 'UTC'])).toEqual([
    'UTC',
    'Europe/Berlin',
    'Asia/Seoul',
  ]);
});
