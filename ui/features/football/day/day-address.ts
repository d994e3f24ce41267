/**
 * The match day's part of the address. What makes no sense is left out instead of failing: addresses are typed and shared. Without a day it is
 * today's page, which turns over at midnight; without a zone, days and times are those of UTC.
 */
const SHOWN = ['live', 'goals', 'clips'] as const;
export type Shown = (typeof SHOWN)[number];

export interface FootballSearch {
  /** 2026-11-15. */
  readonly day?: string | undefined;
  readonly zone?: string | undefined;
  /** Only matches in play, with goals, or with clips. */
  readonly show?: Shown | undefined;
}

export const USUAL_ZONE = 'UTC';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** What is left out is said to be undefined: the router would hand on what the address says otherwise. */
export function readFootballSearch({ day, zone, show }: Readonly<Record<string, unknown>>): FootballSearch {
  return {
    day: typeof day === 'string' && isDay(day) ? day : undefined,
    zone: typeof zone === 'string' && zone !== USUAL_ZONE && isZone(zone) ? zone : undefined,
    show: SHOWN.find((one) => one === show),
  };
}

/** Of one match: only by which clock its kick-off is told. */
export function readFixtureSearch(search: Readonly<Record<string, unknown>>): Pick<FootballSearch, 'zone'> {
  return { zone: readFootballSearch(search).zone };
}

/** The day on the calendar of a zone. */
export function dayIn(zone: string, atMs: number): string {
  // Swedish dates are written as the contract wants them.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(atMs);
}

/** A practice world may live faster than we do: `toldToday` is its day by UTC, and a zone is as far from that as it is from ours. */
export function todayIn(zone: string, nowMs: number, toldToday: string | undefined): string {
  const ours = dayIn(zone, nowMs);
  return toldToday === undefined ? ours : shiftDay(ours, daysBetween(dayIn(USUAL_ZONE, nowMs), toldToday));
}

export function shiftDay(day: string, days: number): string {
  return new Date(startOf(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(one: string, other: string): number {
  return Math.round((startOf(other) - startOf(one)) / DAY_MS);
}

/** `Sunday 15 November 2026`. */
export function dayWords(day: string): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
    .format(startOf(day))
    .replaceAll(',', '');
}

/** `19:30` on the clocks of a zone. */
export function timeIn(zone: string, at: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(Date.parse(at));
}

/** UTC first, then this browser's own, then all that the runtime knows. */
export function zoneNames(chosen: string, own: string): string[] {
  return [...new Set([USUAL_ZONE, own, chosen, ...Intl.supportedValuesOf('timeZone')])];
}

/** Of the calendar: the browser would turn the 31st of February into a day of March. */
export function isDay(text: string): boolean {
  const time = DAY.test(text) ? startOf(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // The runtime throws for names that it does not know.
  }
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
