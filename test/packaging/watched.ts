/** The expressions of the alert rules and of the dashboard, and what of them a running Gamekeeper does not export. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import dashboard from '../../deploy/grafana/dashboards/gamekeeper.json' with { type: 'json' };
import { root } from '../support/product.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly do: string };
}

interface NamedMetric {
  readonly name: string;
  /** Of its own matchers. */
  readonly labels: readonly string[];
}

/** Labels and metrics that Prometheus adds to what it scrapes. */
const ADDED_LABELS = new Set(['job', 'instance', 'role', 'le']);
const ADDED_METRICS = new Set(['up']);
const WORDS = new Set(
  'by on and or unless ignoring without offset bool group_left group_right inf nan'.split(' '),
);

export function alertRules(): Rule[] {
  const file = readFileSync(join(root, 'deploy/prometheus/alerts.yaml'), 'utf8');
  return (parse(file) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
}

/** Each with the title of its rule or panel. */
export function watchedExpressions(): (readonly [title: string, expression: string])[] {
  const panels = dashboard.panels.filter(({ type }) => type !== 'row') as {
    title: string;
    targets?: { expr: string }[];
  }[];
  return [
    ...alertRules().map(({ alert, expr }) => [alert, expr] as const),
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ];
}

/** Metrics and labels of the expression that are missing in `exported`, the text of `/metrics`. */
export function findUntold(title: string, expression: string, exported: string): string[] {
  const metrics = metricsIn(expression);
  if (metrics.length === 0) return [`${title}: names no metric`];
  const told = readExported(exported);
  return metrics
    .filter(({ name }) => !ADDED_METRICS.has(name))
    .flatMap(({ name, labels }) => {
      if (!told.has(name)) return [`${title}: ${name}`];
      const found = told.get(name);
      const strange = [...labels, ...groupingLabelsIn(expression)].filter(
        (label) => found !== undefined && !found.has(label) && !ADDED_LABELS.has(label),
      );
      return strange.map((label) => `${title}: ${name}{${label}}`);
    });
}

/** The name of each series → the labels of its samples; undefined while it has no sample. */
function readExported(text: string): Map<string, Set<string> | undefined> {
  const told = new Map<string, Set<string> | undefined>();
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const suffix of kind === 'histogram' ? ['_bucket', '_count', '_sum'] : [''])
      told.set(name + suffix, undefined);
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gim)) {
    const names = told.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/([a-z_]\w*)="/g)) names.add(label);
    told.set(name, names);
  }
  return told;
}

/** Enough of PromQL for our own rules and dashboards; not a parser of the language. */
export function metricsIn(expression: string): NamedMetric[] {
  const bare = expression
    // Groupings name labels, not metrics.
    .replaceAll(/\b(by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\boffset\s+\S+/g, ' ');
  return [...bare.matchAll(/(?<![\w"'$.])([a-z_:][\w:]*)(\s*\{[^}]*\})?(?!\s*\()(?![\w:])/gi)]
    .filter(([, name = '']) => !WORDS.has(name))
    .map(([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/([a-z_]\w*)\s*(?:=~|!~|!=|=)/gi)].map(([, label = '']) => label),
    }));
}

/** Labels by which an expression groups or joins. */
function groupingLabelsIn(expression: string): string[] {
  const groups = expression.matchAll(/\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g);
  return [...groups].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}
