import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileTemplate, object, optional, writeList, written, type FieldTable } from './json-template.ts';
import { toFragment } from './json-page.ts';
import { createJsonWriter } from './json-writer.ts';

const anyNumber = fc.oneof(
  fc.integer(),
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    9,
    10,
    999_999_999,
    1_000_000_000,
    1_771_685_324_811,
    0.1,
    1e-12,
    999_999_999.999_999_9,
    1e300,
  ),
);

function rendered<T>(table: FieldTable<T>, subject: T): unknown {
  const writer = createJsonWriter();
  compileTemplate(table)(subject, writer);
  const text = writer.toText();
  expect(writer.toBytes().toString()).toBe(text);
  return JSON.parse(text);
}

test('every number comes back, fractions to the ninth digit', () => {
  fc.assert(
    fc.property(anyNumber, (number) => {
      const { value } = rendered({ value: ({ n }) => n }, { n: number }) as { value: number };
      expect(Math.abs(value - number)).toBeLessThanOrEqual(
        Number.isInteger(number) ? 0 : 1.5e-9 * Math.max(1, Math.abs(number)),
      );
    }),
    { numRuns: 500 },
  );
});

test('texts of any kind come back as they were, and what follows them too', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), fc.nat(), (texts, number) => {
      const table: FieldTable<number> = Object.fromEntries([
        ...texts.map((text, nth) => [`key ${nth}`, () => JSON.stringify(text)]),
        ['after', (subject: number) => subject],
      ]);
      const expected = Object.fromEntries([
        // A lone surrogate has no UTF-8; JSON writes it as an escape, which comes back.
        ...texts.map((text, nth) => [`key ${nth}`, text]),
        ['after', number],
      ]);
      expect(rendered(table, number)).toEqual(expected);
    }),
  );
});

test('constants, nested objects, lists and booleans are rendered in the order of the table', () => {
  const writer = createJsonWriter();
  compileTemplate<{ list: number[]; yes: boolean }>({
    name: 'a "quoted" name',
    inner: object({ zero: 0, yes: ({ yes }) => yes, no: false }),
    list: written(({ list }, writer) => {
      writeList(list, writer, (one, writer) => {
        writer.value(one);
      });
    }),
    none: written((_, writer) => {
      writeList([], writer, () => {});
    }),
  })({ list: [1, 22, 333], yes: true }, writer);
  expect(writer.toText()).toBe(
    '{"name":"a \\"quoted\\" name","inner":{"zero":0,"yes":true,"no":false},"list":[1,22,333],"none":[]}',
  );
});

test('a key without a value is left out', () => {
  const table: FieldTable<{ known?: number }> = { first: 1, maybe: optional(({ known }) => known), last: 2 };
  expect(rendered(table, {})).toEqual({ first: 1, last: 2 });
  expect(rendered(table, { known: 7 })).toEqual({ first: 1, maybe: 7, last: 2 });
});

test('the first keys may be absent too', () => {
  const table: FieldTable<{ known?: number }> = {
    maybe: optional(({ known }) => known),
    perhaps: optional(({ known }) => known),
    last: 2,
  };
  expect(rendered(table, {})).toEqual({ last: 2 });
  expect(rendered(table, { known: 7 })).toEqual({ maybe: 7, perhaps: 7, last: 2 });
});

test('a table is refused whose first key is written elsewhere: its comma would be missing', () => {
  expect(() => compileTemplate({ maybe: written(() => {}), last: 2 })).toThrow(/maybe is the first key/);
});

test('a fragment outside ASCII is refused', () => {
  expect(() => toFragment('näme')).toThrow(/has to be ASCII.*näme/);
});

test('a writer grows past its first page and starts afresh when cleared', () => {
  const writer = createJsonWriter();
  const piece = toFragment('"0123456789abcdef",');
  for (let nth = 0; nth < 100_000; nth++) writer.fragment(piece);
  expect(writer.toText()).toBe('"0123456789abcdef",'.repeat(100_000));
  writer.value(JSON.stringify('語'.repeat(900_000)));
  writer.value(7);
  expect(writer.toText().endsWith('語語"7')).toBe(true);
  expect(writer.toBytes()).toHaveLength(100_000 * 19 + 900_000 * 3 + 3);
  writer.clear();
  writer.value('ß');
  writer.value(5);
  expect(writer.toText()).toBe('ß5');
});
