/** Documents name no measured figure that no kept result has. */
import { expect, test } from 'vitest';
import type { KeptResult } from '../bench/harness/results.ts';
import { documents, readDocument, strayFigures, updateFigures } from './figures.ts';

const resultOf = (facts: object): KeptResult => ({
  file: 'load/results/2026-01-02-abc.json',
  at: '2026-01-02',
  ours: {},
  peers: {},
  floor: {},
  ...facts,
});
const block = (template: string, text: string): string =>
  `Before\n<!-- figures load\n${template}\n-->\n${text}\n<!-- end of figures -->\nAfter`;

test.each(documents())('%s has the figures of the kept results, and no other', (name) => {
  const document = readDocument(name);
  expect(document).toBe(updateFigures(document));
  expect(strayFigures(name, document)).toEqual([]);
});

test('a block is written from the newest result that has its first figure, with the spread of each figure', () => {
  const results = [
    resultOf({ at: '2026-01-01', ours: { rate: 9 } }),
    resultOf({ at: '2026-01-03', ours: { other: 1 } }),
    resultOf({ ours: { rate: 1274.4, rateMad: 12 }, steps: { rate100: { 'all: p50 ms': 18 } } }),
  ];
  const template =
    '{ours.rate} a second, p50 {steps.rate100.all: p50 ms|ours.p50} ms, old {ours.new|ours.rate}, {ours.none}';
  const written = updateFigures(block(template, 'an old figure'), () => results);
  expect(written).toBe(
    block(
      template,
      '1,274 ± 12 a second, p50 18 ms, old 1,274 ± 12, –\n\nMeasured: `bench/load/results/2026-01-02-abc.json`.',
    ),
  );
  expect(updateFigures(written, () => results)).toBe(written);
  expect(updateFigures(block(template, ''), () => [])).toContain('Not measured yet');
});

test('a figure outside of a block is found where a benchmark is described or cited', () => {
  expect(strayFigures('bench/load/README.md', 'p50 was 18 ms in that run')).toHaveLength(1);
  expect(strayFigures('bench/load/README.md', '1,274 a second')).toHaveLength(1);
  expect(strayFigures('bench/load/README.md', 'the goal is `100 ms`, from 3 processes')).toEqual([]);
  expect(
    strayFigures('README.md', 'rests at 3 % of a core ([bench/footprint](bench/footprint/README.md))'),
  ).toHaveLength(1);
  expect(strayFigures('README.md', 'a lease lasts 10 s')).toEqual([]);
  expect(strayFigures('README.md', block('{ours.rate} MB', '5 MB'))).toEqual([]);
});
