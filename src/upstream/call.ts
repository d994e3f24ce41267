/**
 * One call to an upstream that needs a key: key gate, permit, exchange, meaning of the answer, retries. What differs between upstreams
 * is data (`UpstreamApi`).
 *
 * A key is sent in one header and appears nowhere else: not in a URL, a log line, an error, or a request to another host.
 */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { DayQuota, QuotaWord } from '#/domain/football/day-quota.ts';
import type { Lane, Limiter, LimitReading } from '#/domain/limiter/limiter.ts';
import { parseRetryAfterMs } from '#/domain/limiter/rate-limit-headers.ts';
import type { Secret } from '#/domain/secret.ts';
import { decodeContent, parseJsonBody, readBody, type BodyRules } from './body.ts';
import {
  createHttpConnections,
  exchange,
  headerText,
  type AnswerHeaders,
  type Exchange,
} from './exchange.ts';
import { createKeyGate, type KeyGate, type KeyHealth } from './key-gate.ts';
import type { Forbidden, Outcome, Rejected } from './outcome.ts';
import { withRetries, type RetryLimits } from './retry.ts';
import { describeValue } from './shape.ts';

export interface CallOptions {
  readonly lane: Lane;
  /** Ends waiting and calling; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What differs between upstreams. */
export interface UpstreamApi extends AnswerRules {
  /** For log lines and messages. */
  readonly name: string;
  /** Contains `{route}` if the upstream has one address per host. */
  readonly exampleUrl: string;
  headers(key: string): Readonly<Record<string, string>>;
  readLimits(status: number, headers: AnswerHeaders, now: Date): LimitReading;
  /** The calls of a day, for an upstream that limits them. */
  readDay?(headers: AnswerHeaders): Omit<QuotaWord, 'refusal'>;
  readonly retries: RetryLimits;
  readonly timeoutMs: number;
  readonly connectionsPerOrigin: number;
}

/** What statuses and bodies mean. */
export interface AnswerRules {
  /** Statuses that mean that the object does not exist. */
  readonly missing: readonly number[];
  /** Wait after a 429 without a usable Retry-After. Null: 429 counts as unavailable, because no limiter would wait. */
  readonly limitedMs: number | null;
  /** In the message of a 400: the player id belongs to another API key. */
  readonly foreignPuuid?: RegExp;
  /** Finds an error in a body with status 200, and returns it with the status that it stands for. */
  errorIn?(body: unknown, now: Date): BodyError | null;
}

export interface BodyError {
  readonly status: number;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
  /** The calls of the day are used up. */
  readonly isDayUsedUp?: boolean | undefined;
}

export interface UpstreamOptions {
  /** By name. A call without its key returns `forbidden`, `noKey`. */
  readonly keys: Readonly<Record<string, Secret | undefined>>;
  readonly baseUrl: string;
  readonly limiter: Limiter;
  /** Shared by all processes. */
  readonly quota?: DayQuota | undefined;
  readonly timeouts?: Timeouts | undefined;
  readonly retries?: Partial<RetryLimits> | undefined;
  readonly log?: Pick<Logger, 'info' | 'warn'> | undefined;
  readonly now?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
}

interface Timeouts {
  /** Default of the other three. */
  readonly timeoutMs?: number;
  readonly connectMs?: number;
  /** From sending the request to the headers of the answer. */
  readonly headersMs?: number;
  /** For the whole body. */
  readonly bodyMs?: number;
}

interface UpstreamRequest<Body> {
  /** The name of the key. */
  readonly key: string;
  /** The budget that the call counts against; also the route in the base URL. */
  readonly host: string;
  /** The name of the limit on the host that the call counts against. */
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly rules: BodyRules<Body>;
  /** The upstream does not count the call towards the day. */
  readonly isFree?: boolean;
}

export interface Upstream {
  call<Body>(request: UpstreamRequest<Body>, options: CallOptions): Promise<Outcome<Body>>;
  keyHealth(key: string): KeyHealth;
  /** Identifies the key without revealing it. Player ids of one key mean nothing to another. */
  keyId(key: string): string | undefined;
  /** Identifies the key at its address, for limiter and quota: the same key at another server has budgets of its own. */
  budgetId(key: string): string | undefined;
  /** Calls in flight and later calls return `unavailable`, `stopped`. */
  stop(): Promise<void>;
}

interface Credential {
  readonly key: Secret;
  readonly keyId: string;
  readonly budgetId: string;
}

interface Parts {
  readonly api: UpstreamApi;
  readonly dispatcher: ReturnType<typeof createHttpConnections>['dispatcher'];
  readonly gate: KeyGate;
  readonly limiter: Limiter;
  readonly quota: DayQuota | undefined;
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly addressOf: (route: string) => Address;
  readonly now: () => Date;
}

export function createUpstream(api: UpstreamApi, options: UpstreamOptions): Upstream {
  const { baseUrl, limiter, quota, log, timeouts = {}, now = () => new Date() } = options;
  const { random = Math.random } = options;
  const { timeoutMs = api.timeoutMs } = timeouts;
  const { connectMs = timeoutMs, headersMs = timeoutMs, bodyMs = timeoutMs } = timeouts;
  const connections = createHttpConnections({ connectMs, maxPerOrigin: api.connectionsPerOrigin });
  const gate = createKeyGate(api.name, now, log);
  const credentials = toCredentials(options.keys, baseUrl);
  const addressOf = createAddressBook(baseUrl, api.exampleUrl);
  const { dispatcher } = connections;
  const parts: Parts = { api, dispatcher, gate, limiter, quota, headersMs, bodyMs, addressOf, now };
  const retries = { ...api.retries, ...options.retries };
  return {
    async call(request, calling) {
      const credential = credentials.get(request.key);
      if (credential === undefined) {
        const message = `no ${api.name} key is set for ${request.key}`;
        return { outcome: 'forbidden', reason: 'noKey', status: null, message };
      }
      const attempt = () => callOnce(parts, credential, request, calling);
      const outcome = await withRetries(attempt, retries, { random, signal: calling.signal });
      if (outcome.outcome === 'malformed') {
        const { method, host } = request;
        const fields = { upstream: api.name, method, host, reason: outcome.reason };
        log?.warn(fields, 'upstream sent an unreadable body');
      }
      return outcome;
    },
    keyHealth(key) {
      const id = credentials.get(key)?.budgetId;
      return id === undefined ? { state: 'missing' } : gate.health(id);
    },
    keyId: (key) => credentials.get(key)?.keyId,
    budgetId: (key) => credentials.get(key)?.budgetId,
    stop: () => connections.stop(),
  };
}

/**
 * The gate is asked twice: before the wait for a permit, so that a refused key takes no budget, and right before sending, because another
 * call may have found the key refused meanwhile.
 *
 * The permit is settled exactly once: `answered` as soon as headers arrive, `lost` if the request was sent (or may have been) and no
 * headers arrived, `giveBack` if nothing was sent.
 */
async function callOnce<Body>(
  parts: Parts,
  { key, budgetId }: Credential,
  { host, method, path, rules, isFree = false }: UpstreamRequest<Body>,
  { lane, signal }: CallOptions,
): Promise<Outcome<Body>> {
  const { api, gate, limiter, now, headersMs, bodyMs } = parts;
  const use = { keyId: budgetId, host, method };
  const shut = gate.refusal(use);
  if (shut !== null) return shut;
  const quota = isFree ? undefined : parts.quota;
  const taken = await quota?.take(budgetId);
  if (taken?.isGranted === false) return { outcome: 'rateLimited', retryAfterMs: taken.retryAfterMs };
  const permit = await limiter.acquire({ ...use, lane, signal });
  const progress: { isSent: boolean; headers?: AnswerHeaders; leave?: () => void } = { isSent: false };
  let refusal: QuotaWord['refusal'] = null;
  try {
    const entry = gate.enter(use);
    if ('outcome' in entry) return entry;
    progress.leave = () => entry.leave();
    const { origin, prefix } = parts.addressOf(host);
    const answer = await exchange(parts.dispatcher, {
      origin,
      path: prefix + path,
      headers: api.headers(key.reveal()),
      headersMs,
      bodyMs,
      maxBytes: rules.maxBytes,
      signal,
      onSending() {
        progress.isSent = true;
      },
      onHeaders(status, answered) {
        progress.headers = answered;
        permit.answered(api.readLimits(status, answered, now()));
      },
    });
    if (answer.type === 'failure' && answer.reason === 'aborted') signal?.throwIfAborted();
    const recordKey = (status: number, message: string) => gate.record(use, status, message);
    const outcome = toOutcome(answer, rules, api, { now: now(), key, recordKey });
    if (outcome.outcome === 'rateLimited')
      refusal = outcome.isDayUsedUp === true ? 'day' : { forMs: outcome.retryAfterMs };
    return outcome;
  } finally {
    progress.leave?.();
    if (progress.headers === undefined) {
      if (progress.isSent) permit.lost();
      else permit.giveBack();
    } else if (api.readDay) await quota?.hear(budgetId, { ...api.readDay(progress.headers), refusal });
  }
}

interface AnswerContext {
  readonly now: Date;
  readonly key?: Secret;
  /** Passes a status to the key gate; returns the reason if it is a refusal of the key. */
  readonly recordKey?: (status: number, message: string) => Forbidden['reason'] | null;
}

export function toOutcome<Body>(
  answer: Exchange,
  rules: BodyRules<Body>,
  meaning: AnswerRules,
  { now, key, recordKey }: AnswerContext,
): Outcome<Body> {
  if (answer.type === 'failure') {
    const { reason, detail } = answer;
    // The caller has already thrown the reason of its signal.
    if (reason === 'aborted') throw new Error('an aborted exchange has no outcome');
    return { outcome: 'unavailable', reason, detail };
  }
  const { status, headers } = answer;
  if (status >= 300) {
    const message = messageOf(answer, key);
    const forbidden = recordKey?.(status, message) ?? null;
    const retryAfterMs = parseRetryAfterMs(headerText(headers, 'retry-after'), now);
    return ofStatus({ status, message, retryAfterMs }, meaning, forbidden);
  }
  const read = readBody(answer, rules, now);
  if (read.outcome !== 'ok') return read;
  const found = meaning.errorIn?.(read.body, now) ?? null;
  if (found === null) {
    recordKey?.(status, '');
    return read;
  }
  const error = { ...found, message: scrub(found.message, key) };
  // An error in a body proves nothing about the key, except one about the key.
  const isOfKey = error.status === 401 || error.status === 403;
  return ofStatus(error, meaning, isOfKey ? (recordKey?.(error.status, error.message) ?? null) : null);
}

function ofStatus(
  { status, message, retryAfterMs, isDayUsedUp }: BodyError,
  { missing, limitedMs, foreignPuuid }: AnswerRules,
  forbidden: Forbidden['reason'] | null,
): Outcome<never> {
  if (missing.includes(status)) return { outcome: 'notFound', message };
  if (forbidden !== null) return { outcome: 'forbidden', reason: forbidden, status, message };
  if (status === 429 && limitedMs !== null)
    return { outcome: 'rateLimited', retryAfterMs: retryAfterMs ?? limitedMs, isDayUsedUp };
  if (status < 400) {
    const detail = `${message} and redirects are not followed; is the base URL right?`;
    return { outcome: 'unavailable', reason: 'redirected', detail };
  }
  // 499 is API-Football's status for a timeout on its side.
  if (status === 408 || status === 429 || status === 499 || status >= 500)
    return { outcome: 'unavailable', reason: 'status', detail: message, retryAfterMs };
  const isForeign = status === 400 && foreignPuuid?.test(message) === true;
  return { outcome: 'rejected', reason: isForeign ? 'foreignPuuid' : 'badRequest', status, message };
}

/** Refused here; nothing is sent. */
export function badArgument(name: string, value: unknown, expected: string): Rejected {
  const message = `${name} is ${describeValue(value)}; expected ${expected}`;
  return { outcome: 'rejected', reason: 'badArgument', status: null, message };
}

const MAX_MESSAGE_BYTES = 64 * 1024;

/** The message in `{"status":{"message":"…"}}` (Riot) or `{"message":"…"}` (API-Football), otherwise only the status. */
function messageOf(
  { status, headers, bytes }: Extract<Exchange, { type: 'answer' }>,
  key: Secret | undefined,
): string {
  const decoded = decodeContent(bytes, headerText(headers, 'content-encoding'), MAX_MESSAGE_BYTES);
  const parsed = decoded.type === 'decoded' ? parseJsonBody(decoded.bytes) : decoded;
  const body = parsed.type === 'json' ? parsed.value : undefined;
  const said = fieldOf(fieldOf(body, 'status'), 'message') ?? fieldOf(body, 'message');
  const clean = typeof said === 'string' ? scrub(said, key) : '';
  return clean === '' ? `it answered ${status}` : `it answered ${status}: ${clean}`;
}

/** Short, on one line, and without the key. */
function scrub(text: string, key: Secret | undefined): string {
  const clean = key === undefined ? text : text.replaceAll(key.reveal(), '[secret]');
  return clean.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

interface Address {
  readonly origin: string;
  /** Precedes the path; does not end with a slash. */
  readonly prefix: string;
}

const ROUTE = '{route}';

/** Refuses a base URL that could send a key to a wrong address. `{route}` may be in the host name or in the path. */
export function createAddressBook(template: string, example: string): (route: string) => Address {
  const complain = (what: string): Error =>
    new Error(`the base URL ${JSON.stringify(template)} ${what}; expected something like ${example}`);
  if (example.includes(ROUTE) && !template.includes(ROUTE)) throw complain(`has no ${ROUTE}`);
  const sample = URL.parse(template.replace(ROUTE, 'euw1'));
  if (sample === null || !/^https?:$/.test(sample.protocol)) throw complain('is not an http or https URL');
  if (sample.search !== '' || sample.hash !== '' || sample.username !== '' || sample.password !== '')
    throw complain('has more than a scheme, a host and a path');
  return (route) => {
    const { origin, pathname } = new URL(template.replace(ROUTE, route));
    return { origin, prefix: pathname.replace(/\/+$/, '') };
  };
}

function toCredentials(keys: UpstreamOptions['keys'], baseUrl: string): ReadonlyMap<string, Credential> {
  return new Map(
    Object.entries(keys).flatMap(([name, key]): [string, Credential][] =>
      key === undefined
        ? []
        : [[name, { key, keyId: nameOf(key.reveal()), budgetId: nameOf(`${key.reveal()}\n${baseUrl}`) }]],
    ),
  );
}

/** All processes derive the same name from a key, and the key cannot be derived from it. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
