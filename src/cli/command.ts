/** A command of the CLI: one file each, listed in `commands.ts`. */
import type { Config } from '#/config.ts';
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
