/**
 * Whether a fault of PostgreSQL may be gone at the next try: the server is away, starting or stopping, out of connections, or
 * two transactions were in each other's way. Everything else (a refused value, a missing table, a bug) would fail again.
 */
const PASSING_SQLSTATES = [/^08/, /^57P0[1-5]$/, /^53/, /^40/, /^55P03$/, /^57014$/];
/** Classes of SQLSTATE begin with a digit or one of these letters; `EPIPE` also has five characters and is none. */
const SQLSTATE = /^[0-9FHPX][0-9A-Z]{4}$/;

export function isPassingFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (SQLSTATE.test(code)) return PASSING_SQLSTATES.some((pattern) => pattern.test(code));
  return /^E(?!RR_)[A-Z_]+$/.test(code) || /connection|timeout/i.test(error.message);
}
