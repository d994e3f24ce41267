/** Whole answers that go wrong: errors that come with HTTP 200, errors that do not, bodies that are not what they say. */
import { bareError, errorBody, ERRORS, type FootballAnswer, type FootballCall } from './envelope.ts';

type Spoil = (good: () => FootballAnswer, call: FootballCall, perMinute: number) => FootballAnswer;

const PAGE = '<!DOCTYPE html><html><body><h1>We will be right back</h1></body></html>';

/** The two that change no body are handled where answers are sent. */
const FAULTS = {
  'rate-limit': (_good, call, perMinute) => errorBody(call, ERRORS.rateLimit(perMinute)),
  requests: (_good, call) => errorBody(call, ERRORS.requests),
  token: (_good, call) => errorBody(call, ERRORS.token),
  plan: (_good, call) => errorBody(call, ERRORS.plan),
  ip: (_good, call) => errorBody(call, ERRORS.ip),
  bug: (_good, call) => errorBody(call, ERRORS.bug),
  // An envelope with errors in the real answer, which cannot be read: 204 has no body.
  'http-204': () => ({ status: 204, body: '', contentType: 'application/json' }),
  'http-429': () => bareError(429),
  'http-499': () => bareError(499),
  'http-500': () => bareError(500),
  'html-body': () => ({ status: 200, body: PAGE, contentType: 'text/html' }),
  'invalid-json': (good) => {
    const { body, ...rest } = good();
    return { ...rest, body: body.slice(0, Math.floor(body.length / 2)) };
  },
  'malformed-item': (good) =>
    withItems(good(), ([first, ...others]) =>
      first === undefined ? [] : [{ ...first, goals: 'n/a', events: { 0: 'broken' } }, ...others],
    ),
  'missing-item': (good) => withItems(good(), (items) => items.slice(1)),
  'no-quota-headers': (good) => good(),
  'cut-connection': (good) => good(),
} satisfies Readonly<Record<string, Spoil>>;

export type FootballFault = keyof typeof FAULTS;
export const FOOTBALL_FAULTS = Object.keys(FAULTS) as FootballFault[];

export function spoilAnswer(fault: FootballFault, ...given: Parameters<Spoil>): FootballAnswer {
  const spoil: Spoil = FAULTS[fault];
  return spoil(...given);
}

function withItems(answer: FootballAnswer, change: (items: object[]) => object[]): FootballAnswer {
  const value = JSON.parse(answer.body) as { response: unknown };
  if (!Array.isArray(value.response)) return answer;
  const response = change(value.response as object[]);
  return { ...answer, body: JSON.stringify({ ...value, results: response.length, response }) };
}
