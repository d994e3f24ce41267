/** A good answer, made into what a fault says it is. */
import { bareError, errorBody, ERRORS, goodAnswer, type FootballAnswer } from './envelope.ts';
import type { FootballFault } from './football-faults.ts';

interface Asked {
  readonly get: string;
  readonly query: URLSearchParams;
  readonly perMinute: number;
  readonly good: () => FootballAnswer;
}

const PAGE = '<!DOCTYPE html><html><body><h1>We will be right back</h1></body></html>';

export function toFaultyAnswer(
  kind: FootballFault['kind'],
  { get, query, perMinute, good }: Asked,
): FootballAnswer {
  switch (kind) {
    case 'rate-limit':
      return errorBody(get, query, ERRORS.rateLimit(perMinute));
    case 'requests':
    case 'token':
    case 'plan':
    case 'ip':
    case 'bug':
      return errorBody(get, query, ERRORS[kind]);
    case 'http-204':
      return { status: 204, body: '', contentType: 'application/json' };
    case 'http-429':
    case 'http-499':
    case 'http-500':
      return bareError(Number(kind.slice('http-'.length)));
    case 'html-body':
      return { status: 200, body: PAGE, contentType: 'text/html' };
    case 'invalid-json': {
      const { body, ...rest } = good();
      return { ...rest, body: body.slice(0, Math.floor(body.length / 2)) };
    }
    case 'empty-response':
      return goodAnswer(get, query, []);
    case 'empty-events':
      return withItems(good(), (items) => items.map((item) => ({ ...item, events: [] })));
    case 'malformed-item':
      return withItems(good(), ([first, ...others]) =>
        first === undefined ? [] : [{ ...first, goals: 'n/a', events: { 0: 'broken' } }, ...others],
      );
    case 'missing-item':
      return withItems(good(), (items) => items.slice(1));
    case 'no-quota-headers':
    case 'cut-connection':
    case 'delay':
      return good();
    default:
      return kind satisfies never;
  }
}

function withItems(answer: FootballAnswer, change: (items: object[]) => object[]): FootballAnswer {
  const value = JSON.parse(answer.body) as { response: unknown };
  if (!Array.isArray(value.response)) return answer;
  const response = change(value.response as object[]);
  return { ...answer, body: JSON.stringify({ ...value, results: response.length, response }) };
}
