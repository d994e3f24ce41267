import { expect, test } from 'vitest';
import { toSeries } from './operation-series.ts';

/** Measured at these times: the mean, and what differs from it. */
const line = (
  name: string,
  label: Record<string, string>,
  measured: readonly (readonly [begin: number, mean: number, highest?: number, lowest?: number])[],
) => ({
  name,
  label,
  begins: measured.map(([begin]) => begin),
  mean: measured.map(([, mean]) => mean),
  highest: measured.map(([, mean, highest]) => highest ?? mean),
  lowest: measured.map(([, mean, , lowest]) => lowest ?? mean),
});

test('each line has a value for each step, and a gap where nobody measured', () => {
  const sampled = line('games-stored', { source: 'tft' }, [
    [60, 12],
    [180, 8],
  ]);
  expect(toSeries([sampled], [0, 60, 120, 180])).toEqual([
    { name: 'games-stored', label: { source: 'tft' }, unit: 'per-minute', values: [null, 12, null, 8] },
  ]);
});

test('rates are averages, and of everything else the worst is told', () => {
  const series = toSeries(
    [
      line('jobs-ended', { outcome: 'done' }, [[0, 30, 60, 10]]),
      line('jobs-waiting', {}, [[0, 30, 60, 10]]),
      line('free-disk', {}, [[0, 30, 60, 10]]),
    ],
    [0],
  );
  expect(series.map(({ name, values }) => [name, values])).toEqual([
    ['jobs-ended', [30]],
    ['jobs-waiting', [60]],
    ['free-disk', [10]],
  ]);
});

test('names come in their order, lines by their labels, and a label with its parts in theirs', () => {
  const series = toSeries(
    [
      line('processes', {}, [[0, 1]]),
      line('upstream-calls', { host: 'kr', upstream: 'riot-tft' }, [[0, 1]]),
      line('upstream-calls', { host: 'europe', upstream: 'riot-tft' }, [[0, 1]]),
      line('games-stored', { source: 'lol' }, [[0, 1]]),
    ],
    [0],
  );
  expect(series.map(({ name, label }) => [name, Object.values(label).join(' ')])).toEqual([
    ['games-stored', 'lol'],
    ['upstream-calls', 'riot-tft europe'],
    ['upstream-calls', 'riot-tft kr'],
    ['processes', ''],
  ]);
});

test('what a newer program measured, and what lies outside, is left out', () => {
  const series = toSeries([line('moon-phase', {}, [[0, 1]]), line('processes', {}, [[30, 1]])], [0, 60]);
  expect(series).toEqual([{ name: 'processes', label: {}, unit: 'count', values: [null, null] }]);
});
