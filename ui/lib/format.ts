/** Numbers and times as people read them. Fixed to English, like the page's words, so that a table reads the same everywhere. */
const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
const count = new Intl.NumberFormat('en-GB');
const exactTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

export function formatCount(value: number): string {
  return count.format(value);
}

/** Decimal units, three significant digits: `1.23 GB`, `45.6 MB`, `789 kB`. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  // 999.5 would be printed as 1000 of the smaller unit.
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${BYTE_UNITS[unit]}`;
}

/** The two largest units, for ages and uptimes: `3 d 4 h`, `12 min 5 s`, `8 s`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return join(days, 'd', hours % 24, 'h');
  if (hours > 0) return join(hours, 'h', minutes % 60, 'min');
  if (minutes > 0) return join(minutes, 'min', seconds % 60, 's');
  return `${seconds} s`;
}

/** One unit is enough for what just happened: `just now`, `42 s ago`, `5 min ago`, `3 d ago`. */
export function formatAgo(thenMs: number, nowMs: number): string {
  const seconds = Math.floor((nowMs - thenMs) / 1000);
  if (seconds < 3) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${formatCount(Math.floor(seconds / 86_400))} d ago`;
}

/** How long one piece of work took: `8 ms`, `1.24 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${ms < 10 ? Number(ms.toPrecision(2)) : Math.round(ms)} ms`;
  if (ms < 59_995) return `${(ms / 1000).toFixed(2)} s`;
  return formatSpan(ms);
}

export function formatPercent(percent: number): string {
  return `${percent < 9.95 ? percent.toFixed(1) : Math.round(percent)} %`;
}

export function formatExactTime(ms: number): string {
  return exactTime.format(ms);
}

export function formatClockTime(ms: number): string {
  return clockTime.format(ms);
}

function join(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small > 0 ? `${large} ${largeUnit} ${small} ${smallUnit}` : `${large} ${largeUnit}`;
}
