/**
 * Texts that have broken programs: what databases, pages, addresses, spreadsheets and parsers choke on. None of them looks like something
 * that a server must not show (a stack, a path of ours, a statement's error), so that such a thing in an answer was
 * never part of the request.
 */
import fc from 'fast-check';

const AWKWARD: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  '\0',
  'a\0b',
  '\u200B\u202Egnirts\u2066',
  '\uFEFFbom',
  '\uD800',
  'half\uDC00',
  '\u{1F469}\u200D\u{1F680}'.repeat(30),
  'ß'.repeat(100),
  'İstanbul',
  '\u0301'.repeat(50),
  '__proto__',
  'constructor',
  'toString',
  'undefined',
  'null',
  'NaN',
  '-0',
  '1e400',
  '9007199254740993',
  '18446744073709551616',
  '-2147483649',
  '0x10',
  '٣',
  '1,2',
  '../../../etc/hostname',
  '..%2f..%2f',
  '%2e%2e%2f',
  '%',
  '%00',
  '%c0%ae',
  '%u0041',
  'C:\\con',
  "';drop table gamekeeper.match;--",
  "' or '1'='1",
  '$1',
  '{x:Int32}',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=1>',
  'javascript:alert(1)',
  'file:///etc/hostname',
  'http://169.254.169.254/latest/',
  '=1+1',
  '@SUM(A1)',
  'a'.repeat(201),
  'a'.repeat(5_000),
  '('.repeat(200),
  'all('.repeat(60),
  ','.repeat(500),
  '..',
  '1..',
  '..9',
  '2026-02-31',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '9999-99-99',
  '-271821-04-20',
  '+275760-09-13',
  '2026-11-15T24:00:00Z',
  'EUW1_0',
  'EUW1_99999999999999999999',
  '00000000-0000-0000-0000-000000000000',
  'UTC',
  'Etc/GMT+14',
  'Europe/Nowhere',
  '+05:30',
  'EST5EDT',
  'America/Coyhaique',
  'utc',
];

/** A few that each break something else: few enough for each to be put into each place. */
export const WORST_TEXTS: readonly string[] = [
  '\0',
  '\uD800',
  '0000-01-01',
  '-1',
  '9'.repeat(25),
  '1e3',
  'constructor',
  "'",
  'x'.repeat(3_000),
];

/** One of the above, a mix of two, or any characters at all. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...AWKWARD), weight: 4 },
  { arbitrary: fc.tuple(fc.constantFrom(...AWKWARD), fc.string()).map((parts) => parts.join('')), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 2 },
);

/** What stands where something else belongs, of every kind that JSON has. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 4 },
  {
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      0.5,
      1e21,
      -1e308,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      2 ** 31,
      2 ** 32,
      2 ** 63,
      [],
      {},
      [[]],
      [null],
      { length: -1 },
      { toString: 1, valueOf: null },
    ),
    weight: 3,
  },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 2 },
  { arbitrary: fc.nat({ max: 40 }).map(nested), weight: 1 },
);

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
