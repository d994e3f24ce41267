/** What the list of reports takes from its address. What makes no sense is left out instead of failing: addresses are typed and shared. */
export interface ReportsSearch {
  /** The puuid of a player or the id of a group. */
  readonly subject?: string | undefined;
  /** A day of the week that is meant, 2026-11-09. */
  readonly week?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LONGEST_SUBJECT = 100;

export function readReportsSearch({ subject, week }: Readonly<Record<string, unknown>>): ReportsSearch {
  return {
    ...(typeof subject === 'string' && subject !== '' && subject.length <= LONGEST_SUBJECT
      ? { subject }
      : {}),
    ...(typeof week === 'string' && isDay(week) ? { week } : {}),
  };
}

/** The same as a question to the API. */
export function toReportsQuery({ subject, week }: ReportsSearch): string {
  const parts = ['limit=200'];
  if (subject !== undefined) parts.push(`subject=${encodeURIComponent(subject)}`);
  if (week !== undefined) parts.push(`week=${week}`);
  return parts.join('&');
}

/** Of the calendar: the browser would turn the 31st of February into a day of March. */
function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
