/** Puts the server together inside its process: engine configuration, lanes, handler; and takes it down in order. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from 'chdb';
import type { ServerConfig } from './child-message.ts';
import { letCrashesEndTheProcess } from './crash-signals.ts';
import { writeEngineConfig } from './engine-config.ts';
import { readEngineFacts } from './engine-facts.ts';
import { startLane, type LaneOptions } from './lane.ts';
import { createLanePool } from './lanes.ts';
import { quoteLiteral } from './parameters.ts';
import { createQueryHandler } from './query-handler.ts';

export interface RunningServer {
  readonly version: string;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Lets running requests end for up to `drainMs`, refuses new ones, then closes every session. */
  close(drainMs: number): Promise<void>;
}

export interface ServerParts {
  readonly openSession: (path: string, connectionArgs: readonly string[]) => Session;
  readonly onOpening: () => void;
  readonly onBroken: (error: Error) => void;
}

const QUEUE = { maxWaiting: 200, maxWaitMs: 30_000 };

export async function startServer(config: ServerConfig, parts: ServerParts): Promise<RunningServer> {
  const engineDirectory = join(config.directory, 'engine');
  const spoolDirectory = join(config.directory, 'spool');
  await mkdir(spoolDirectory, { recursive: true });
  // INSERTs name their spool file relative to here.
  process.chdir(spoolDirectory);
  const connectionArgs = await writeEngineConfig(config.directory);
  let control: Session | null = null;
  const writerOptions: LaneOptions = {
    engineDirectory,
    connectionArgs,
    onLoaded: parts.onOpening,
    onBroken: parts.onBroken,
    overdueMs: null,
    kill: (job) => {
      const mark = new Map(job.settings).get('log_comment') ?? '';
      const sql = `KILL QUERY WHERE Settings['log_comment'] = ${quoteLiteral(mark)} ASYNC`;
      // The kill is repeated until the lane answers, so one that fails needs no handling of its own.
      control?.queryAsync(sql).catch(() => undefined);
    },
  };
  // The handlers appear somewhere in the middle of opening, and loading broken data is when the engine is most likely to abort.
  const guard = setInterval(letCrashesEndTheProcess, 2);
  // The first lane opens the directory; the others then join an engine that runs.
  const writerLane = await startLane(writerOptions);
  // Not before the engine's lock is held: until then the spool may be that of another process that works in this folder.
  for (const name of await readdir(spoolDirectory)) await rm(join(spoolDirectory, name), { force: true });
  const readerOptions = { ...writerOptions, overdueMs: config.limits.seconds * 2_000 + 60_000 };
  const readerLanes = await Promise.all(
    Array.from({ length: config.readers }, () => startLane(readerOptions)),
  );
  control = parts.openSession(engineDirectory, connectionArgs);
  const engine = await readEngineFacts(control);
  clearInterval(guard);
  letCrashesEndTheProcess();
  const pools = { writer: createLanePool([writerLane], QUEUE), reader: createLanePool(readerLanes, QUEUE) };
  let isDraining = false;
  const inFlight = new Set<ServerResponse>();
  const handler = createQueryHandler({
    ...config,
    pools,
    engine,
    spoolDirectory,
    isDraining: () => isDraining,
  });

  return {
    version: engine.version,
    async handle(request, response) {
      inFlight.add(response);
      await handler(request, response);
      inFlight.delete(response);
    },
    async close(drainMs) {
      isDraining = true;
      const deadline = Date.now() + drainMs;
      while (inFlight.size > 0 && Date.now() < deadline) await sleep(20);
      // Closing a session under a running query aborts the engine; then ending the process is the gentler way.
      if (inFlight.size > 0) return;
      await Promise.all([pools.writer.close(), pools.reader.close()]);
      control?.close();
    },
  };
}
