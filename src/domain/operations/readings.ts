/**
 * What is measured of a running installation, by name: in which unit, and what tells lines of one name apart. A reading is one number of
 * one moment. Its label has few values in all, because each of them is a line that is kept for a week.
 */
interface ReadingKind {
  readonly unit: 'per-minute' | 'seconds' | 'rows' | 'bytes' | 'count' | 'share';
  /** In the order in which they are told. */
  readonly labels: readonly string[];
}

/** In the order in which they are shown. */
export const READINGS = {
  'games-stored': { unit: 'per-minute', labels: ['source'] },
  'projector-lag-seconds': { unit: 'seconds', labels: ['source'] },
  'projector-lag-rows': { unit: 'rows', labels: ['source'] },
  'upstream-calls': { unit: 'per-minute', labels: ['upstream', 'host'] },
  'upstream-refusals': { unit: 'per-minute', labels: ['upstream', 'host'] },
  'budget-used': { unit: 'share', labels: ['upstream', 'host'] },
  'jobs-ended': { unit: 'per-minute', labels: ['outcome'] },
  'jobs-waiting': { unit: 'count', labels: [] },
  'jobs-active': { unit: 'count', labels: [] },
  'jobs-failed': { unit: 'count', labels: [] },
  'oldest-job-seconds': { unit: 'seconds', labels: [] },
  quarantined: { unit: 'count', labels: ['source', 'kind'] },
  processes: { unit: 'count', labels: [] },
  memory: { unit: 'bytes', labels: [] },
  storage: { unit: 'bytes', labels: ['store'] },
  'free-disk': { unit: 'bytes', labels: [] },
} as const satisfies Record<string, ReadingKind>;

export type ReadingName = keyof typeof READINGS;

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
