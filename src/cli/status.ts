import type { Part, SystemStatus } from '#/contract/status.ts';
import type { Config } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import { describeExpiry } from '#/football/sites/login-state.ts';
import { findHolder } from '#/runtime/data-directory-lock.ts';
import type { CommandContext, ExitCode } from './command.ts';
import type { Output } from './output.ts';

export async function status({ config, output, options }: CommandContext): Promise<ExitCode> {
  const url =
    typeof options['url'] === 'string'
      ? options['url']
      : (findHolder(config.DATA_DIR)?.url ?? ownAddress(config));
  const found = await askForStatus(url);
  if (found === undefined) {
    output.say(
      { event: 'status', running: false, url },
      `Gamekeeper does not answer at ${url}. Start it with: gamekeeper up`,
    );
    return 3;
  }
  output.say({ event: 'status', running: true, url, ...found }, inWords(found, url, output));
  return found.state === 'running' ? 0 : 1;
}

function ownAddress(config: Config): string {
  return (
    config.PUBLIC_URL ??
    `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${config.PORT}`
  );
}

async function askForStatus(url: string): Promise<SystemStatus | undefined> {
  if (!URL.canParse('/api/status', url)) {
    throw new UserError(
      `${JSON.stringify(url)} is not an address.`,
      'Expected something like http://127.0.0.1:8750.',
    );
  }
  let response: Response;
  try {
    response = await fetch(new URL('/api/status', url), { signal: AbortSignal.timeout(5_000) });
  } catch {
    return undefined; // No listener or no answer: not running in both cases.
  }
  if (response.ok) return (await response.json()) as SystemStatus;
  throw new UserError(`${url} answers ${response.status} to /api/status.`, 'Is this really a Gamekeeper?');
}

function inWords(found: SystemStatus, url: string, output: Output): string {
  const lines = [
    `${output.style('bold', 'Gamekeeper')} ${found.version} at ${url}: ${colourState(found.state, output)}`,
    '',
    ...found.parts.map((part) => `  ${partInWords(part, output)}`),
    '',
    `  ${'Processes'.padEnd(11)} ${found.processes.map((row) => `${row.pid} (${row.roles.join(', ')})`).join('; ') || 'none'}`,
    `  ${'Jobs'.padEnd(11)} ${queuesInWords(found)}`,
    `  ${'Disk'.padEnd(11)} ${gigabytes(found.disk.freeBytes)} of ${gigabytes(found.disk.totalBytes)} free`,
    `  ${'Keys'.padEnd(11)} ${found.upstreams.map((upstream) => `${upstream.id}: ${upstream.state === 'rejected' ? upstream.detail : upstream.key}`).join(', ')}`,
    ...found.clipSites.map((site) => `  ${'Clip site'.padEnd(11)} ${siteInWords(site)}`),
  ];
  return lines.join('\n');
}

function siteInWords({ name, state, detail, loginExpiresAt }: SystemStatus['clipSites'][number]): string {
  const login =
    loginExpiresAt === null ? [] : [`login ${describeExpiry(new Date(loginExpiresAt), new Date())}`];
  return `${name}: ${[state, ...login, ...(detail === null ? [] : [detail])].join(', ')}`;
}

function partInWords(part: Part, output: Output): string {
  const facts = [
    part.version,
    part.mode,
    part.restarts > 0 ? `${part.restarts} restarts` : null,
    part.detail,
  ];
  const known = facts.filter((fact) => fact !== null && fact !== '');
  return `${part.name.padEnd(11)} ${colourState(part.state, output)}  ${output.style('dim', known.join(', '))}`;
}

function queuesInWords({ queues }: SystemStatus): string {
  const sum = (pick: (row: SystemStatus['queues'][number]) => number) =>
    queues.reduce((all, row) => all + pick(row), 0);
  return `${sum((row) => row.waiting)} waiting, ${sum((row) => row.active)} active, ${sum((row) => row.deadLettered)} dead-lettered`;
}

function colourState(state: Part['state'], output: Output): string {
  const colour = ({ running: 'green', starting: 'yellow', degraded: 'yellow', down: 'red' } as const)[state];
  return output.style(colour, state);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
