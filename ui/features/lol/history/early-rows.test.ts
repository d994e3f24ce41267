import { expect, test } from 'vitest';

import { earlyRows } from './early-rows.ts';

const nothing = { at10: null, at15: null, firstDeath: null, firstKill: null, firstItem: null };
const mark = {
  n: 40,
  gold: 3_204.6,
  minions: 71.25,
  xp: 4_100,
  nDifference: 38,
  goldDifference: { value: 120.4, low: -40.2, high: 281 },
  minionsDifference: { value: -3.26, low: -6, high: -0.5 },
  xpDifference: null,
};

test('without timelines there are no rows', () => {
  expect(earlyRows(nothing)).toEqual([]);
});

test('a mark has a row for gold, minions and experience, with the interval against the opponent', () => {
  expect(earlyRows({ ...nothing, at10: mark })).toEqual([
    {
      at: 'Minute 10',
      what: 'Gold',
      value: '3205',
      n: 40,
      difference: '+120 (−40 to +281)',
      nDifference: 38,
    },
    {
      at: 'Minute 10',
      what: 'Minions',
      value: '71.3',
      n: 40,
      difference: '−3.3 (−6.0 to −0.5)',
      nDifference: 38,
    },
    { at: 'Minute 10', what: 'Experience', value: '4100', n: 40, difference: null, nDifference: null },
  ]);
});

test('moments are told as the clock of the game', () => {
  const rows = earlyRows({ ...nothing, firstDeath: 247, firstItem: 781 });

  expect(rows.map(({ what, value }) => [what, value])).toEqual([
    ['First death', '4:07'],
    ['First finished item', '13:01'],
  ]);
});
