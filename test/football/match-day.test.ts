/** The fault F19 of the drill in its short form. */
import { expect, test } from 'vitest';
import { drilled } from '../support/drilled.ts';
import { findDayFaults, runMatchDay } from './match-day.ts';
import { SHORT_DAY } from './match-day-sizes.ts';
import { printedSeed } from '../support/printed-seed.ts';

test('kills on a match day lose no goal and no clip, and double none', { timeout: 600_000 }, async () => {
  const seed = printedSeed('a match day');

  const result = await runMatchDay({ ...SHORT_DAY, kills: drilled(SHORT_DAY.kills, 20), seed });

  process.stdout.write(`${JSON.stringify(result)}\n`);
  expect(result).toMatchObject({ lost: [], duplicated: [] });
  expect(findDayFaults(result)).toEqual([]);
});
