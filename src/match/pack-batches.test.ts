import { expect, test } from 'vitest';
import { packIntoBatches } from './pack-batches.ts';

test('ids are packed by the region that they are asked at, a few dozen to a batch', () => {
  const euw = Array.from({ length: 60 }, (_, index) => `EUW1_${index}`);
  const { matches, regionOfBatch } = packIntoBatches([
    ...euw.slice(0, 30),
    'KR_1',
    'TR1_2',
    ...euw.slice(30),
    'TH2_3',
  ]);

  const sizes = new Map<string, number>();
  for (const { batch } of matches) sizes.set(batch ?? '', (sizes.get(batch ?? '') ?? 0) + 1);
  expect([...sizes].map(([batch, size]) => `${regionOfBatch.get(batch)} ${size}`).toSorted()).toEqual([
    'asia 1',
    'europe 11',
    'europe 25',
    'europe 25',
    'sea 1',
  ]);
  expect(matches.find(({ id }) => id === 'TR1_2')?.platform).toBe('tr1');
  expect(matches.find(({ id }) => id === 'TH2_3')?.platform).toBe('th2');
});

test.each(['XX9_1', 'EUW1_x', '', 'EUW1_1/../2'])('%j can never be asked for, and is said to be so', (id) => {
  const { matches, regionOfBatch } = packIntoBatches([id]);

  expect(matches).toEqual([{ id, platform: 'unknown', batch: null, fault: expect.any(String) as string }]);
  expect(regionOfBatch.size).toBe(0);
});
