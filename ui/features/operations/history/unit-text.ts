/** A measured value as text, by its unit. One that is not 0 never reads as 0. */
import type { OperationSeries } from '#/contract/operations.ts';

import { formatBytes, formatCount, formatDuration, formatPercent } from '../../../lib/format.ts';

type Unit = OperationSeries['unit'];

const MINUTE = 60;
const HOUR = 3_600;
/** What nobody measured. */
const UNKNOWN = '–';

export function unitText(value: number | null, unit: Unit): string {
  if (value === null || !Number.isFinite(value)) return UNKNOWN;
  return TEXTS[unit](value);
}

const TEXTS = {
  'per-minute': (value) => `${plainText(value)} / min`,
  seconds: (value) => (value === 0 ? '0 s' : formatDuration(value * 1_000)),
  bytes: (value) => formatBytes(Math.round(value)),
  share: (value) => formatPercent(value * 100),
  rows: plainText,
  count: plainText,
} as const satisfies Record<Unit, (value: number) => string>;

/** Beside an axis there is little room: no unit that its title tells already, and large numbers in thousands. */
export function axisText(value: number, unit: Unit): string {
  if (value === 0) return '0';
  if (unit === 'seconds') return value < 1 ? formatDuration(value * 1_000) : wholeSpan(value);
  if (unit === 'bytes' || unit === 'share') return unitText(value, unit);
  if (value >= 999_950) return `${short(value / 1_000_000)} M`;
  return value >= 10_000 ? `${short(value / 1_000)} k` : plainText(value);
}

function plainText(value: number): string {
  if (value !== 0 && Math.abs(value) < 0.01) return '< 0.01';
  return Math.abs(value) < 10 ? String(Number(value.toPrecision(2))) : formatCount(Math.round(value));
}

/** What the ticks of an axis up to `highest` should be round in: times of some minutes in minutes, and not in hundreds of seconds. */
export function tickUnit(highest: number, unit: Unit): number {
  if (unit !== 'seconds' || highest < 2 * MINUTE) return 1;
  return highest < 2 * HOUR ? MINUTE : HOUR;
}

function wholeSpan(seconds: number): string {
  if (seconds >= HOUR && (seconds * 2) % HOUR === 0) return `${short(seconds / HOUR)} h`;
  return seconds >= MINUTE && (seconds * 2) % MINUTE === 0
    ? `${short(seconds / MINUTE)} min`
    : `${short(seconds)} s`;
}

function short(value: number): string {
  return formatCount(Number(value.toPrecision(value < 100 ? 2 : 3)));
}
