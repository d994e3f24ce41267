/** What a check of `doctor` takes and finds. */
import type { Logger } from 'pino';
import type { Config } from '#/config.ts';

export interface CheckContext {
  readonly config: Config;
  readonly log: Logger;
}

export interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'error';
  readonly message: string;
  /** What to do about it. */
  readonly hint: string | null;
}

export function ok(check: string, message: string): Finding {
  return { check, level: 'ok', message, hint: null };
}

export function warning(check: string, message: string, hint: string): Finding {
  return { check, level: 'warning', message, hint };
}

export function failure(check: string, message: string, hint: string): Finding {
  return { check, level: 'error', message, hint };
}
