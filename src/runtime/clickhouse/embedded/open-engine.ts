/**
 * Opens the engine on its directory: waits for a predecessor that is still ending, tries again after a kill from outside, and moves a
 * directory aside that the engine failed to open twice in a row. Faults that need the operator are a `UserError` and leave the
 * directory as it is.
 */
import { access, constants, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { UserError } from '#/domain/user-error.ts';
import type { ServerConfig } from './protocol.ts';
import { startEngineProcess, type EngineProcess, type FailedStart } from './engine-process.ts';

/** After `kill -9` of the product, its engine process ends within milliseconds; longer on a slow disk. */
const LOCK_WAIT_MS = 5_000;
const RETRY_MS = 250;
const MAX_KILLS = 5;

export interface OpenOptions {
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onMovedAside: (movedTo: string, reason: string) => void;
}

export async function openEngine(options: OpenOptions): Promise<EngineProcess> {
  const { config, log, signal } = options;
  const startedAt = Date.now();
  let broken = 0;
  let kills = 0;
  let hasMoved = false;
  for (;;) {
    signal.throwIfAborted();
    await prepareDirectory(config.directory);
    const outcome = await startEngineProcess(config, log, signal);
    if (outcome.kind === 'running') return outcome.process;
    signal.throwIfAborted();
    if (outcome.kind === 'broken') broken += 1;
    else broken = 0;
    if (outcome.kind === 'killed') kills += 1;
    const isWorthWaiting =
      (outcome.kind === 'locked' && Date.now() - startedAt < LOCK_WAIT_MS) ||
      (outcome.kind === 'killed' && kills < MAX_KILLS);
    if (broken === 2 && !hasMoved) {
      const movedTo = await moveAside(config.directory, new Date());
      options.onMovedAside(movedTo, outcome.detail);
      hasMoved = true;
      broken = 0;
    } else if (broken === 2 || (outcome.kind !== 'broken' && !isWorthWaiting)) {
      throw toFault(outcome, config.directory);
    } else {
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
}

async function prepareDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UserError(
      `The ClickHouse folder ${directory} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      'Give this user a folder of its own that it may read and write, or choose another with DATA_DIR.',
      { cause: error },
    );
  }
}

/**
 * The contents can be rebuilt from PostgreSQL; they are kept for inspection. A mount point cannot be renamed, so its contents go to a
 * folder in it.
 */
export async function moveAside(directory: string, now: Date): Promise<string> {
  const name = `clickhouse.moved-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  const beside = join(directory, '..', name);
  try {
    await rename(directory, beside);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EBUSY' && code !== 'EXDEV') throw error;
    return moveContents(directory, name);
  }
  await prepareDirectory(directory);
  return beside;
}

async function moveContents(directory: string, name: string): Promise<string> {
  const within = join(directory, name);
  const entries = (await readdir(directory)).filter((entry) => !entry.startsWith('clickhouse.moved-'));
  await mkdir(within, { mode: 0o700 });
  for (const entry of entries) await rename(join(directory, entry), join(within, entry));
  return within;
}

function toFault(outcome: FailedStart, directory: string): Error {
  const { kind, detail } = outcome;
  if (kind === 'broken')
    return new Error(`The ClickHouse engine cannot open even an empty folder ${directory}: ${detail}`);
  if (kind === 'killed') {
    return new Error(
      `The ClickHouse process was killed ${MAX_KILLS} times while it started (${detail}); is memory short?`,
    );
  }
  const [message, hint] = {
    locked: [
      `Another process uses the ClickHouse folder ${directory}.`,
      'Stop the other Gamekeeper first, or give this one a folder of its own with DATA_DIR.',
    ],
    'no-space': [
      `The disk of ${directory} is full: ClickHouse cannot start.`,
      `Free some space. The engine said: ${detail}`,
    ],
    forbidden: [
      `ClickHouse may not use its folder ${directory}.`,
      `Give this user the right to read and write everything in it. The engine said: ${detail}`,
    ],
    unloadable: [
      `The embedded ClickHouse engine does not run on this machine: ${detail}`,
      'It needs Linux (glibc) or macOS on x64 or arm64. Elsewhere set CLICKHOUSE_URL to a server of your own.',
    ],
  }[kind] as [string, string];
  return new UserError(message, hint);
}
