/**
 * The client of API-Football: fixtures by day, by id and in play. Each call waits for its permit, and answers with an outcome; an
 * answer that is no answer (an error with status 200, an id that is left out, an item that cannot be read) is never told as "nothing
 * happened".
 *
 * The key leaves in one header and nowhere else: not in a URL, not in a log, not in an error, not to another host.
 */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { DayQuota } from '#/domain/football/day-quota.ts';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import type { Secret } from '#/domain/secret.ts';
import { compileShape, describeValue } from './shape.ts';
import { createHttpConnections } from './exchange.ts';
import { DEFAULT_RETRY_LIMITS, type RetryLimits } from './retry.ts';
import type { Malformed, Ok, Outcome, Rejected } from './outcome.ts';
import { createKeyGate, type KeyHealth } from './key-gate.ts';
import { createApiFootballCall, type Calling } from './api-football/api-football-call.ts';
import { toAddress } from './api-football/base-url.ts';
import { Account, createFixtureParser, type FixtureParser } from './api-football-fixture.ts';
import type { FixtureReading } from '#/domain/football/fixture.ts';
import { cutItems } from './api-football/cut-items.ts';
import type { Envelope } from './api-football-answer.ts';

export type { Calling } from './api-football/api-football-call.ts';

export interface ApiFootballOptions {
  /** `https://v3.football.api-sports.io`, or wherever the practice world stands. */
  readonly baseUrl: string;
  /** Undefined: every call answers `forbidden`, `noKey`. */
  readonly key: Secret | undefined;
  /** The minute's limit. */
  readonly limiter: Limiter;
  /** The day's limit, shared by all processes. */
  readonly quota: DayQuota;
  readonly timeouts?: ApiFootballTimeouts | undefined;
  readonly retries?: Partial<RetryLimits> | undefined;
  readonly log?: Pick<Logger, 'info' | 'warn'> | undefined;
  readonly now?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
}

interface ApiFootballTimeouts {
  /** For each of the three, where it is not said apart. Default: 15 seconds. */
  readonly timeoutMs?: number;
  readonly connectMs?: number;
  /** From sending to the headers of the answer. */
  readonly headersMs?: number;
  /** For the whole body. */
  readonly bodyMs?: number;
}

export interface ApiFootballClient {
  /** `day` is YYYY-MM-DD in UTC. The readings carry no events (`events: null`). */
  fixturesOn(day: string, calling: Calling): Promise<Outcome<FixtureList>>;
  /** Everything that is in play now, with events. One that is not in it may have ended, or not: ask by its id. */
  liveFixtures(calling: Calling): Promise<Outcome<FixtureList>>;
  /** An answer for every id, asked for in twenties. */
  fixturesByIds(ids: readonly number[], calling: Calling): Promise<ReadonlyMap<number, FixtureAnswer>>;
  /** Costs nothing of the quota. */
  status(calling: Calling): Promise<Outcome<AccountStatus>>;
  keyHealth(): KeyHealth;
  /** Names the key at its address, as limiter and quota know it. Undefined: there is no key. */
  budgetId(): string | undefined;
  /** Calls under way end as unavailable; calls after it too. */
  stop(): Promise<void>;
}

/** More are answered with an empty list, without an error. */
const IDS_PER_CALL = 20;
const MAX_CONNECTIONS = 4;
/** What a limit refuses is waited for by whoever asked: it can take until midnight. */
const RETRIES: RetryLimits = { ...DEFAULT_RETRY_LIMITS, rateLimited: 0 };

export function createApiFootballClient(options: ApiFootballOptions): ApiFootballClient {
  const { key, log, timeouts = {}, now = () => new Date(), random = Math.random } = options;
  const { timeoutMs = 15_000 } = timeouts;
  const { connectMs = timeoutMs, headersMs = timeoutMs, bodyMs = timeoutMs } = timeouts;
  const connections = createHttpConnections({ connectMs, maxPerOrigin: MAX_CONNECTIONS });
  const gate = createKeyGate(now, log && toGateLog(log));
  const readAccount = createAccountReader();
  const credential = key === undefined ? null : { key, budgetId: nameOf(key, options.baseUrl) };
  const call = createApiFootballCall({
    credential,
    address: toAddress(options.baseUrl),
    connections,
    limiter: options.limiter,
    quota: options.quota,
    gate,
    headersMs,
    bodyMs,
    retries: { ...RETRIES, ...options.retries },
    log,
    now,
    random,
  });
  const parser = createFixtureParser();
  const list: ListCall = async (method, query, calling) => {
    const outcome = await call({ method, path: `/fixtures?${query}`, isCounted: true }, calling);
    return outcome.outcome === 'ok' ? readFixtureList(outcome, parser) : outcome;
  };
  return {
    async fixturesOn(day, calling) {
      if (!isDay(day)) return badArgument('day', day, 'a day such as 2026-11-15');
      return list('fixtures by date', `date=${day}`, calling);
    },
    liveFixtures: (calling) => list('fixtures in play', 'live=all', calling),
    fixturesByIds: (ids, calling) => fixturesByIds(list, ids, calling),
    async status(calling) {
      const outcome = await call({ method: 'status', path: '/status', isCounted: false }, calling);
      return outcome.outcome === 'ok' ? readAccount(outcome) : outcome;
    },
    keyHealth: () => (credential === null ? { state: 'missing' } : gate.health(credential.budgetId)),
    budgetId: () => credential?.budgetId,
    stop: () => connections.stop(),
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

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

function badArgument(name: string, value: unknown, expected: string): Rejected {
  const message = `${name} is ${describeValue(value)}; expected ${expected}`;
  return { outcome: 'rejected', reason: 'badArgument', status: null, message };
}

/** Two processes with one key call it the same, another server counts for itself, and nobody can tell the key from it. */
function nameOf(key: Secret, baseUrl: string): string {
  return createHash('sha256').update(`${key.reveal()}\n${baseUrl}`).digest('hex').slice(0, 16);
}

/** The gate's words are about its first upstream. */
function toGateLog(log: Pick<Logger, 'info' | 'warn'>): Pick<Logger, 'info' | 'warn'> {
  return {
    info: (fields: object) => log.info(fields, 'API-Football lets the key in again'),
    warn: (fields: object) => log.warn(fields, 'API-Football refuses the key'),
  };
}

/** What the client tells of fixtures: each item of an answer stands for itself, so that a bad one never spoils the others. */

interface ReadFixture {
  readonly reading: FixtureReading;
  /** The item exactly as it was sent, cut out of the body. */
  readonly bytes: Buffer;
}

interface MalformedFixture {
  /** Null when not even that can be read. */
  readonly id: number | null;
  readonly reason: string;
  readonly bytes: Buffer;
}

export interface FixtureList {
  readonly fixtures: readonly ReadFixture[];
  readonly malformed: readonly MalformedFixture[];
}

type CallFailure = Exclude<Outcome<never>, { readonly outcome: 'ok' }>;

/**
 * What became of one id that was asked for.
 * - read: here it is.
 * - missing: the answer was good and did not hold it. That says nothing of the fixture.
 * - malformed: it was there and cannot be read.
 * - failed: the call that should have brought it failed.
 */
export type FixtureAnswer =
  | ({ readonly answer: 'read' } & ReadFixture)
  | { readonly answer: 'missing' }
  | ({ readonly answer: 'malformed' } & MalformedFixture)
  | { readonly answer: 'failed'; readonly failure: CallFailure };

/** More than are played on earth in a day. */
const MAX_ITEMS = 10_000;

export function readFixtureList(answer: Ok<Envelope>, parser: FixtureParser): Ok<FixtureList> | Malformed {
  const { response } = answer.body;
  const { bytes, fetchedAt } = answer;
  if (!Array.isArray(response) || response.length > MAX_ITEMS) {
    const reason = `response is ${describeValue(response)}; expected a list of at most ${MAX_ITEMS}`;
    return { outcome: 'malformed', fault: 'shape', reason, bytes, isWhole: true, fetchedAt };
  }
  const items: readonly unknown[] = response;
  const cuts = cutItems(bytes) ?? [];
  const fixtures: ReadFixture[] = [];
  const malformed: MalformedFixture[] = [];
  for (const [index, item] of items.entries()) {
    // Cuts that do not tally with what was parsed are not to be trusted.
    const cut = cuts.length === items.length ? cuts[index] : undefined;
    // A copy: a view would keep the whole body in memory for as long as one of its items.
    const exact = Buffer.from(cut ?? JSON.stringify(item));
    const parsed = parser.read(item);
    if (parsed.type === 'read') fixtures.push({ reading: parsed.reading, bytes: exact });
    else malformed.push({ id: parsed.id, reason: parsed.reason, bytes: exact });
  }
  return { outcome: 'ok', body: { fixtures, malformed }, bytes, fetchedAt };
}

/** What `/status` says of the account behind the key. */

interface AccountStatus {
  readonly plan: string;
  readonly isActive: boolean;
  readonly callsToday: number;
  /** Null: it is not told. */
  readonly callsPerDay: number | null;
}

function createAccountReader(): (answer: Ok<Envelope>) => Ok<AccountStatus> | Malformed {
  const shape = compileShape(Account);
  return ({ body: { response }, bytes, fetchedAt }) => {
    if (!shape.fits(response)) {
      const reason = `response: ${shape.describeFault(response)}`;
      return { outcome: 'malformed', fault: 'shape', reason, bytes, isWhole: true, fetchedAt };
    }
    const { subscription, requests } = response;
    const body = {
      plan: subscription.plan ?? '',
      isActive: subscription.active ?? false,
      callsToday: requests.current ?? 0,
      callsPerDay: requests.limit_day ?? null,
    };
    return { outcome: 'ok', body, bytes, fetchedAt };
  };
}
