/** Faults of the connection to ClickHouse, told apart from refusals by the server. */
export class ClickHouseUnavailable extends Error {
  override readonly name = 'ClickHouseUnavailable';
  /** The code of the system: ECONNREFUSED, ECONNRESET, … */
  readonly code: string;
  /** True if the request had been sent: a write may or may not have taken effect. */
  readonly mayHaveHappened: boolean;

  constructor(address: string, operation: string, code: string, cause: unknown) {
    const mayHaveHappened = code !== 'ECONNREFUSED';
    const outcome = mayHaveHappened ? ' It is unknown whether it took effect.' : '';
    super(`The connection to ClickHouse at ${address} failed during ${operation} (${code}).${outcome}`, {
      cause,
    });
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

/** The error as it is, unless the connection was lost. */
export function toClearFault(error: unknown, address: string, operation: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (LOST.has(code)) return new ClickHouseUnavailable(address, operation, code, error);
  // A response that ends early has no code, only this message.
  return error.message === 'aborted'
    ? new ClickHouseUnavailable(address, operation, 'ECONNRESET', error)
    : error;
}
