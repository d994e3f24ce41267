/** What Prometheus and Grafana are told to look at, compared with what a running Gamekeeper really tells. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import dashboard from '../../deploy/grafana/dashboards/gamekeeper.json' with { type: 'json' };
import {
  makeDataDirectory,
  root,
  startProduct,
  stopProduct,
  type Product,
  WITHOUT_CLIPS,
} from '../support/product.ts';
import { groupingLabelsIn, metricsIn } from './promql.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly do: string };
}

const { groups } = parse(readFileSync(join(root, 'deploy/prometheus/alerts.yaml'), 'utf8')) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap(({ rules: some }) => some);
const panels = dashboard.panels.filter(({ type }) => type !== 'row') as {
  title: string;
  targets?: { expr: string }[];
}[];
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** What Prometheus itself adds to everything that it scrapes. */
const ADDED_LABELS = new Set(['job', 'instance', 'role', 'le']);
const ADDED_METRICS = new Set(['up']);

const home = makeDataDirectory();
let product: Product;
/** Name → the labels that its samples have; undefined while it has none. */
const told = new Map<string, Set<string> | undefined>();

beforeAll(async () => {
  product = startProduct(home.path, WITHOUT_CLIPS);
  const answer = await fetch(`${await product.ready}/metrics`);
  const text = await answer.text();
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const suffix of kind === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
      told.set(name + suffix, undefined);
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gim)) {
    const names = told.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/([a-z_]\w*)="/g)) names.add(label);
    told.set(name, names);
  }
});
afterAll(async () => {
  await stopProduct(product);
  home.remove();
});

test('there is something to compare', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(expressions.length).toBeGreaterThan(40);
  expect(told.size).toBeGreaterThan(50);
});

test.each(expressions)('%s names only metrics and labels that there are', (_, expression) => {
  const metrics = metricsIn(expression);
  expect(metrics.length).toBeGreaterThan(0);
  const known = metrics.filter(({ name }) => !ADDED_METRICS.has(name));
  expect(known.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([]);
  for (const { name, labels } of known) {
    const found = told.get(name);
    if (found === undefined) continue;
    const wanted = [...labels, ...groupingLabelsIn(expression)];
    const strange = wanted.filter((label) => !found.has(label) && !ADDED_LABELS.has(label));
    expect({ name, strange }).toEqual({ name, strange: [] });
  }
});

test.each(rules)('$alert says how bad it is, what it is and what to do', ({ labels, annotations }) => {
  expect(['page', 'ticket']).toContain(labels.severity);
  expect(annotations.summary.length).toBeGreaterThan(10);
  expect(annotations.do.length).toBeGreaterThan(10);
});

describe('expressions are taken apart', () => {
  test.each([
    ['max by (a, b) (rate(x_total{kind="y"}[5m])) > 3', [{ name: 'x_total', labels: ['kind'] }]],
    ['histogram_quantile(0.95, sum by (le) (rate(h_bucket[5m])))', [{ name: 'h_bucket', labels: [] }]],
    [
      'a{b="c"} < on (d) e',
      [
        { name: 'a', labels: ['b'] },
        { name: 'e', labels: [] },
      ],
    ],
    [
      'f - max(f offset 1h) > 2.5e9',
      [
        { name: 'f', labels: [] },
        { name: 'f', labels: [] },
      ],
    ],
  ])('%s', (expression, metrics) => {
    expect(metricsIn(expression)).toEqual(metrics);
  });
});
