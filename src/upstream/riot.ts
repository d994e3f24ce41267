/**
 * The client of Riot's API: a function per method (`endpoints.ts`), each of which waits for the limiter, calls, and answers with
 * an outcome. It keeps no bodies and no cursors; it remembers only what it heard of its keys.
 *
 * A key leaves in one header and nowhere else: not in a URL, not in a log, not in an error, not to another host.
 */
import type { Logger } from 'pino';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import type { Secret } from '#/domain/secret.ts';
import { createHttpConnections } from './exchange.ts';
import { DEFAULT_RETRY_LIMITS, type RetryLimits } from './retry.ts';
import type { Outcome } from './outcome.ts';
import { createAddressBook } from './riot/base-url.ts';
import { toCredentials } from './riot/credentials.ts';
import {
  RIOT_ENDPOINTS,
  type EndpointArguments,
  type EndpointBody,
  type EndpointName,
} from './riot/endpoints.ts';
import { createKeyGate, type KeyHealth } from './key-gate.ts';
import type { CallOptions } from './call.ts';
import { createRiotCall, type RiotCall } from './riot/riot-call.ts';
import type { Game } from './riot/request-parts.ts';

export interface RiotClientOptions {
  readonly keys: { readonly [game in Game]?: Secret | undefined };
  /** With `{route}` where the host goes: `https://{route}.api.riotgames.com`. */
  readonly baseUrl: string;
  readonly limiter: Limiter;
  readonly timeouts?: RiotTimeouts | undefined;
  readonly retries?: Partial<RetryLimits> | undefined;
  readonly log?: Pick<Logger, 'info' | 'warn'> | undefined;
  readonly now?: (() => Date) | undefined;
  readonly random?: (() => number) | undefined;
}

interface RiotTimeouts {
  /** For each of the three, where it is not said apart. Default: 10 seconds. */
  readonly timeoutMs?: number;
  readonly connectMs?: number;
  /** From sending to the headers of the answer. */
  readonly headersMs?: number;
  /** For the whole body. */
  readonly bodyMs?: number;
}

type RiotCalls = {
  readonly [Name in EndpointName]: (
    args: EndpointArguments<Name>,
    options: CallOptions,
  ) => Promise<Outcome<EndpointBody<Name>>>;
};

export interface RiotClient extends RiotCalls {
  keyHealth(): Readonly<Record<Game, KeyHealth>>;
  /** Names the key without revealing it: puuids of another key mean nothing to this one. */
  keyId(game: Game): string | undefined;
  /** Names the key at its address, as the limiter knows it. */
  budgetId(game: Game): string | undefined;
  /** Calls under way end as unavailable; calls after it too. */
  stop(): Promise<void>;
}

/** More than the windows of a production key let go at once from one process. */
const MAX_CONNECTIONS_PER_HOST = 64;

export function createRiotClient(options: RiotClientOptions): RiotClient {
  const { limiter, log, timeouts = {}, now = () => new Date(), random = Math.random } = options;
  const { timeoutMs = 10_000 } = timeouts;
  const { connectMs = timeoutMs, headersMs = timeoutMs, bodyMs = timeoutMs } = timeouts;
  const credentials = toCredentials(options.keys, options.baseUrl);
  const connections = createHttpConnections({ connectMs, maxPerOrigin: MAX_CONNECTIONS_PER_HOST });
  const gate = createKeyGate(now, log);
  const call = createRiotCall({
    credentials,
    connections,
    limiter,
    gate,
    headersMs,
    bodyMs,
    retries: { ...DEFAULT_RETRY_LIMITS, ...options.retries },
    log,
    addressOf: createAddressBook(options.baseUrl),
    now,
    random,
  });
  const healthOf = (game: Game): KeyHealth => {
    const budgetId = credentials[game]?.budgetId;
    return budgetId === undefined ? { state: 'missing' } : gate.health(budgetId);
  };
  return {
    ...bindCalls(call),
    keyId: (game) => credentials[game]?.keyId,
    budgetId: (game) => credentials[game]?.budgetId,
    keyHealth: () => ({ tft: healthOf('tft'), lol: healthOf('lol') }),
    stop: () => connections.stop(),
  };
}

/** The table's types are the functions' types; here is the one place that says so. */
function bindCalls(call: RiotCall): RiotCalls {
  const calls = Object.entries(RIOT_ENDPOINTS).map(([name, endpoint]) => [
    name,
    (args: Readonly<Record<string, unknown>>, options: CallOptions) => call(endpoint, args, options),
  ]);
  return Object.fromEntries(calls) as RiotCalls;
}
