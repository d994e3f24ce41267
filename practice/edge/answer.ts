/** An answer before it is sent, and the form that Riot gives its errors. */
import type { ServerResponse } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string;
  /** The match whose body this is. */
  readonly matchId?: string;
}

const JSON_TYPE = 'application/json;charset=utf-8';

export function jsonAnswer(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value), contentType: JSON_TYPE };
}

export function matchAnswer(matchId: string, body: string): Answer {
  return { status: 200, body, contentType: JSON_TYPE, matchId };
}

export function errorAnswer(status: number, message: string): Answer {
  const body = JSON.stringify({ status: { message, status_code: status } });
  return { status, body, contentType: JSON_TYPE };
}

export function htmlAnswer(status: number, body: string): Answer {
  return { status, body, contentType: 'text/html' };
}

/** Names and values of `headers` alternate. */
export function sendAnswer(
  response: ServerResponse,
  { status, body, contentType }: Answer,
  headers: readonly string[] = [],
): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, ['Content-Type', contentType, 'Content-Length', length, ...headers]).end(body);
}

// Values of query parameters, checked. The wording of the complaints is our own where no real one is on record; the status is
// Riot's.

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
