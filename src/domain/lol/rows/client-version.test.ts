import { expect, test } from 'vitest';
import { patchOf, seasonOf } from './client-version.ts';

test.each([
  ['16.4.748.682', '16', '16.4'],
  ['12.21.477.420', '12', '12.21'],
  ['4.2', '4', '4.2'],
  ['016.04.1', '16', '16.4'],
  ['', 'unknown', ''],
  ['16', 'unknown', ''],
  ['16.x', 'unknown', ''],
  ["16'; drop", 'unknown', ''],
  ['1234.1', 'unknown', ''],
])('version %j is of season %j and patch %j', (version, season, patch) => {
  expect(seasonOf(version)).toBe(season);
  expect(patchOf(version)).toBe(patch);
});
