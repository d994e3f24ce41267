/** A command of the CLI: one file each, listed in `commands.ts`. */
import type { Logger } from 'pino';
import { secretsOf, type Config } from '#/config.ts';
import { createLog } from '#/runtime/log.ts';
import type { Setting } from '#/domain/setting.ts';
import { UserError } from '#/domain/user-error.ts';
import type { Output } from './output.ts';

/**
 * 0: success. 1: it failed, or a check found an error. 2: the command was not understood. 3: Gamekeeper is not running.
 * 128 + n: stopped by signal n.
 */
export type ExitCode = number;

export interface CommandContext {
  readonly config: Config;
  readonly output: Output;
  readonly version: string;
  /** Values of the command's own options. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The option that the first argument without dashes stands for. */
  readonly argument?: string;
  readonly options: readonly { readonly name: string; readonly value?: string; readonly describe: string }[];
  readonly run: (context: CommandContext) => Promise<ExitCode>;
}

/** The log of a short command: only warnings and errors, so that its output stays readable. */
export function createCommandLog(config: Config): Logger {
  const level = config.LOG_LEVEL === 'debug' ? 'debug' : 'warn';
  return createLog({ level, format: config.LOG_FORMAT, secrets: secretsOf(config) });
}

/** The value of an option that is read like a setting; undefined if it was not given. */
export function readOption<T>(
  { options }: Pick<CommandContext, 'options'>,
  name: string,
  { expected, parse }: Pick<Setting<T>, 'expected' | 'parse'>,
): T | undefined {
  const text = options[name];
  if (typeof text !== 'string') return undefined;
  const value = parse(text);
  if (value !== undefined) return value;
  throw new UserError(`--${name} is ${JSON.stringify(text)}.`, `Expected ${expected}.`);
}
