/** Which metrics and labels an expression of PromQL names. Enough for our own rules and dashboards; not a parser of the language. */
interface NamedMetric {
  readonly name: string;
  /** Of its own matchers. */
  readonly labels: readonly string[];
}

const WORDS = new Set(
  'by on and or unless ignoring without offset bool group_left group_right inf nan'.split(' '),
);

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
export function groupingLabelsIn(expression: string): string[] {
  const groups = expression.matchAll(/\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g);
  return [...groups].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}
