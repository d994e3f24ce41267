/**
 * The server that plays API-Football: one call from its first byte to its answer. Base address `…/football`, key in the header
 * `x-apisports-key`, GET only.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Annex } from '../edge/annex.ts';
import { errorBody, ERRORS, goodAnswer, type FootballAnswer } from './envelope.ts';
import { toFaultyAnswer } from './fault-bodies.ts';
import { answerEvents, answerFixtures } from './fixtures-answer.ts';
import { createFootballFaults, type FootballFaults } from './football-faults.ts';
import { createFootballSideDoor, type FootballCalls } from './football-side-door.ts';
import type { FootballWorld } from './football-world.ts';
import { createQuota, type Plan, type Quota } from './quota.ts';

/** A practice key: of the right form, worth nothing. */
export const FOOTBALL_KEY = 'f007ba11000000000000707261637469';

export interface FootballAnnexParts {
  readonly world: FootballWorld;
  readonly plan: Plan;
  readonly faults?: readonly unknown[] | undefined;
  /** The clock that the quota runs on, in milliseconds since 1970. */
  readonly quotaNow: () => number;
}

interface Desk {
  readonly world: FootballWorld;
  readonly quota: Quota;
  readonly faults: FootballFaults;
  readonly calls: FootballCalls;
}

export function createFootballAnnex(parts: FootballAnnexParts): Annex {
  const { world } = parts;
  const desk: Desk = {
    world,
    quota: createQuota(parts.plan, parts.quotaNow),
    faults: createFootballFaults(world.seed),
    calls: { total: 0, byParameter: {}, refused: {} },
  };
  desk.faults.set(parts.faults ?? []);
  return {
    name: 'football',
    sideDoorRoutes: createFootballSideDoor(desk),
    handle: (request, response, target) => handle(desk, request, response, target),
    stop: () => Promise.resolve(),
  };
}

async function handle(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
  target: { readonly path: string; readonly query: string },
): Promise<void> {
  const get = target.path.slice(1);
  const query = new URLSearchParams(target.query);
  const send = ({ status, body, contentType }: FootballAnswer, headers: readonly string[] = []): void => {
    const own = ['Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(body))];
    response.writeHead(status, [...own, ...headers]).end(body);
  };
  if (request.method !== 'GET')
    return send({ ...errorBody(get, query, { method: 'Only GET is allowed.' }), status: 405 });
  if (request.headers['x-apisports-key'] !== FOOTBALL_KEY) {
    note(desk.calls.refused, 'token');
    return send(errorBody(get, query, ERRORS.token));
  }
  // Asking how much is left costs nothing.
  if (get === 'status') return send(goodAnswer(get, query, toStatus(desk.quota)));
  desk.calls.total++;
  note(desk.calls.byParameter, [...query.keys()][0] ?? get);
  const { refusedBy, headers } = desk.quota.count();
  if (refusedBy !== null) {
    note(desk.calls.refused, refusedBy);
    const errors = refusedBy === 'requests' ? ERRORS.requests : ERRORS.rateLimit(desk.quota.plan().perMinute);
    return send(errorBody(get, query, errors), headers);
  }
  const fault = desk.faults.next(query);
  if (fault?.kind === 'delay') await delay(fault.ms ?? 1000, undefined, { ref: false });
  if (fault?.kind === 'cut-connection') {
    request.socket.destroy();
    return;
  }
  if (response.destroyed) return;
  const { perMinute } = desk.quota.plan();
  const good = (): FootballAnswer => answer(desk.world, get, query);
  send(
    fault === null ? good() : toFaultyAnswer(fault.kind, { get, query, perMinute, good }),
    fault?.kind === 'no-quota-headers' ? [] : headers,
  );
}

function answer(world: FootballWorld, get: string, query: URLSearchParams): FootballAnswer {
  if (get === 'fixtures') return answerFixtures(world, query);
  if (get === 'fixtures/events') return answerEvents(world, query);
  if (get === 'timezone') return goodAnswer(get, query, Intl.supportedValuesOf('timeZone'));
  return errorBody(get, query, { endpoint: 'This endpoint does not exist.' });
}

function toStatus(quota: Quota): object {
  const { name, perDay } = quota.plan();
  return {
    account: { firstname: 'Practice', lastname: 'World', email: 'practice@example.org' },
    subscription: { plan: name, end: '2099-12-31T00:00:00+00:00', active: true },
    requests: { current: quota.usedToday(), limit_day: perDay },
  };
}

function note(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
