/** A time zone as the upstream takes and writes it: days that begin there, times such as `2026-11-15T21:00:00+01:00`. */
export interface Zone {
  readonly name: string;
  toText(ms: number): string;
  /** When the day of that name (`2026-11-15`) begins. */
  startOfDay(day: string): number;
}

const MINUTE_MS = 60_000;

/** Undefined: there is no such zone. */
export function findZone(name: string): Zone | undefined {
  if (name === 'UTC') return zoneOf(name, () => 0);
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  } catch {
    return undefined; // How `Intl` says that it knows no such zone.
  }
  return zoneOf(name, (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const part = (of: Intl.DateTimeFormatPartTypes): number => parts.get(of) ?? 0;
    const wall = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    return Math.round((wall - ms) / MINUTE_MS);
  });
}

function zoneOf(name: string, offsetAt: (ms: number) => number): Zone {
  return {
    name,
    toText(ms) {
      const offset = offsetAt(ms);
      const local = new Date(ms + offset * MINUTE_MS).toISOString().slice(0, 19);
      const away = Math.abs(offset);
      return `${local}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(away / 60))}:${twoDigits(away % 60)}`;
    },
    startOfDay(day) {
      const utc = Date.parse(`${day}T00:00:00Z`);
      const guess = utc - offsetAt(utc) * MINUTE_MS;
      // The offset at the guess is the right one; it differs from the first only around a change to or from summer time.
      return utc - offsetAt(guess) * MINUTE_MS;
    },
  };
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
