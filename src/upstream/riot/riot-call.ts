/**
 * One call to Riot from its arguments to its outcome: arguments, key, gate, permit, exchange, meaning, retries.
 * The gate is asked twice: before waiting for a permit, so that a shut key takes no budget, and right before sending, because
 * the wait may have been long and other calls may have found the key refused.
 */
import type { Logger } from 'pino';
import type { TSchema } from 'typebox';
import type { Limiter } from '#/domain/limiter/limiter.ts';
import { compileShape, type BodyShape } from '../shape.ts';
import type { HttpConnections } from '../exchange.ts';
import { exchangeWithPermit, type CallOptions } from '../call.ts';
import { withRetries, type RetryLimits } from '../retry.ts';
import type { Forbidden, Outcome } from '../outcome.ts';
import { toOutcome } from './answer.ts';
import type { HostAddress } from './base-url.ts';
import type { Credentials } from './credentials.ts';
import type { Endpoint } from './endpoints.ts';
import type { KeyGate } from '../key-gate.ts';
import { prepareRequest, type PreparedRequest } from './prepare-request.ts';
import type { Arguments } from './request-parts.ts';
import { readRiotLimits } from './riot-limits.ts';

export interface RiotCallParts {
  readonly credentials: Credentials;
  readonly connections: HttpConnections;
  readonly limiter: Limiter;
  readonly gate: KeyGate;
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly retries: RetryLimits;
  readonly log: Pick<Logger, 'warn'> | undefined;
  addressOf(route: string): HostAddress;
  now(): Date;
  random(): number;
}

export type RiotCall = (
  endpoint: Endpoint,
  args: Arguments,
  options: CallOptions,
) => Promise<Outcome<unknown>>;

export function createRiotCall(parts: RiotCallParts): RiotCall {
  const shapeOf = createShapeCache();
  return async (endpoint, args, options) => {
    const request = prepareRequest(endpoint, args, parts.credentials);
    if ('outcome' in request) return request;
    const shape = shapeOf(endpoint.schema);
    const attempt = () => attemptOnce(parts, endpoint, request, shape, options);
    const outcome = await withRetries(attempt, parts.retries, {
      random: () => parts.random(),
      signal: options.signal,
    });
    if (outcome.outcome === 'malformed') {
      const { method, host } = request;
      parts.log?.warn({ method, host, reason: outcome.reason }, 'Riot sent a body that cannot be read');
    }
    return outcome;
  };
}

async function attemptOnce<Body>(
  parts: RiotCallParts,
  { maxBytes, tidy }: Endpoint,
  { credential, host, method, path }: PreparedRequest,
  shape: BodyShape<Body>,
  { lane, signal }: CallOptions,
): Promise<Outcome<Body>> {
  const { gate, limiter, headersMs, bodyMs } = parts;
  const { key, budgetId: keyId } = credential;
  const use = { keyId, host, method };
  const shut = gate.refusal(use);
  if (shut !== null) return shut;
  const { origin, prefix } = parts.addressOf(host);
  const entered: { pass?: { leave(): void } } = {};
  try {
    const result = await exchangeWithPermit({
      dispatcher: parts.connections.dispatcher,
      limiter,
      call: { keyId, host, method, lane, signal },
      request: {
        origin,
        path: prefix + path,
        headers: headersWith(key.reveal()),
        headersMs,
        bodyMs,
        maxBytes,
      },
      readLimits: (status, headers) => readRiotLimits(status, headers, parts.now()),
      refuse(): Forbidden | null {
        const entry = gate.enter(use);
        if ('outcome' in entry) return entry;
        entered.pass = entry;
        return null;
      },
    });
    if (result.type === 'refused') return result.refusal;
    const hear = (status: number, message: string) => gate.hear(use, status, message);
    return toOutcome(result, { shape, maxBytes, tidy }, { now: parts.now(), key, hear });
  } finally {
    entered.pass?.leave();
  }
}

function headersWith(key: string): Record<string, string> {
  return {
    'x-riot-token': key,
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'gamekeeper',
  };
}

/** Compiling takes milliseconds, so each schema is compiled when it is first needed, and once. */
function createShapeCache(): (schema: TSchema) => BodyShape<unknown> {
  const shapes = new Map<TSchema, BodyShape<unknown>>();
  return (schema) => {
    const shape = shapes.get(schema) ?? compileShape(schema);
    shapes.set(schema, shape);
    return shape;
  };
}
