/** For questions that are asked most when something is broken: each has a deadline, and leaves a gap instead of an error. */
import { setTimeout as delay } from 'node:timers/promises';

const ANSWER_MS = 1_500;

/** The value, or the gap if it does not come in time. The late answer itself is of no more interest. */
export async function orElse<T, Gap>(answer: Promise<T>, gap: Gap): Promise<T | Gap> {
  const called = new AbortController();
  const deadline = delay(ANSWER_MS, gap, { signal: called.signal }).catch(() => gap);
  try {
    return await Promise.race([answer.catch(() => gap), deadline]);
  } finally {
    called.abort();
  }
}
