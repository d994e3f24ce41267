/**
 * A question that would take more time or memory than one may. It is refused by the engine while it runs, so it says what to do
 * instead. Everything else that goes wrong in ClickHouse is passed on as it is.
 */
const ADVICE = 'Ask about fewer patches or a shorter time, or leave out some conditions.';

/** ClickHouse's own numbers for its limits. */
const REASONS: ReadonlyMap<string, TooMuchWorkReason> = new Map([
  ['159', 'time'],
  ['160', 'time'],
  ['241', 'memory'],
  ['158', 'rows'],
  ['307', 'rows'],
  ['396', 'rows'],
]);

const WORDS: Readonly<Record<TooMuchWorkReason, string>> = {
  time: 'takes longer than one question may',
  memory: 'needs more memory than one question may have',
  rows: 'reads or returns more rows than one question may',
};

export type TooMuchWorkReason = 'time' | 'memory' | 'rows';

export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
  readonly reason: TooMuchWorkReason;
  readonly advice = ADVICE;

  constructor(reason: TooMuchWorkReason, cause: unknown) {
    super(`This question ${WORDS[reason]}. ${ADVICE}`, { cause });
    this.reason = reason;
  }
}

/** The error as it is, unless it was one of the engine's limits. */
export function toTooMuchWork(error: unknown): unknown {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = typeof code === 'string' ? REASONS.get(code) : undefined;
  return reason === undefined ? error : new TooMuchWork(reason, error);
}
