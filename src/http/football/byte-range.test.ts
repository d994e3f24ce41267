import { expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

test.each([
  ['bytes=0-', { first: 0 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=100-299', { first: 100, last: 299 }],
  ['bytes=-500', { lastBytes: 500 }],
  ['bytes= 7 - 9', { first: 7, last: 9 }],
])('%s is one range', (header, range) => {
  expect(parseRange(header)).toEqual(range);
});

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'bytes=0-1,4-5',
  'lines=1-2',
  'bytes=x-y',
  'bytes=1e3-',
])('%s asks for the whole video', (header) => {
  expect(parseRange(header)).toBeUndefined();
});
