/** API-Football on loopback with the fixtures that a test puts into it, and what it was asked. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FixtureReading } from '#/domain/football/fixture.ts';
import { statusGroupOf } from '#/domain/football/fixture-status.ts';
import { startHttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { itemOf } from './item-under-test.ts';

interface Refusal {
  readonly status: number;
  readonly body: object | string;
}

export interface FootballUpstream {
  readonly origin: string;
  /** By their ids. A text is sent in the place of an item, whatever it is. */
  readonly fixtures: Map<number, FixtureReading | string>;
  /** The queries of all calls, in order. */
  readonly asked: string[];
  /** What it answers instead, if anything; it may take its time. */
  refuse: (query: URLSearchParams) => Refusal | null | Promise<null>;
  stop(): Promise<void>;
}

export async function startFootballUpstream(): Promise<FootballUpstream> {
  const http = await startHttpUpstream((request, response) => void respond(request, response));
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = new URL(request.url ?? '', 'http://upstream').searchParams;
    upstream.asked.push(query.toString());
    const refusal = await upstream.refuse(query);
    const body = refusal === null ? answer(query) : refusal.body;
    response.writeHead(refusal?.status ?? 200, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
  const answer = (query: URLSearchParams): string => {
    const items = [...upstream.fixtures].filter((entry) => isWanted(entry, query)).map(([, told]) => told);
    const texts = items.map((told) =>
      typeof told === 'string'
        ? told
        : JSON.stringify(itemOf(query.has('date') ? { ...told, events: null } : told)),
    );
    return `{"get":"fixtures","errors":[],"results":${items.length},"paging":{"current":1,"total":1},"response":[${texts.join(',')}]}`;
  };
  const upstream: FootballUpstream = {
    origin: http.origin,
    fixtures: new Map(),
    asked: [],
    refuse: () => null,
    stop: () => http.stop(),
  };
  return upstream;
}

/** With status 200, as the upstream does it. */
export function errorBody(errors: Record<string, string>): Refusal {
  const body = {
    get: 'fixtures',
    parameters: [],
    errors,
    results: 0,
    paging: { current: 1, total: 1 },
    response: [],
  };
  return { status: 200, body };
}

function isWanted([id, told]: [number, FixtureReading | string], query: URLSearchParams): boolean {
  const [ids, date] = [query.get('ids'), query.get('date')];
  if (ids !== null) return ids.split('-').includes(String(id));
  if (typeof told === 'string') return true;
  if (date !== null) return told.kickoffAt.toISOString().startsWith(date);
  return ['live', 'break'].includes(statusGroupOf(told.status.code));
}
