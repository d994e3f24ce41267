/**
 * Faults as ClickHouse reports them: a number, a name and a sentence, in a body that the official client parses back
 * (`Code: 62. DB::Exception: … (SYNTAX_ERROR) (version …)`), with the HTTP status that a ClickHouse server would choose.
 */

/** The faults that this server raises itself; everything else comes from the engine with its own number. */
const CODES = {
  BAD_ARGUMENTS: 36,
  SYNTAX_ERROR: 62,
  UNKNOWN_COMPRESSION_METHOD: 89,
  UNKNOWN_SETTING: 115,
  READONLY: 164,
  TOO_MANY_SIMULTANEOUS_QUERIES: 202,
  QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING: 216,
  ABORTED: 236,
  NOT_ENOUGH_SPACE: 243,
  TOO_MANY_BYTES: 307,
  SUPPORT_IS_DISABLED: 344,
  SESSION_NOT_FOUND: 372,
  QUERY_WAS_CANCELLED: 394,
  SETTING_CONSTRAINT_VIOLATION: 452,
  UNKNOWN_ROLE: 511,
  AUTHENTICATION_FAILED: 516,
  UNKNOWN_EXCEPTION: 1002,
} as const;

export type ExceptionName = keyof typeof CODES;

export class ServerException extends Error {
  override readonly name = 'ServerException';
  readonly code: number;
  readonly type: string;

  constructor(code: number, type: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.type = type;
  }
}

export function refuse(type: ExceptionName, message: string, options?: ErrorOptions): ServerException {
  return new ServerException(CODES[type], type, message, options);
}

/** Reads the engine's own text; an error without a code is a fault of ours and keeps its message. */
export function toServerException(error: unknown): ServerException {
  if (error instanceof ServerException) return error;
  const text = error instanceof Error ? error.message : String(error);
  const match = /Code: (\d+)\. DB::Exception: (.*)\(([A-Z0-9_]+)\)/s.exec(text);
  if (match === null) return refuse('UNKNOWN_EXCEPTION', text, { cause: error });
  const [, code = '', message = '', type = ''] = match;
  return new ServerException(Number(code), type, message.trim(), { cause: error });
}

/** Between threads an error is its text, in the engine's form; `toServerException` reads it back. */
export function toEngineText(error: unknown): string {
  if (!(error instanceof ServerException)) return error instanceof Error ? error.message : String(error);
  return `Code: ${error.code}. DB::Exception: ${error.message}. (${error.type})`;
}

/** The sentence ends with its type in brackets: that is where the client looks for it. */
export function toExceptionBody(exception: ServerException, version: string): string {
  const sentence = exception.message.replace(/[.\s]+$/, '');
  return `Code: ${exception.code}. DB::Exception: ${sentence}. (${exception.type}) (version ${version})\n`;
}

const NOT_FOUND = new Set([46, 47, 60, 81, 16, 10]);
const BAD_REQUEST = new Set([
  6, 27, 36, 38, 41, 42, 43, 53, 62, 70, 72, 89, 115, 116, 117, 386, 452, 456, 457,
]);

/** ClickHouse's own mapping, except that a full queue is 503: the caller may come back. */
export function httpStatusOf(code: number): number {
  if (code === CODES.AUTHENTICATION_FAILED) return 403;
  if (code === CODES.TOO_MANY_SIMULTANEOUS_QUERIES || code === CODES.ABORTED) return 503;
  if (code === CODES.TOO_MANY_BYTES) return 413;
  if (code === 159) return 408;
  if (NOT_FOUND.has(code)) return 404;
  return BAD_REQUEST.has(code) ? 400 : 500;
}
