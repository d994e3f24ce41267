import { expect, test } from 'vitest';
import { toSpan } from './byte-range.ts';

test.each([
  [undefined, 10, { first: 0, last: 9 }],
  [undefined, 0, { first: 0, last: -1 }],
  [{ first: 0 }, 10, { first: 0, last: 9 }],
  [{ first: 3 }, 10, { first: 3, last: 9 }],
  [{ first: 9 }, 10, { first: 9, last: 9 }],
  [{ first: 0, last: 0 }, 10, { first: 0, last: 0 }],
  [{ first: 2, last: 4 }, 10, { first: 2, last: 4 }],
  [{ first: 2, last: 400 }, 10, { first: 2, last: 9 }],
  [{ lastBytes: 3 }, 10, { first: 7, last: 9 }],
  [{ lastBytes: 30 }, 10, { first: 0, last: 9 }],
  [{ first: 10 }, 10, undefined],
  [{ first: 0 }, 0, undefined],
  [{ lastBytes: 0 }, 10, undefined],
  [{ lastBytes: 3 }, 0, undefined],
])('%j of %i bytes is %j', (range, bytes, span) => {
  expect(toSpan(range, bytes)).toEqual(span);
});

test.each([{ first: -1 }, { first: 1.5 }, { first: 0, last: NaN }, { first: 3, last: 2 }, { lastBytes: -1 }])(
  '%j makes no sense and is refused',
  (range) => {
    expect(() => toSpan(range, 10)).toThrow(RangeError);
  },
);
