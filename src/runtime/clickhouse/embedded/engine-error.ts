/** An error of the engine or of its server, with ClickHouse's number (as text, as in the official client) and name for it. */
import type { Refusal } from './protocol.ts';

export class EngineError extends Error implements Refusal {
  override readonly name = 'ClickHouseError';
  readonly code: string;
  readonly type: string;

  constructor(code: string, type: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.type = type;
  }
}

/** Reads the engine's text `Code: 62. DB::Exception: … (SYNTAX_ERROR)`. Other errors are ours and keep their message. */
export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const [, code = '1002', message = text, type = 'UNKNOWN_EXCEPTION'] =
    /Code: (\d+)\. DB::Exception: (.*)\(([A-Z0-9_]+)\)/s.exec(text) ?? [];
  return new EngineError(code, type, message.trim(), { cause: error });
}
