/** What a check of `doctor` found, and what to do about it. */
import type { Logger } from 'pino';
import type { Config } from '#/config.ts';

export interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'error';
  readonly message: string;
  readonly hint: string | null;
}

export interface CheckContext {
  readonly config: Config;
  readonly log: Logger;
}

export function ok(check: string, message: string): Finding {
  return { check, level: 'ok', message, hint: null };
}
