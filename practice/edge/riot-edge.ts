/**
 * One call to Riot, from its first byte to its answer: who asks, what for, is it counted, does it go wrong, what is the answer.
 *
 * The order is Riot's. A call without a good key, or to a path that is not there, is turned away before anything is counted.
 * Everything else is counted first and looked at afterwards, so a call for nonsense uses up the limits like any other.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, BadQuery, errorAnswer, sendAnswer } from './answer.ts';
import type { ApiKey, ApiKeys } from './api-keys.ts';
import type { Endpoints, RiotCall } from './endpoints.ts';
import type { Faults, Headers } from './faults.ts';
import type { Admission, Gate } from './rate-windows.ts';
import { type RiotMethod, answersFor, findMethod } from './riot-methods.ts';
import type { Seen, SeenRow } from './seen.ts';

export interface RiotEdgeParts {
  readonly keys: ApiKeys;
  readonly endpoints: Endpoints;
  readonly faults: Faults;
  readonly gate: Gate;
  readonly seen: Seen;
  /** The clock that the limits run on, in milliseconds. */
  readonly limitNow: () => number;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: RiotMethod;
  readonly call: RiotCall;
  readonly row: SeenRow;
}

interface RiotTarget {
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

export type RiotEdge = (request: IncomingMessage, response: ServerResponse, target: RiotTarget) => void;

export function createRiotEdge(parts: RiotEdgeParts): RiotEdge {
  const { seen, faults } = parts;

  return function handle(request, response, target) {
    const found = turnAwayOrFind(parts, request, target);
    if ('status' in found) {
      seen.turnedAway(found.status);
      sendAnswer(response, found);
      return;
    }
    const { method, parameters, key } = found;
    const { host } = target;
    const row = seen.row(key.name, host, method);
    row.inFlight++;
    response.once('close', () => row.inFlight--);
    const plan = faults.plan({ keyName: key.name, host, method });
    const call: RiotCall = { host, key, parameters, query: new URLSearchParams(target.query), plan };
    const asked: Asked = { request, response, method, call, row };
    later(plan.delayBeforeMs, response, seen, () => countAndAnswer(parts, asked));
  };
}

function turnAwayOrFind(
  { keys }: RiotEdgeParts,
  request: IncomingMessage,
  { host, path }: RiotTarget,
): Answer | (Extract<ReturnType<typeof findMethod>, object> & { readonly key: ApiKey }) {
  const given = request.headers['x-riot-token'];
  if (given === undefined || given === '') return errorAnswer(401, 'Unauthorized');
  const key = keys.find(String(given));
  if (key === undefined) return errorAnswer(401, 'Unknown apikey');
  if (key.expired) return errorAnswer(403, 'Forbidden');
  if (request.method !== 'GET') return errorAnswer(405, 'Method Not Allowed');
  const found = findMethod(path);
  if (found === 'unknown') return errorAnswer(403, 'Forbidden');
  if (found === 'undecodable') return errorAnswer(400, 'Bad Request');
  if (!answersFor(host, found.on)) return errorAnswer(404, 'Data not found');
  const { game } = found;
  if (game !== null && !key.games.includes(game)) return errorAnswer(403, 'Forbidden');
  return { ...found, key };
}

function countAndAnswer(parts: RiotEdgeParts, asked: Asked): void {
  const { request, response, method, call, row } = asked;
  const { gate, seen, limitNow, endpoints } = parts;
  const { plan, key, host } = call;
  const admission = gate.admit({ key, host, method, now: limitNow() });
  seen.counted(row, admission);
  // Taken now: by the time a delayed answer goes out, others will have been counted.
  const headers = rateLimitHeaders(admission);
  const limits = plan.changeHeaders?.(headers) ?? headers;
  const { refusedBy } = admission;
  if (refusedBy !== null) {
    const wait = ['X-Rate-Limit-Type', refusedBy, 'Retry-After', String(admission.retryAfterSeconds)];
    reply(parts, asked, errorAnswer(429, 'Rate limit exceeded'), [...limits, ...wait], refusedBy);
    return;
  }
  later(plan.delayAfterMs, response, seen, () => {
    const { instead } = plan;
    if (instead === null) reply(parts, asked, answerOf(endpoints[method], call), limits);
    else if (instead === 'cut') {
      seen.answered(row, 'cut');
      request.socket.destroy();
    } else reply(parts, asked, instead.answer, instead.showsCounts ? limits : [], instead.limitType);
  });
}

/** Names and values alternate, as `writeHead` takes them. */
export function rateLimitHeaders({
  application,
  method,
}: Pick<Admission, 'application' | 'method'>): Headers {
  return [
    'X-App-Rate-Limit',
    application.limitHeader(),
    'X-App-Rate-Limit-Count',
    application.countHeader(),
    'X-Method-Rate-Limit',
    method.limitHeader(),
    'X-Method-Rate-Limit-Count',
    method.countHeader(),
  ];
}

function answerOf(answerTo: Endpoints[RiotMethod], call: RiotCall): Answer {
  try {
    return answerTo?.(call) ?? errorAnswer(404, 'Data not found');
  } catch (error) {
    if (error instanceof BadQuery) return error.answer;
    throw error;
  }
}

function reply(
  { seen }: RiotEdgeParts,
  { response, method, row }: Asked,
  answer: Answer,
  headers: Headers,
  limitType?: string,
): void {
  seen.answered(row, response.destroyed ? 'gone' : answer.status, limitType);
  if (response.destroyed) return;
  if (answer.matchId !== undefined) seen.served(method, answer.matchId);
  sendAnswer(response, answer, headers);
}

/**
 * Now, or after a delay on the machine's clock: a stepped one would never end it. A client that gives up meanwhile does not
 * stop it: a call that is under way still arrives, and is counted.
 */
function later(ms: number, response: ServerResponse, seen: Seen, act: () => void): void {
  if (ms <= 0) {
    act();
    return;
  }
  const timer = setTimeout(() => {
    try {
      act();
    } catch (error) {
      seen.failed(error);
      response.destroy();
    }
  }, ms);
  timer.unref();
}
