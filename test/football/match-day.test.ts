/** The short form; `node test/football/run-match-day.ts --kills 40 --seed 1` is the long one. */
import { expect, test } from 'vitest';
import { drilled } from '../support/drilled.ts';
import { runMatchDay } from './match-day.ts';
import { SHORT_DAY } from './match-day-sizes.ts';
import { printedSeed } from '../support/printed-seed.ts';

test('kills on a match day lose no goal and no clip, and double none', { timeout: 600_000 }, async () => {
  const seed = printedSeed('a match day');

  const result = await runMatchDay({ ...SHORT_DAY, kills: drilled(4, 20), seed });

  process.stdout.write(`${JSON.stringify(result)}\n`);
  expect(result).toMatchObject({ lost: [], duplicated: [], strange: [], orphans: [], faults: [] });
  expect(result.fixtures).toBeGreaterThan(25);
  expect(result.certain).toBeGreaterThan(15);
  expect(result.clips['kept']).toBeGreaterThan(0);
  expect(result.objects).toBeGreaterThanOrEqual(result.clips['kept'] ?? 0);
});
