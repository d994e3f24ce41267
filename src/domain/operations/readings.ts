/**
 * What is measured of a running installation, by name: in which unit, and what tells lines of one name apart. A reading is one number of
 * one moment. Its label has few values in all, because each of them is a line that is kept for a week.
 */
interface ReadingKind {
  readonly unit: 'per-minute' | 'seconds' | 'rows' | 'bytes' | 'count' | 'share';
  /** In the order in which they are told. */
  readonly labels: readonly string[];
  /** The highest is bad news, so of a step that is told. Of rates it is the average, and of what is bad when it is little, the lowest. */
  readonly told?: 'mean' | 'lowest';
}

/** In the order in which they are shown. */
export const READINGS = {
  'games-stored': { unit: 'per-minute', labels: ['source'], told: 'mean' },
  'projector-lag-seconds': { unit: 'seconds', labels: ['source'] },
  'projector-lag-rows': { unit: 'rows', labels: ['source'] },
  'upstream-calls': { unit: 'per-minute', labels: ['upstream', 'host'], told: 'mean' },
  'upstream-refusals': { unit: 'per-minute', labels: ['upstream', 'host'], told: 'mean' },
  'budget-used': { unit: 'share', labels: ['upstream', 'host'] },
  'jobs-ended': { unit: 'per-minute', labels: ['outcome'], told: 'mean' },
  'jobs-waiting': { unit: 'count', labels: [] },
  'jobs-active': { unit: 'count', labels: [] },
  'jobs-failed': { unit: 'count', labels: [] },
  'oldest-job-seconds': { unit: 'seconds', labels: [] },
  quarantined: { unit: 'count', labels: ['source', 'kind'] },
  processes: { unit: 'count', labels: [], told: 'lowest' },
  memory: { unit: 'bytes', labels: [] },
  storage: { unit: 'bytes', labels: ['store'] },
  'free-disk': { unit: 'bytes', labels: [], told: 'lowest' },
} as const satisfies Record<string, ReadingKind>;

export type ReadingName = keyof typeof READINGS;

export function toldOf(name: ReadingName): 'mean' | 'highest' | 'lowest' {
  const kind: ReadingKind = READINGS[name];
  return kind.told ?? 'highest';
}

export interface Reading {
  readonly name: ReadingName;
  readonly label: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Names in rows may be those of a newer program. */
export function isReadingName(name: string): name is ReadingName {
  return Object.hasOwn(READINGS, name);
}

/** With its parts in the order in which they are told; a store may have sorted them. */
export function tidyLabel(
  name: ReadingName,
  label: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(READINGS[name].labels.map((part) => [part, label[part] ?? '']));
}
