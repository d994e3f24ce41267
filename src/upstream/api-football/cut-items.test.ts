import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutItems } from './cut-items.ts';

const cut = (text: string): string[] | null => cutItems(Buffer.from(text))?.map(String) ?? null;

test('each item is what was sent, byte by byte', () => {
  const text =
    '\n{ "get" : "x", "response" : [ {"b":1, "a":"}]" } ,[2,{"c":"\\"]"}],-1.5e3 , "x,y" ,null\n] , "z":[1] }';
  expect(cut(text)).toEqual(['{"b":1, "a":"}]" }', '[2,{"c":"\\"]"}]', '-1.5e3', '"x,y"', 'null']);
});

test.each([
  ['an empty list', '{"response":[]}', []],
  ['a list inside another value', '{"deep":{"response":[1,2]},"response":[3]}', ['3']],
  ['a name that is given twice: the last', '{"response":[1],"response":[2]}', ['2']],
  ['a name in escapes is not found', String.raw`{"\u0072esponse":[1]}`, null],
  ['an object instead of a list', '{"response":{"a":1}}', null],
  ['no list at all', '{"a":1}', null],
  ['no object at all', '[1,2]', null],
  ['nothing', '', null],
])('%s', (_, text, items) => {
  expect(cut(text)).toEqual(items);
});

test('whatever is in the items, cutting agrees with parsing', () => {
  const spacing = fc.constantFrom(undefined, 1, '\t');
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 6 }),
      fc.dictionary(fc.string(), fc.jsonValue()),
      spacing,
      (items, others, space) => {
        const text = JSON.stringify({ ...others, response: items, last: 0 }, null, space);
        const cuts = cutItems(Buffer.from(text)) ?? [];
        expect(cuts.map((item): unknown => JSON.parse(item.toString()))).toEqual(
          (JSON.parse(text) as { response: unknown[] }).response,
        );
        for (const item of cuts) expect(text).toContain(item.toString());
      },
    ),
  );
});

test('a body that breaks off ends, too', () => {
  const text = '{"response":[{"a":"x\\"y","b":[1,{"c":2}]},{"d":3}]}';
  for (let length = 0; length < text.length; length++) cut(text.slice(0, length));
  expect(cut(text)).toHaveLength(2);
});
