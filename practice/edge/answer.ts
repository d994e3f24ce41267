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
