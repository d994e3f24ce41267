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

/** What Prometheus adds to each sample that it scrapes, and the label of histograms. */
const ADDED_LABELS = new Set(['job', 'instance', 'role', 'le']);
/** Where an expression names labels. */
const LABELS = /\b(?:by|on|without|ignoring)\s*\([^)]*\)|\{[^}]*\}/g;

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
  const labelsOf = readExported(exported);
  const labels = namesIn((expression.match(LABELS) ?? []).join(' '));
  const metrics = namesIn(expression.replaceAll(LABELS, ' '));
  if (metrics.length === 0) return [`${title}: names no metric`];
  const known = metrics.map((name) => labelsOf.get(name));
  const missing = [
    ...metrics.filter((name) => !labelsOf.has(name) && name !== 'up'),
    // A metric without samples may have any label.
    ...labels.filter((name) => !ADDED_LABELS.has(name) && !known.some((of) => of?.has(name) ?? true)),
  ];
  return missing.map((name) => `${title}: ${name}`);
}

/** Enough of PromQL for our own rules and dashboards: what a bracket follows is a function or a word like `by`. */
function namesIn(text: string): string[] {
  const bare = text.replaceAll(/"[^"]*"|\[[^\]]*\]|\boffset\s+\S+|\b(?:and|or|unless)\b/g, ' ');
  return bare.match(/(?<![\w.])[a-z_:][\w:]*(?![\w:]|\s*\()/gi) ?? [];
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
