/**
 * Makes a lost connection say what was lost. The client reports a bare `socket hang up`; the caller wants to know which
 * server, during what, and that a write's outcome is then unknown (it may have happened: ask before sending it again).
 */
import type { ClickHouseClient } from '@clickhouse/client';

export class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable';
  /** The system's own word for it: ECONNREFUSED, ECONNRESET, … */
  readonly code: string;
  /** True when the request had been sent: a write may or may not have taken effect. */
  readonly mayHaveHappened: boolean;

  constructor(address: string, operation: string, code: string, cause: unknown) {
    const mayHaveHappened = code !== 'ECONNREFUSED';
    const outcome = mayHaveHappened ? ' It is unknown whether it took effect.' : '';
    super(`ClickHouse at ${address} broke off during ${operation} (${code}).${outcome}`, { cause });
    this.code = code;
    this.mayHaveHappened = mayHaveHappened;
  }
}

const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
const OPERATIONS = new Set<PropertyKey>(['query', 'command', 'exec', 'insert']);
const READING_THE_ANSWER = new Set<PropertyKey>(['json', 'text']);

/** The same client; only its faults read better. */
export function withClearFaults(client: ClickHouseClient, address: string): ClickHouseClient {
  return wrapMethods(client, OPERATIONS, address, (operation, answer) =>
    operation === 'query' && isObject(answer)
      ? wrapMethods(answer, READING_THE_ANSWER, address, (_, value) => value)
      : answer,
  );
}

function wrapMethods<T extends object>(
  target: T,
  names: ReadonlySet<PropertyKey>,
  address: string,
  wrapAnswer: (operation: string, answer: unknown) => unknown,
): T {
  return new Proxy(target, {
    get(object, key) {
      const value: unknown = Reflect.get(object, key, object);
      if (typeof value !== 'function') return value;
      if (!names.has(key)) return value.bind(object) as unknown;
      return async (...args: unknown[]) => {
        try {
          return wrapAnswer(String(key), await Reflect.apply(value, object, args));
        } catch (error) {
          throw toClearFault(error, address, String(key));
        }
      };
    },
  });
}

function toClearFault(error: unknown, address: string, operation: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (LOST.has(code)) return new ClickHouseUnavailable(address, operation, code, error);
  // An answer that breaks off carries no code but this word.
  return error.message === 'aborted'
    ? new ClickHouseUnavailable(address, operation, 'ECONNRESET', error)
    : error;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
