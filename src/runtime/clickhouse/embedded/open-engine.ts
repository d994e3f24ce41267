/**
 * Opens the engine on its directory, whatever it takes that is safe: waits for a predecessor that is still ending, tries a
 * kill from outside again, and moves a directory aside that the engine failed to open twice in a row. What only a person
 * can mend is a UserError and leaves the directory alone.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { UserError } from '#/domain/user-error.ts';
import type { ServerConfig } from './protocol.ts';
import { moveAside, prepareDirectory } from './data-directory.ts';
import { startEngineProcess, type EngineProcess, type FailedStart } from './engine-process.ts';

/** After `kill -9` of the product, its engine process notices within milliseconds; a slow disk may need longer. */
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
