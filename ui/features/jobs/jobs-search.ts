/** The job page's part of the address. What makes no sense is left out instead of failing: addresses are typed and shared. */
export const PERIODS = [15, 60, 1_440, 10_080] as const;
export const OUTCOMES = ['done', 'skipped', 'retried', 'postponed', 'dead-lettered'] as const;

export type Period = (typeof PERIODS)[number];
type Outcome = (typeof OUTCOMES)[number];

export interface JobsSearch {
  /** Minutes that the rates are of; an hour if nothing is said. */
  readonly minutes?: Period | undefined;
  readonly kind?: string | undefined;
  readonly outcome?: Outcome | undefined;
}

export const USUAL_PERIOD: Period = 60;
const LONGEST_KIND = 200;

export function readJobsSearch({ minutes, kind, outcome }: Readonly<Record<string, unknown>>): JobsSearch {
  const period = PERIODS.find((one) => String(one) === String(minutes));
  const known = OUTCOMES.find((one) => one === outcome);
  return {
    ...(period === undefined || period === USUAL_PERIOD ? {} : { minutes: period }),
    ...(typeof kind === 'string' && kind !== '' && kind.length <= LONGEST_KIND ? { kind } : {}),
    ...(known === undefined ? {} : { outcome: known }),
  };
}

/** The same as a question to the API. */
export function toJobsQuery({ minutes = USUAL_PERIOD, kind, outcome }: JobsSearch): string {
  const parts = [`minutes=${minutes}`];
  if (kind !== undefined) parts.push(`kind=${encodeURIComponent(kind)}`);
  if (outcome !== undefined) parts.push(`outcome=${outcome}`);
  return parts.join('&');
}
