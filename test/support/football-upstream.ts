/** API-Football on loopback with the fixtures of a test, and readings, rows and items for it. */
import { Type } from 'typebox';
import { SEARCH_CLIPS } from '#/football/kinds.ts';
import { defineJob } from '#/runtime/jobs/define-job.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { statusGroupOf } from '#/domain/football/fixture-status.ts';
import type { FixtureReading, MatchEvent } from '#/domain/football/fixture.ts';
import { startHttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import type { FixtureRow } from '../../src/football/fixture.ts';

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

function itemOf(reading: FixtureReading): object {
  const { id, league, home, away, kickoffAt, status, goals, penalties, events } = reading;
  return {
    fixture: {
      id,
      date: kickoffAt.toISOString(),
      timestamp: kickoffAt.getTime() / 1_000,
      status: { long: 'x', short: status.code, elapsed: status.minute, extra: status.extraMinute },
    },
    league,
    teams: { home, away },
    goals,
    score: { penalty: penalties },
    ...(events !== null && { events: events.map(toRow) }),
  };
}

export function bytesOf(reading: FixtureReading): Buffer {
  return Buffer.from(JSON.stringify(itemOf(reading)));
}

function toRow({ minute, extraMinute, teamId, ...event }: MatchEvent): object {
  return { time: { elapsed: minute, extra: extraMinute }, team: { id: teamId }, ...event };
}

export const KICKOFF = new Date('2026-11-14T15:00:00Z');

export function minutesAfter(minutes: number, from = KICKOFF): Date {
  return new Date(from.getTime() + minutes * 60_000);
}

export function readingOf(code: string, choices: Partial<FixtureReading> = {}): FixtureReading {
  return {
    id: 7_001,
    league: { id: 901, name: 'Harbour League', country: 'Nowhere', season: 2026, round: 'Round 3' },
    home: { id: 71, name: 'Aldermoor' },
    away: { id: 72, name: 'Brackwater' },
    kickoffAt: KICKOFF,
    status: { code, minute: null, extraMinute: null },
    goals: { home: 0, away: 0 },
    penalties: { home: null, away: null },
    events: null,
    ...choices,
  };
}

export function goalEvent(minute: number, name: string, choices: Partial<MatchEvent> = {}): MatchEvent {
  return {
    minute,
    extraMinute: null,
    teamId: 71,
    player: { id: minute * 10, name },
    assist: { id: null, name: null },
    type: 'Goal',
    detail: 'Normal Goal',
    comments: null,
    ...choices,
  };
}

export function rowOf(code: string, choices: Partial<FixtureRow> = {}): FixtureRow {
  const { events: _, ...told } = readingOf(code);
  return {
    ...told,
    phase: 'active',
    nextPollAt: KICKOFF,
    polledAt: null,
    trouble: null,
    troubleSince: null,
    finalSince: null,
    completedAt: null,
    followedAt: KICKOFF,
    ...choices,
  };
}

/** The job of a stable goal, which is sent but does not end here. */
export const idleSearch = defineJob({
  kind: SEARCH_CLIPS,
  payload: Type.Object({ goal: Type.String({ format: 'uuid' }) }),
  key: ({ goal }) => goal,
  onePerKey: true,
  retry: { limit: 0, firstDelaySeconds: 1, maxDelaySeconds: 1 },
  concurrency: 1,
  handle: () => new Promise(() => undefined),
});

/** The goals whose search was sent. */
export async function listSearches(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ goal: string }>(
    `select data ->> 'goal' as goal from pgboss.job where name = $1`,
    [SEARCH_CLIPS],
  );
  return rows.map(({ goal }) => goal);
}
