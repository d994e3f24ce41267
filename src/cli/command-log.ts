/** The log of a short command: only what is wrong, so that its own output stays readable. */
import type { Logger } from 'pino';
import { secretsOf, type Config } from '#/config.ts';
import { createLog } from '#/runtime/log.ts';

export function createCommandLog(config: Config): Logger {
  const level = config.LOG_LEVEL === 'debug' ? 'debug' : 'warn';
  return createLog({ level, format: config.LOG_FORMAT, secrets: secretsOf(config) });
}
