import { expect, test } from 'vitest';

import { trackedSubjects, withReported } from './subject-choices.ts';

const ana = { puuid: 'p-1', gameName: 'Ana', tagLine: 'EUW' };
const friends = { id: 'g-1', name: 'Friends' };
const subjects = trackedSubjects([ana], [friends]);

test('groups come before players', () => {
  expect(subjects).toEqual([
    { kind: 'group', id: 'g-1', label: 'Group Friends' },
    { kind: 'player', id: 'p-1', label: 'Ana#EUW' },
  ]);
});

test('who has reports and is tracked no more can still be chosen, once', () => {
  const gone = { subject: { kind: 'player', id: 'p-9', name: 'Zed#KR1' } } as const;
  const former = { subject: { kind: 'group', id: 'g-9', name: 'Rivals' } } as const;

  expect(withReported(subjects, [gone, gone, former]).map(({ label }) => label)).toEqual([
    'Group Friends',
    'Ana#EUW',
    'Zed#KR1',
    'Group Rivals',
  ]);
});

test('a player who was renamed since keeps the name of today', () => {
  const old = { subject: { kind: 'player', id: 'p-1', name: 'Anna#EUW' } } as const;

  expect(withReported(subjects, [old])).toEqual(subjects);
});
