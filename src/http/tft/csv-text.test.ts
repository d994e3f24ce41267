import { expect, test } from 'vitest';
import type { TftRow } from '#/contract/tft-explore.ts';
import { DEFAULT_QUESTION } from '#/domain/tft/explore/question.ts';
import { csvName, toCsv } from './csv-text.ts';

const estimate = (value: number) => ({ value, low: value - 0.5, high: value + 0.5 });
const row = (changes: Partial<TftRow>): TftRow => ({
  key: 'unit:tft_x',
  subject: { kind: 'unit', unit: 'tft_x' },
  label: 'X',
  n: 1_234,
  counts: [1, 1, 1, 1, 1, 1, 1, 1],
  share: 0.25,
  average: estimate(4.25),
  top4: estimate(0.55),
  win: estimate(0.125),
  difference: estimate(-0.3),
  shrunk: 4.26,
  isLowSample: false,
  ...changes,
});
const { filter } = DEFAULT_QUESTION;

test('one row is one line, with a header and numbers as they are', () => {
  expect(toCsv({ rows: [row({}), row({ isLowSample: true, n: 3 })], comparedBaseline: null })).toBe(
    'key,label,n,share,average,low,high,top4,win,difference,shrunk,low sample\r\n' +
      'unit:tft_x,X,1234,0.25,4.25,3.75,4.75,0.55,0.125,-0.3,4.26,no\r\n' +
      'unit:tft_x,X,3,0.25,4.25,3.75,4.75,0.55,0.125,-0.3,4.26,yes\r\n',
  );
});

test.each([
  ['=1+1', `'=1+1`],
  ['+x', `'+x`],
  ['-x', `'-x`],
  ['@x', `'@x`],
  ['\tx', `'\tx`],
  ['\rx', `"'\rx"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['plain = text', 'plain = text'],
])('the label %j is the cell %j, which no spreadsheet runs', (label, cell) => {
  const [, line = ''] = toCsv({ rows: [row({ label })], comparedBaseline: null }).split('\r\n');
  expect(line.startsWith(`unit:tft_x,${cell},1234,`)).toBe(true);
});

test('a comparison has its columns, empty where the other patch has nothing', () => {
  const statistics = row({ n: 7 });
  const csv = toCsv({
    rows: [
      row({ compared: { statistics, change: { value: -0.1, low: -0.2, high: 0.01 } } }),
      row({ compared: { statistics: null, change: null } }),
    ],
    comparedBaseline: statistics,
  });
  const [head = '', first = '', second = ''] = csv.split('\r\n');
  expect(head.endsWith(',low sample,compared n,compared average,change,change low,change high')).toBe(true);
  expect(first.endsWith(',no,7,4.25,-0.1,-0.2,0.01')).toBe(true);
  expect(second.endsWith(',no,0,,,,')).toBe(true);
});

test.each([
  [{ by: 'unit' as const, filter: { ...filter, patches: ['17.4', '17.4b'] } }, 'tft-17.4-17.4b-unit.csv'],
  [{ by: 'unit-item' as const, of: 'tft_x/"y', filter }, 'tft-unit-item-tft_x_y.csv'],
  [
    { by: 'trait' as const, filter: { ...filter, patches: ['17.4'], comparedPatch: '17.3' } },
    'tft-17.4-vs-17.3-trait.csv',
  ],
])('the file is named after the question', (changes, name) => {
  expect(csvName({ question: { ...DEFAULT_QUESTION, ...changes } })).toBe(name);
});
