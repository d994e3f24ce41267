/**
 * One call to Riot, from its first byte to its answer: who asks, what for, is it counted, does it go wrong, what is the answer.
 *
 * The order is Riot's. A call without a good key, or to a path that is not there, is turned away before anything is counted.
 * Everything else is counted first and looked at afterwards, so a call for nonsense uses up the limits like any other.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorAnswer, type Answer } from './answer.ts';
import type { ApiKey, ApiKeys } from './api-keys.ts';
import type { Endpoint, FindEndpoint, RiotCall } from './endpoint.ts';
import { toFaultAnswer } from './fault-answers.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { Faults } from './faults.ts';
import type { Gate } from './gate.ts';
import { answersFor } from './hosts.ts';
import { BadQuery } from './query-values.ts';
import { rateLimitHeaders, refusalHeaders, type Headers } from './rate-headers.ts';
import type { Seen, SeenRow } from './seen.ts';
import type { SendAnswer } from './send-answer.ts';

export interface RiotEdgeParts {
  readonly keys: ApiKeys;
  readonly findEndpoint: FindEndpoint;
  readonly faults: Faults;
  readonly gate: Gate;
  readonly seen: Seen;
  readonly send: SendAnswer;
  /** The clock that the limits run on, in milliseconds. */
  readonly limitNow: () => number;
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endpoint: Endpoint;
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
  const { seen, faults, send, limitNow } = parts;

  return function handle(request, response, target) {
    const found = turnAwayOrFind(parts, request, target);
    if ('status' in found) {
      seen.turnedAway(found.status);
      send(request, response, found, [], null);
      return;
    }
    const { endpoint, parameters, key } = found;
    const { host } = target;
    const row = seen.row(key.name, host, endpoint.method);
    response.once('close', seen.enter(row));
    const plan = faults.plan({ keyName: key.name, host, method: endpoint.method, now: limitNow() });
    const call: RiotCall = { host, key, parameters, query: new URLSearchParams(target.query), plan };
    const asked: Asked = { request, response, endpoint, call, row };
    later(plan.delayBeforeMs, response, seen, () => countAndAnswer(parts, asked));
  };
}

function turnAwayOrFind(
  { keys, findEndpoint }: RiotEdgeParts,
  request: IncomingMessage,
  { host, path }: RiotTarget,
):
  | Answer
  | { readonly endpoint: Endpoint; readonly parameters: RiotCall['parameters']; readonly key: ApiKey } {
  const given = request.headers['x-riot-token'];
  if (given === undefined || given === '') return errorAnswer(401, 'Unauthorized');
  const key = keys.find(String(given));
  if (key === undefined) return errorAnswer(401, 'Unknown apikey');
  if (key.expired || key.blacklisted) return errorAnswer(403, 'Forbidden');
  if (request.method !== 'GET') return errorAnswer(405, 'Method Not Allowed');
  const found = findEndpoint(path);
  if (found === 'unknown') return errorAnswer(403, 'Forbidden');
  if (found === 'undecodable') return errorAnswer(400, 'Bad Request');
  if (!answersFor(host, found.endpoint.on)) return errorAnswer(404, 'Data not found');
  const { game } = found.endpoint;
  if (game !== null && !key.games.includes(game)) return errorAnswer(403, 'Forbidden');
  return { ...found, key };
}

function countAndAnswer(parts: RiotEdgeParts, asked: Asked): void {
  const { request, response, endpoint, call, row } = asked;
  const { keys, faults, gate, seen, limitNow } = parts;
  const { plan, key, host } = call;
  const isCut = plan.instead?.rule.kind === 'cut-connection';
  if (isCut && plan.instead.rule.uncounted === true) {
    seen.answered(row, 'cut');
    request.socket.destroy();
    return;
  }
  const counted = { key, countingHost: faults.countingHost(host), method: endpoint.method, now: limitNow() };
  const admission = gate.admit(counted, plan);
  seen.counted(row, admission);
  // Taken now: by the time a delayed answer goes out, others will have been counted.
  const limits = rateLimitHeaders(admission, plan.headers);
  if (admission.refusedBy !== null) {
    keys.noteViolation(key);
    const headers = [...limits, ...refusalHeaders(admission, plan)];
    reply(parts, asked, errorAnswer(429, 'Rate limit exceeded'), headers, admission.refusedBy);
    return;
  }
  if (plan.instead === null) {
    later(plan.delayAfterMs, response, seen, () =>
      reply(parts, asked, answerOf(endpoint, call), limits, undefined, plan),
    );
    return;
  }
  const fault = toFaultAnswer(plan.instead);
  later(plan.delayAfterMs, response, seen, () => {
    if (fault !== null) {
      const headers = fault.showsCounts ? [...limits, ...fault.headers] : fault.headers;
      reply(parts, asked, fault.answer, headers, fault.limitType);
      return;
    }
    seen.answered(row, 'cut');
    request.socket.destroy();
  });
}

function answerOf(endpoint: Endpoint, call: RiotCall): Answer {
  try {
    return endpoint.answer(call);
  } catch (error) {
    if (error instanceof BadQuery) return error.answer;
    throw error;
  }
}

function reply(
  { seen, send }: RiotEdgeParts,
  { request, response, endpoint, row }: Asked,
  answer: Answer,
  headers: Headers,
  limitType?: string,
  plan?: FaultPlan,
): void {
  seen.answered(row, response.destroyed ? 'gone' : answer.status, limitType);
  if (response.destroyed) return;
  const damage = answer.status === 200 ? (plan?.body ?? null) : null;
  // A pause in the middle leaves it whole; everything else does not.
  const isWhole = damage === null || damage.kind === 'slow-body';
  if (answer.matchId !== undefined && isWhole) seen.served(endpoint.method, answer.matchId);
  send(request, response, answer, headers, damage);
}

/**
 * Now, or after a delay on the machine's clock: nobody could wait for a stepped one. A client that gives up meanwhile does not
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
