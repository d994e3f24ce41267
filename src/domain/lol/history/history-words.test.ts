import { expect, test } from 'vitest';
import { options } from './fixtures/invented-games.ts';
import { historyWords } from './history-words.ts';

const nameOf = (id: number): string | undefined => (id === 103 ? 'Ahri' : undefined);

test('what goes without saying is said', () => {
  expect(historyWords(options(), nameOf)).toBe(
    'Games of every queue with people on both sides; remakes are left out. Times are those of UTC, ' +
      'a day begins at midnight, a session ends with a break of more than 60 minutes.',
  );
});

test('every part of a filter is said', () => {
  const asked = options({
    zone: 'Asia/Seoul',
    dayStartMinutes: 330,
    gapMinutes: 30,
    queues: [420, 440, 9_999],
    roles: ['MIDDLE', 'UTILITY'],
    champions: [103, 64],
    from: '2026-01-01',
    until: '2026-01-31',
  });
  expect(historyWords(asked, nameOf)).toBe(
    'Games of Ranked Solo/Duo, Ranked Flex and Queue 9999 as Ahri or champion 64 in the role Middle or Support ' +
      'from 2026-01-01 to 2026-01-31; remakes are left out. Times are those of Asia/Seoul, a day begins at 05:30, ' +
      'a session ends with a break of more than 30 minutes.',
  );
});

test.each([
  [{ from: '2026-01-01' }, 'since 2026-01-01'],
  [{ until: '2026-01-01' }, 'until 2026-01-01'],
  [{ from: '2026-01-01', until: '2026-01-01' }, 'on 2026-01-01'],
])('days: %j', (days, words) => {
  expect(historyWords(options(days), nameOf)).toContain(`sides ${words};`);
});
