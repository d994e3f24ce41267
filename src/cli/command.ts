/** A command of the CLI: one file each, listed in `commands.ts`. */
import type { Config } from '#/config.ts';
import type { Output } from './output.ts';

/** 0: as asked. 1: it did not work, or something is wrong. 2: the command was not understood. 3: Gamekeeper is not running. */
export type ExitCode = 0 | 1 | 2 | 3;

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
  readonly options: readonly { readonly name: string; readonly value?: string; readonly describe: string }[];
  readonly run: (context: CommandContext) => Promise<ExitCode>;
}
