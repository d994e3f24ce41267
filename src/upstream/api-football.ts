/**
 * The client of API-Football: fixtures by day, by id and in play. Each item of an answer stands for itself, so that a bad one does not
 * spoil the others. An answer that is not one (an error with status 200, an id that is left out, an unreadable item) never looks like
 * "nothing happened": that would remove every goal.
 */
import { Type } from 'typebox';
import type { FixtureReading } from '#/domain/football/fixture.ts';
import type { Secret } from '#/domain/secret.ts';
import { MINUTE_REFUSAL_MS, readDayLimit, readMinuteLimit, toBodyError } from './api-football-answer.ts';
import { createFixtureParser, type FixtureParser } from './api-football-fixture.ts';
import {
  badArgument,
  createUpstream,
  type CallOptions,
  type UpstreamApi,
  type UpstreamOptions,
} from './call.ts';
import type { KeyHealth } from './key-gate.ts';
import type { Malformed, Ok, Outcome } from './outcome.ts';
import { DEFAULT_RETRY_LIMITS, type CallFailure } from './retry.ts';
import { compileShape, describeValue } from './shape.ts';

const Envelope = Type.Object({ errors: Type.Optional(Type.Unknown()), response: Type.Unknown() });
type Envelope = Type.Static<typeof Envelope>;

export const API_FOOTBALL: UpstreamApi = {
  name: 'API-Football',
  exampleUrl: 'https://v3.football.example.org',
  // Nothing else: it refuses calls with headers that it does not know.
  headers: (key) => ({ 'x-apisports-key': key }),
  readLimits: readMinuteLimit,
  readDay: readDayLimit,
  missing: [],
  limitedMs: MINUTE_REFUSAL_MS,
  errorIn: (body, now) => toBodyError((body as Envelope).errors, now),
  // The caller waits after a refusal: it can last until midnight.
  retries: { ...DEFAULT_RETRY_LIMITS, rateLimited: 0 },
  timeoutMs: 15_000,
  connectionsPerOrigin: 4,
};

/** Twenty fixtures with line-ups and statistics have 2 MB; the live list of a Saturday has 1 MB. */
export const FOOTBALL_BODY = { shape: compileShape(Envelope), maxBytes: 32 * 1024 * 1024 };

export type Calling = CallOptions;

export interface ApiFootballOptions extends Omit<UpstreamOptions, 'keys'> {
  /** Without one, every call returns `forbidden`, `noKey`. */
  readonly key: Secret | undefined;
  readonly quota: NonNullable<UpstreamOptions['quota']>;
}

export interface ApiFootballClient {
  /** `day` is YYYY-MM-DD in UTC. The readings carry no events (`events: null`). */
  fixturesOn(day: string, calling: Calling): Promise<Outcome<FixtureList>>;
  /** Everything in play, with events. A fixture that is not in it may have ended, or not: request it by id. */
  liveFixtures(calling: Calling): Promise<Outcome<FixtureList>>;
  /** An answer for every id, requested in twenties. */
  fixturesByIds(ids: readonly number[], calling: Calling): Promise<ReadonlyMap<number, FixtureAnswer>>;
  /** Does not count towards the day. */
  status(calling: Calling): Promise<Outcome<unknown>>;
  keyHealth(): KeyHealth;
  /** Undefined: there is no key. */
  budgetId(): string | undefined;
  stop(): Promise<void>;
}

export interface FixtureList {
  readonly fixtures: readonly ReadFixture[];
  readonly malformed: readonly MalformedFixture[];
}

interface ReadFixture {
  readonly reading: FixtureReading;
  /** The item as JSON. */
  readonly bytes: Buffer;
}

interface MalformedFixture {
  /** Null if the id is unreadable, too. */
  readonly id: number | null;
  readonly reason: string;
}

/**
 * The answer for one id.
 * - missing: the answer was good and did not contain it. That says nothing about the fixture.
 * - malformed: it was in the answer and cannot be read.
 * - failed: the call failed.
 */
export type FixtureAnswer =
  | ({ readonly answer: 'read' } & ReadFixture)
  | { readonly answer: 'missing' }
  | ({ readonly answer: 'malformed' } & MalformedFixture)
  | { readonly answer: 'failed'; readonly failure: CallFailure };

const KEY = 'football';
const HOST = 'api-football';
/** A request for more returns an empty list, without an error. */
const IDS_PER_CALL = 20;

export function createApiFootballClient({ key, ...options }: ApiFootballOptions): ApiFootballClient {
  const upstream = createUpstream(API_FOOTBALL, { ...options, keys: { [KEY]: key } });
  const parser = createFixtureParser();
  const get = async (method: string, path: string, calling: Calling, isFree = false) => {
    const request = { key: KEY, host: HOST, method, path, rules: FOOTBALL_BODY, isFree };
    const outcome = await upstream.call(request, calling);
    if (outcome.outcome === 'rejected')
      options.log?.warn({ method, reason: outcome.message }, 'API-Football rejected a call');
    return outcome;
  };
  const list: ListCall = async (method, query, calling) => {
    const outcome = await get(method, `/fixtures?${query}`, calling);
    return outcome.outcome === 'ok' ? readFixtureList(outcome, parser) : outcome;
  };
  return {
    async fixturesOn(day, calling) {
      if (!isDay(day)) return badArgument('day', day, 'a day such as 2026-11-15');
      return list('fixtures by date', `date=${day}`, calling);
    },
    liveFixtures: (calling) => list('fixtures in play', 'live=all', calling),
    fixturesByIds: (ids, calling) => fixturesByIds(list, ids, calling),
    status: (calling) => get('status', '/status', calling, true),
    keyHealth: () => upstream.keyHealth(KEY),
    budgetId: () => upstream.budgetId(KEY),
    stop: () => upstream.stop(),
  };
}

type ListCall = (method: string, query: string, calling: Calling) => Promise<Outcome<FixtureList>>;

async function fixturesByIds(
  list: ListCall,
  ids: readonly number[],
  calling: Calling,
): Promise<ReadonlyMap<number, FixtureAnswer>> {
  const wanted = [...new Set(ids)];
  const usable = wanted.filter((id) => Number.isSafeInteger(id) && id > 0);
  const chunks = Array.from({ length: Math.ceil(usable.length / IDS_PER_CALL) }, (_, at) =>
    usable.slice(at * IDS_PER_CALL, (at + 1) * IDS_PER_CALL),
  );
  const answers = await Promise.all(chunks.map((chunk) => answersFor(list, chunk, calling)));
  const found = new Map(answers.flat());
  return new Map(
    wanted.map((id) => {
      const failure = badArgument('id', id, 'the number of a fixture');
      return [id, found.get(id) ?? { answer: 'failed', failure }];
    }),
  );
}

async function answersFor(
  list: ListCall,
  ids: readonly number[],
  calling: Calling,
): Promise<[number, FixtureAnswer][]> {
  const outcome = await list('fixtures by id', `ids=${ids.join('-')}`, calling);
  if (outcome.outcome !== 'ok') return ids.map((id) => [id, { answer: 'failed', failure: outcome }]);
  const { fixtures, malformed } = outcome.body;
  return ids.map((id): [number, FixtureAnswer] => {
    const read = fixtures.find(({ reading }) => reading.id === id);
    if (read !== undefined) return [id, { answer: 'read', ...read }];
    const unread = malformed.find((item) => item.id === id);
    return [id, unread === undefined ? { answer: 'missing' } : { answer: 'malformed', ...unread }];
  });
}

/** More than are played in a day. */
const MAX_ITEMS = 10_000;

export function readFixtureList(answer: Ok<Envelope>, parser: FixtureParser): Ok<FixtureList> | Malformed {
  const { body, bytes, fetchedAt } = answer;
  const { response } = body;
  if (!Array.isArray(response) || response.length > MAX_ITEMS) {
    const reason = `response is ${describeValue(response)}; expected a list of at most ${MAX_ITEMS}`;
    return { outcome: 'malformed', fault: 'shape', reason, bytes, isWhole: true, fetchedAt };
  }
  const fixtures: ReadFixture[] = [];
  const malformed: MalformedFixture[] = [];
  for (const item of response as readonly unknown[]) {
    const parsed = parser.read(item);
    if (parsed.type === 'malformed') malformed.push({ id: parsed.id, reason: parsed.reason });
    else fixtures.push({ reading: parsed.reading, bytes: Buffer.from(JSON.stringify(item)) });
  }
  return { outcome: 'ok', body: { fixtures, malformed }, bytes, fetchedAt };
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}
