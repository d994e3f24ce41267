/** Moments as the clock on the wall of a zone showed them. The zone is one that was asked for, so the runtime knows it. */
const ENGLISH = 'en-GB';

/** `Sun 15 Nov 2026, 18:04`. */
export function formatZoned(at: string, zone: string): string {
  return new Intl.DateTimeFormat(ENGLISH, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(Date.parse(at));
}

/** `15 Nov 2026`. */
export function formatZonedDay(at: string, zone: string): string {
  return new Intl.DateTimeFormat(ENGLISH, {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(Date.parse(at));
}

/** `41:07` of seconds. */
export function formatGameTime(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** This browser's own. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
