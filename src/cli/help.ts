import type { Command } from './command.ts';

export function helpText(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    'Gamekeeper keeps every game exactly once, and answers anything about it.',
    '',
    'Usage: gamekeeper <command> [options]',
    '',
    'Commands:',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
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

export function commandHelpText(command: Command): string {
  const options = command.options.map((option) => ({
    left: `--${option.name}${option.value === undefined ? '' : ` ${option.value}`}`,
    right: option.describe,
  }));
  const width = Math.max(0, ...options.map((option) => option.left.length));
  return [
    `gamekeeper ${command.name}: ${command.summary}`,
    '',
    `Usage: gamekeeper ${command.name}${command.argument === undefined ? '' : ` <${command.argument}>`}${options.length > 0 ? ' [options]' : ''}`,
    ...(options.length > 0
      ? ['', 'Options:', ...options.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`)]
      : []),
    '',
  ].join('\n');
}
