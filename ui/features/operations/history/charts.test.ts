import { expect, test } from 'vitest';

import type { OperationSeries } from '#/contract/operations.ts';

import { fromBeginning, isMeasured, newestMeasured, toCharts } from './charts.ts';

test('series of one name are the lines of one chart, in the order in which the names come', () => {
  const charts = toCharts([
    series('games-stored', { source: 'tft' }),
    series('projector-lag-seconds', {}),
    series('games-stored', { source: 'lol' }),
  ]);

  expect(charts.map(({ name, lines }) => [name, lines.map(({ label }) => label)])).toEqual([
    ['games-stored', ['lol', 'tft']],
    ['projector-lag-seconds', ['']],
  ]);
});

test('of many lines the highest are kept, and the rest is counted', () => {
  const many = Array.from({ length: 9 }, (_, index) => series('x', { host: `h${index}` }, [index]));
  const [chart] = toCharts(many);

  expect(chart?.lines.map(({ label }) => label)).toEqual(['h3', 'h4', 'h5', 'h6', 'h7', 'h8']);
  expect(chart?.leftOut).toBe(3);
});

test('what is the same for all lines is left out of their labels', () => {
  const labelsOf = (...labels: Record<string, string>[]) =>
    toCharts(labels.map((label) => series('x', label)))[0]?.lines.map(({ label }) => label);

  expect(labelsOf({ upstream: 'riot-tft', host: 'kr' }, { upstream: 'riot-tft', host: 'sea' })).toEqual([
    'kr',
    'sea',
  ]);
  expect(labelsOf({ upstream: 'riot-lol', host: 'kr' }, { upstream: 'riot-tft', host: 'sea' })).toEqual([
    'riot-lol · kr',
    'riot-tft · sea',
  ]);
});

test('time before anybody measured is left out, but for a little', () => {
  const times = Array.from({ length: 100 }, (_, index) => new Date(index * 60_000).toISOString());
  const from = (first: number) => times.map((_, index) => (index < first ? null : index));
  const cut = fromBeginning({
    now: '',
    stepSeconds: 60,
    times,
    series: [series('x', {}, from(60)), series('y', {}, from(50)), series('z', {}, from(999))],
  });

  expect(cut.times).toEqual(times.slice(47));
  expect(cut.series.map(({ values }) => values.length)).toEqual([53, 53, 53]);
  expect(cut.series[1]?.values.slice(0, 4)).toEqual([null, null, null, 50]);
});

test.each([
  ['nothing was measured', 999, 30],
  ['it was begun a moment ago', 98, 30],
  ['it was always measured', 0, 100],
])('when %s, there is still an axis', (_when, first, count) => {
  const times = Array.from({ length: 100 }, (_, index) => new Date(index * 60_000).toISOString());
  const values = times.map((_, index) => (index < first ? null : 1));

  expect(fromBeginning({ now: '', stepSeconds: 60, times, series: [series('x', {}, values)] }).times).toEqual(
    times.slice(100 - count),
  );
});

test('the newest place is the last at which any line has a value', () => {
  expect(
    newestMeasured(toCharts([series('x', {}, [1, 2, null, null]), series('y', {}, [1, null, 3, null])])),
  ).toBe(2);
  const empty = toCharts([series('x', {}, [null, null])]);
  expect([newestMeasured(empty), ...empty.map(isMeasured)]).toEqual([0, false]);
});

function series(
  name: string,
  label: Record<string, string>,
  values: OperationSeries['values'] = [1],
): OperationSeries {
  return { name, label, unit: 'count', values };
}
