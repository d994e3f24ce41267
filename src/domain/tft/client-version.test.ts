import { expect, test } from 'vitest';
import { readClientVersion } from './client-version.ts';

test.each<[string | null, unknown]>([
  ['Version 12.6.432.1258 (Mar 29 2022/20:04:26) [PUBLIC] <Releases/12.6>', [12, 6, false]],
  ['Linux Version 16.10.776.5552 (May 13 2026/16:27:59) [PUBLIC] <Releases/16.10>', [16, 10, false]],
  ['Linux Version 101.3.520.4021 (Aug 03 2026/09:10:11) [PUBLIC] <Releases/101.3>', [101, 3, false]],
  ['TFT Unreal Version 18.3.1234', [18, 3, true]],
  ['16.4', [16, 4, false]],
  ['TFT Unreal Version ?.?.?.?', null],
  ['Version 1234567.1 of nothing', null],
  ['', null],
  [null, null],
])('%s', (text, expected) => {
  const version = readClientVersion(text);

  expect(version === null ? null : [version.major, version.minor, version.isOwnClient]).toEqual(expected);
});
