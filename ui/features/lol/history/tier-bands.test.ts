import { expect, test } from 'vitest';

import { shortRank, tierStripes } from './tier-bands.ts';

test('stripes are cut to the picture and have no gap between them', () => {
  expect(tierStripes([-450, 120])).toEqual([
    { tier: 'Emerald', from: -450, to: -400 },
    { tier: 'Diamond', from: -400, to: 0 },
    { tier: 'Master+', from: 0, to: 120 },
  ]);
});

test('a picture within one tier has one stripe', () => {
  expect(tierStripes([-390, -310]).map(({ tier }) => tier)).toEqual(['Diamond']);
});

test.each([
  [-150, 'D2'],
  [-2_800, 'I4'],
  [120, 'M 120'],
])('%s points are %s on the axis', (points, text) => {
  expect(shortRank(points)).toBe(text);
});
