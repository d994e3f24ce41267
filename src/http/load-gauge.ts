/**
 * How much of what is asked must be refused so that the rest is answered in time. Nothing but arithmetic: whoever measures tells it what was
 * measured, ten times a second.
 *
 * While the event loop is late, fewer are let in, by a part of those who were; while it is in time, more are, by a smaller part. Parts and not steps, so
 * that it settles where the server is busy and still quick whether twice as much is asked or thirty times, in place of swinging between all and nothing. One pause (a collection of garbage, one
 * large answer) is not load, hence the measurements are smoothed. Memory is another matter: beyond its bound everything is refused
 * until it is well below again, because what comes after it is the end of the process.
 */
export interface OverloadLimits {
  /** How late the event loop may be. */
  readonly delayMs: number;
  /** Requests that are answered at the same time; each waits for queries, and holds memory. */
  readonly requestsAtOnce: number;
  /** So few at the same time are never refused: whatever makes the process late or large, it is not them. */
  readonly requestsAlways: number;
  /** Of this process, as the operating system counts it. */
  readonly memoryBytes: number;
}

export const OVERLOAD_LIMITS: OverloadLimits = {
  delayMs: 250,
  requestsAtOnce: 400,
  requestsAlways: 16,
  memoryBytes: Number.POSITIVE_INFINITY,
};

interface Memory {
  readonly rssBytes: number;
  /** Of what the engine allows itself. */
  readonly heapShare: number;
}

export interface LoadGauge {
  /** How much later than planned the measurement itself came. */
  late(ms: number): void;
  memory(memory: Memory): void;
  /** Of requests, to be refused: 0 to 1. */
  share(): number;
  /** Smoothed. */
  delayMs(): number;
}

/** What a new measurement weighs against all before it. */
const WEIGHT = 0.6;
/** Of those who were let in, for each time that it is as late again as it may be, and at most for two. */
const FEWER = 0.1;
const FEWER_AT_LEAST = 0.01;
const MORE = 0.03;
/** Below this part of the bound more are let in, and between the two it stays as it is. */
const CALM = 0.7;
/** However late the loop is: it must be seen when it is not any more. */
const LEAST_LET_IN = 0.005;
/** The engine collects garbage without end when it comes closer to its limit. */
const HEAP_SHARE = 0.92;
const MEMORY_CALM = 0.95;

export function createLoadGauge(limits: OverloadLimits): LoadGauge {
  let delayMs = 0;
  let letIn = 1;
  let isOutOfMemory = false;
  return {
    late(ms) {
      const before = delayMs;
      delayMs += WEIGHT * (Math.max(0, ms) - delayMs);
      // Late twice in a row: once is a pause.
      const pressure = Math.min(before, delayMs) / limits.delayMs;
      if (pressure > 1) letIn *= 1 - Math.max(FEWER_AT_LEAST, FEWER * Math.min(pressure - 1, 2));
      else if (delayMs < CALM * limits.delayMs) letIn *= 1 + MORE;
      letIn = Math.min(1, Math.max(LEAST_LET_IN, letIn));
    },
    memory({ rssBytes, heapShare }) {
      const bound = isOutOfMemory ? MEMORY_CALM : 1;
      isOutOfMemory = rssBytes > limits.memoryBytes * bound || heapShare > HEAP_SHARE * bound;
    },
    share: () => (isOutOfMemory ? 1 : 1 - letIn),
    delayMs: () => delayMs,
  };
}
