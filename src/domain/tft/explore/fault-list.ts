/** Collects what is wrong with a question, and stops when there is enough to read: looking for near names takes time. */
import type { QuestionFault } from './partial-question.ts';

const MOST_FAULTS = 10;
const SHOWN_LENGTH = 80;

export interface FaultList {
  readonly faults: readonly QuestionFault[];
  readonly isFull: () => boolean;
  /** `expected` is worked out only if there is room for it. */
  readonly add: (where: string, value: string | number | object, expected: string | (() => string)) => void;
}

export function createFaultList(): FaultList {
  const faults: QuestionFault[] = [];
  return {
    faults,
    isFull: () => faults.length >= MOST_FAULTS,
    add(where, value, expected) {
      if (faults.length >= MOST_FAULTS) return;
      const words = typeof expected === 'string' ? expected : expected();
      faults.push({ where: shorten(where), value: shorten(toText(value)), expected: words });
    },
  };
}

function toText(value: string | number | object): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shorten(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
