/** The real product in its own process and data directory, as `gamekeeper up` runs it. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { SystemStatus } from '../../src/contract/status.ts';
import { until } from './until.ts';

export const root = join(import.meta.dirname, '../..');
const main = join(root, 'src/main.ts');

interface Said {
  readonly event: string;
  readonly [field: string]: unknown;
}

export interface Product {
  readonly process: ChildProcess;
  /** What it wrote to standard output, one JSON object per line, and to standard error, as text. */
  readonly said: Said[];
  log(): string;
  /** Resolves with the address when it says `ready`; rejects if it ends before. */
  readonly ready: Promise<string>;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export type Environment = Readonly<Record<string, string>>;

export function makeDataDirectory(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'gamekeeper-product-'));
  // As root, PostgreSQL runs as another user, who must be able to enter; else it would keep its files elsewhere.
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Only what is given and a PATH: settings of the calling environment must not leak in. */
function environmentFor(dataDirectory: string, more: Environment = {}): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], DATA_DIR: dataDirectory, PORT: '0', ...more };
}

/** Nothing happens in football: for tests of something else, whose processor time its clips would take. */
export const WITHOUT_CLIPS: Environment = { PRACTICE_POLL_SECONDS: '600' };

/** As few games as there can be: for tests of something else, whose processor time collecting them would take. */
export const FEW_GAMES: Environment = {
  RIOT_PLATFORMS: 'euw1',
  TFT_PLAYERS_PER_PLATFORM: '1',
  TFT_HISTORY_DAYS: '1',
};

/** `tree`: of another commit, with its packages. */
export function startProduct(
  dataDirectory: string,
  more: Environment = {},
  args: readonly string[] = [],
  tree = root,
): Product {
  return follow(
    spawn(process.execPath, [join(tree, 'src/main.ts'), 'up', ...args], {
      cwd: dataDirectory,
      env: environmentFor(dataDirectory, more),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

/** Through a launcher: `script` is run in its own process group, as `user` if that is given. */
export function startByLauncher(
  script: string,
  dataDirectory: string,
  more: Environment = {},
  user: { readonly uid?: number; readonly gid?: number } = {},
): Product {
  return follow(
    spawn(process.execPath, [script, 'up'], {
      cwd: dirname(script),
      env: environmentFor(dataDirectory, more),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...user,
    }),
  );
}

function follow(child: ChildProcessByStdio<null, Readable, Readable>): Product {
  const said: Said[] = [];
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const log = () => Buffer.concat(errors).toString();
  const ended: Product['ended'] = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  const ready = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const record = JSON.parse(line) as Said;
      said.push(record);
      if (record.event === 'ready') resolve(String(record['url']));
    });
    void ended.then(({ code, signal }) =>
      reject(new Error(`ended (${code ?? signal}) before it was ready:\n${log()}`)),
    );
  });
  ready.catch(() => undefined);
  return { process: child, said, log, ready, ended };
}

/** Exit code after SIGTERM: 128 + 15. */
export const STOPPED = 143;

export async function stopProduct(product: Product): Promise<Awaited<Product['ended']>> {
  product.process.kill('SIGTERM');
  return product.ended;
}

/** A command that ends without a signal. */
export async function runCommand(dataDirectory: string, args: readonly string[], more: Environment = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: dataDirectory,
    env: environmentFor(dataDirectory, more),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

/** The same in this process, for commands that start no store: several times cheaper. */
export async function runCommandHere(dataDirectory: string, args: readonly string[], more: Environment = {}) {
  const { runCli } = await import('../../src/cli/run-cli.ts');
  const said = { out: '', err: '' };
  const streams = {
    out: { write: (text: string) => void (said.out += text) },
    err: { write: (text: string) => void (said.err += text) },
  };
  const environment = environmentFor(dataDirectory, more);
  const code = await runCli(args, streams, 'test', { environment, directory: dataDirectory });
  return { code, ...said };
}

export async function readStatus(url: string): Promise<SystemStatus> {
  const response = await fetch(`${url}/api/status`);
  if (!response.ok) throw new Error(`/api/status answers ${response.status}`);
  return (await response.json()) as SystemStatus;
}

/** A part that answers late is reported as down, which right after the start or under load means nothing. */
export function readRunningStatus(url: string): Promise<SystemStatus> {
  return eventually(async () => {
    const status = await readStatus(url);
    return status.state === 'running' ? status : undefined;
  }, 'every part runs');
}

/** The process of the product's PostgreSQL, as soon as it has written its number. */
export function untilPostgres(dataDirectory: string): Promise<number> {
  const file = join(dataDirectory, 'postgres/cluster/data/postmaster.pid');
  return eventually(async () => {
    const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
    return pid > 0 ? pid : undefined;
  }, 'PostgreSQL started');
}

/** Asks until the answer is as wanted, with the patience that a whole product needs. */
export function eventually<T>(ask: () => Promise<T | undefined>, what: string): Promise<NonNullable<T>> {
  return until(what, 30_000, ask) as Promise<NonNullable<T>>;
}
