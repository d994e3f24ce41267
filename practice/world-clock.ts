/** The world's own time: that of the machine, a faster one, or one that stands still until a test moves it. */
export interface WorldClock {
  /** Milliseconds since 1970, in the world. */
  now(): number;
  /** Moves a stepped clock forward; on any other it is a mistake. */
  advance(ms: number): void;
}

export type ClockSetting =
  | { readonly mode: 'real' }
  /**
   * `speed` world seconds pass in one second, beginning at `startAt` (or now). `startedAt` is the machine's time at which it was
   * `startAt`, for a world that continues another one.
   */
  | {
      readonly mode: 'accelerated';
      readonly speed: number;
      readonly startAt?: number;
      readonly startedAt?: number;
    }
  | { readonly mode: 'stepped'; readonly startAt: number };

export function createWorldClock(setting: ClockSetting): WorldClock {
  if (setting.mode === 'stepped') {
    let at = setting.startAt;
    return {
      now: () => at,
      advance(ms) {
        if (!(ms >= 0))
          throw new Error(`the world's clock was asked to move by ${ms} ms; it only goes forward`);
        at += ms;
      },
    };
  }
  const refuse = (): never => {
    throw new Error(`the world's clock is ${setting.mode}; only a stepped one can be moved`);
  };
  if (setting.mode === 'real') return { now: Date.now, advance: refuse };
  const { speed, startAt = Date.now(), startedAt } = setting;
  const begun = performance.now() - (startedAt === undefined ? 0 : Date.now() - startedAt);
  return { now: () => Math.floor(startAt + (performance.now() - begun) * speed), advance: refuse };
}
