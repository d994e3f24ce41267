/** Arguments → one command → an exit code. Faults of the operator are two lines without a stack; bugs keep theirs. */
import { parseArgs } from 'node:util';
import { loadConfig, type ConfigSources } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import type { Command, ExitCode } from './command.ts';
import { COMMANDS } from './commands.ts';
import { createOutput, type OutputStream } from './output.ts';

export interface CliStreams {
  readonly out: OutputStream;
  readonly err: OutputStream;
}

export async function runCli(
  args: readonly string[],
  streams: CliStreams,
  version: string,
  sources?: ConfigSources,
): Promise<ExitCode> {
  try {
    return await dispatch(args, streams, version, sources);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    streams.err.write(`gamekeeper: ${error.message}\n            ${error.hint}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

class UsageError extends UserError {}

async function dispatch(
  args: readonly string[],
  streams: CliStreams,
  version: string,
  sources?: ConfigSources,
): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    streams.out.write(helpText());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    streams.out.write(`${version}\n`);
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined)
    throw new UsageError(`There is no command ${JSON.stringify(name)}.`, 'gamekeeper --help lists them.');
  const options = readOptions(command, rest);
  if (options['help'] === true) {
    streams.out.write(commandHelpText(command));
    return 0;
  }
  const output = createOutput(streams.out, { json: options['json'] === true });
  return command.run({ config: loadConfig(sources), output, version, options });
}

function readOptions(command: Command, args: readonly string[]) {
  const own = command.options.map(
    ({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: command.argument !== undefined,
      options: {
        ...Object.fromEntries(own),
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
      },
    });
    const [first, ...further] = positionals;
    if (further.length > 0) throw new Error(`Unexpected argument '${further[0]}'.`);
    const named = first === undefined || command.argument === undefined ? {} : { [command.argument]: first };
    return { ...values, ...named } as Record<string, string | boolean | undefined>;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new UsageError(words, `gamekeeper ${command.name} --help lists the options.`, { cause: error });
  }
}

function helpText(): string {
  return [
    'Gamekeeper keeps every game exactly once, and answers anything about it.',
    '',
    'Usage: gamekeeper <command> [options]',
    '',
    'Commands:',
    ...inColumns(COMMANDS.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    '  --help     this text, or that of one command',
    '  --version  the version',
    '  --json     one JSON object per line, also on a terminal',
    '',
    'Settings come from the environment and .env: see docs/configuration.md.',
    'Exit codes: 0 as asked, 1 something is wrong, 2 not understood, 3 not running.',
    '',
  ].join('\n');
}

function commandHelpText({ name, summary, argument, options }: Command): string {
  const usage = [
    name,
    ...(argument === undefined ? [] : [`<${argument}>`]),
    ...(options.length > 0 ? ['[options]'] : []),
  ];
  const rows = options.map(
    (option) =>
      [`--${option.name}${option.value === undefined ? '' : ` ${option.value}`}`, option.describe] as const,
  );
  return [
    `gamekeeper ${name}: ${summary}`,
    '',
    `Usage: gamekeeper ${usage.join(' ')}`,
    ...(rows.length > 0 ? ['', 'Options:', ...inColumns(rows)] : []),
    '',
  ].join('\n');
}

function inColumns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
