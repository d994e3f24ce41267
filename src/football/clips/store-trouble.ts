/**
 * An object store that is away, full or refuses us is nobody's fault who has something to put into it: the step is postponed, and spends none
 * of its attempts. Everything else is thrown on.
 */
import { ObjectStoreFault } from '#/runtime/objects/object-store-fault.ts';
import { stepPostponed, type StepEnd } from './recorded-step.ts';

const PASSING_MS = 15_000;
const LASTING_MS = 120_000;

export function postponeForStore(error: unknown, now: Date): StepEnd {
  if (!(error instanceof ObjectStoreFault)) throw error;
  const at = new Date(now.getTime() + (error.isPassing ? PASSING_MS : LASTING_MS));
  return stepPostponed(at, error.message);
}
