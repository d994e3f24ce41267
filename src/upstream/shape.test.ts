import { Type } from 'typebox';
import { expect, test } from 'vitest';
import {
  compileShape,
  count,
  decimal,
  describeValue,
  list,
  maybe,
  text,
  timestampMs,
  whole,
} from './shape.ts';

const shape = compileShape(
  Type.Object({
    name: text(5),
    seats: list(Type.Object({ place: count(), note: maybe(text(5)) }), 3),
    time: maybe(decimal()),
    at: maybe(timestampMs()),
    id: maybe(whole()),
  }),
);

test.each([
  { name: 'ab', seats: [] },
  {
    name: 'ab',
    seats: [{ place: 1, note: null }, { place: 2 }],
    time: 1.5,
    at: 0,
    id: Number.MAX_SAFE_INTEGER,
  },
  { name: 'ab', seats: [{ place: 1, unknown: { deep: [] } }], unknown: 'field' },
  { name: '日本語✓😀', seats: [] },
])('%j fits', (body) => {
  expect(shape.fits(body)).toBe(true);
});

test.each<[unknown, string]>([
  [[], 'the body is a list of 0; expected an object'],
  [null, 'the body is null; expected an object'],
  [{ seats: [] }, 'name is missing; expected it to be there'],
  [{ name: 'ab', seats: [{ note: 'x' }] }, 'seats.0.place is missing; expected it to be there'],
  [{ name: 'ab', seats: [{ place: '1' }] }, 'seats.0.place is "1"; expected a whole number'],
  [{ name: 'ab', seats: [{ place: 1.5 }] }, 'seats.0.place is 1.5; expected a whole number'],
  [{ name: 'ab', seats: [{ place: 3e9 }] }, 'seats.0.place is 3000000000; expected at most 2147483647'],
  [{ name: 'ab', seats: [], time: JSON.parse('1e999') }, 'time is Infinity; expected a finite number'],
  [{ name: 'ab', seats: [], at: -1 }, 'at is -1; expected at least 0'],
  [{ name: 'ab', seats: [], id: 2 ** 53 }, 'id is 9007199254740992; expected at most 9007199254740991'],
  [
    { name: 'ab', seats: [{ place: 1, note: 'too long' }] },
    'seats.0.note is "too long"; expected at most 5 characters',
  ],
  [
    { name: 'ab', seats: Array.from({ length: 4 }, () => ({ place: 1 })) },
    'seats is a list of 4; expected at most 3 entries',
  ],
])('%j is refused: %s', (body, fault) => {
  expect(shape.fits(body)).toBe(false);
  expect(shape.describeFault(body)).toBe(fault);
});

test('describes every value briefly', () => {
  expect(describeValue('x'.repeat(5_000))).toBe(`"${'x'.repeat(40)}"… (5000 characters)`);
  expect(describeValue({ huge: 'x'.repeat(5_000) })).toBe('an object');
  expect(describeValue('a\u0000b')).toBe('"a\\u0000b"');
});
