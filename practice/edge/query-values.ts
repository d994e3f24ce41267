/**
 * Values of query parameters, checked. The wording of the complaints is our own where no real one is on record; the status is
 * Riot's.
 */
import { errorAnswer, type Answer } from './answer.ts';

/** Complaints on the way out of nested checks; caught where the endpoint is called, never seen by anybody else. */
export class BadQuery extends Error {
  readonly answer: Answer;

  constructor(message: string) {
    super(message);
    this.answer = errorAnswer(400, `Bad Request - ${message}`);
  }
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A whole number within bounds, or undefined when it is not given. */
export function wholeNumber(query: URLSearchParams, name: string, { min, max }: Bounds): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new BadQuery(
    `Invalid value ${JSON.stringify(text)} for parameter ${name}: expected a whole number from ${min} to ${max}`,
  );
}

export function oneOf<T extends string>(
  given: string | null,
  name: string,
  choices: readonly T[],
  otherwise?: T,
): T {
  if (given === null && otherwise !== undefined) return otherwise;
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return found;
  throw new BadQuery(
    `Invalid value ${JSON.stringify(given)} for parameter ${name}: expected one of ${choices.join(', ')}`,
  );
}
