/** Where a time axis is labelled: at round times of the person's own clock, about as many as there is room for. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const STEPS_MS = [
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
] as const;

interface TickWish {
  readonly from: number;
  readonly to: number;
  /** At most so many. */
  readonly most: number;
  /** What has to be added to UTC for the person's clock. */
  readonly offsetMinutes: number;
}

export interface TimeTicks {
  readonly times: readonly number[];
  /** Whether the labels tell days; otherwise they tell hours and minutes. */
  readonly areDays: boolean;
}

export function timeTicks({ from, to, most, offsetMinutes }: TickWish): TimeTicks {
  const room = Math.max(1, most);
  const stepMs =
    STEPS_MS.find((step) => (to - from) / step <= room) ?? Math.ceil((to - from) / DAY_MS / room) * DAY_MS;
  const offsetMs = offsetMinutes * MINUTE_MS;
  const first = Math.ceil((from + offsetMs) / stepMs);
  const last = Math.floor((to + offsetMs) / stepMs);
  return {
    times: Array.from(
      { length: Math.max(0, last - first + 1) },
      (_, index) => (first + index) * stepMs - offsetMs,
    ),
    areDays: stepMs >= DAY_MS,
  };
}
