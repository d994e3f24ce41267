/** How a stretch of time is cut for a chart: few enough steps to be drawn, each of them a whole number of samples. Times in seconds. */

/** A sample is taken in each of these. */
export const SLOT_SECONDS = 30;
/** More points than this are wider than a screen. */
export const MOST_STEPS = 400;

const STEPS = [30, 60, 120, 300, 600, 900, 1_800] as const;
const LONGEST_STEP = 3_600;

export interface HistorySteps {
  readonly stepSeconds: number;
  /** The beginning of each step, in seconds since 1970, oldest first. The last one is not over yet. */
  readonly begins: readonly number[];
}

export function cutHistory(nowSeconds: number, hours: number): HistorySteps {
  const span = hours * 3_600;
  const stepSeconds = STEPS.find((step) => span / step <= MOST_STEPS) ?? LONGEST_STEP;
  const count = Math.ceil(span / stepSeconds);
  const last = Math.floor(nowSeconds / stepSeconds) * stepSeconds;
  return {
    stepSeconds,
    begins: Array.from({ length: count }, (_, at) => last - (count - 1 - at) * stepSeconds),
  };
}

/** Until the middle of the next slot: there, a clock that is a little off still falls into it. */
export function untilNextSlotMs(nowSeconds: number): number {
  return (1.5 * SLOT_SECONDS - (nowSeconds % SLOT_SECONDS)) * 1_000;
}
