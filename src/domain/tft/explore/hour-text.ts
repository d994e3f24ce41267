/** A moment as `2026-11-01` (midnight) or `2026-11-01T05`, in UTC. Finer than an hour is not kept of any board. */
const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const HOUR_TEXT = /^\d{4}-\d\d-\d\d(?:T\d\d)?$/;

/** The hour that the moment lies in. */
export function printHour(moment: number): string {
  const text = new Date(moment).toISOString();
  return text.slice(11, 13) === '00' ? text.slice(0, 10) : text.slice(0, 13);
}

/** Undefined: it is no hour (`2026-02-30`), or one before 1970. */
export function parseHour(text: string): number | undefined {
  if (!HOUR_TEXT.test(text)) return undefined;
  const moment = Date.parse(text.includes('T') ? `${text}:00Z` : `${text}T00:00Z`);
  // A day that the calendar has not becomes another one, or none.
  const isReal = moment >= 0 && new Date(moment).toISOString().startsWith(text);
  return isReal ? moment : undefined;
}

export function hourBefore(moment: number): number {
  return Math.floor(moment / HOUR_MS) * HOUR_MS;
}

export function hourAfter(moment: number): number {
  return Math.ceil(moment / HOUR_MS) * HOUR_MS;
}
