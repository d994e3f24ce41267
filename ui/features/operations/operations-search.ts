/** What the operations pages take from their addresses. What makes no sense is left out instead of failing: addresses are typed and shared. */
export const PERIODS = [1, 6, 24, 168] as const;
export type Period = (typeof PERIODS)[number];

export interface HistorySearch {
  /** Hours that the charts go back; six if nothing is said. */
  readonly hours?: Period | undefined;
}

export interface QuarantineSearch {
  readonly source?: QuarantineSource | undefined;
}

export interface ActionsSearch {
  /** Only what was done before the action with this number. */
  readonly before?: string | undefined;
}

export const USUAL_PERIOD: Period = 6;
export const QUARANTINE_SOURCES = ['tft', 'lol'] as const;
export type QuarantineSource = (typeof QUARANTINE_SOURCES)[number];

export function readHistorySearch({ hours }: Readonly<Record<string, unknown>>): HistorySearch {
  const period = PERIODS.find((one) => String(one) === String(hours));
  return period === undefined || period === USUAL_PERIOD ? {} : { hours: period };
}

export function readQuarantineSearch({ source }: Readonly<Record<string, unknown>>): QuarantineSearch {
  const known = QUARANTINE_SOURCES.find((one) => one === source);
  return known === undefined ? {} : { source: known };
}

export function readActionsSearch({ before }: Readonly<Record<string, unknown>>): ActionsSearch {
  return typeof before === 'string' && /^[1-9]\d{0,14}$/.test(before) ? { before } : {};
}
