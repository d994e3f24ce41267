/**
 * Entry of the process that hosts the engine: a process of its own, because an abort inside the engine ends its process. It gets
 * its configuration and its connections from the parent over IPC and opens no port, ends at once when the parent is gone, so that the next
 * start finds the directory free, and ignores the terminal's signals: the parent drains first and then sends `stop`.
 */
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';
import { Session } from 'chdb';
import type { FromChild, ServerConfig, ToChild } from './protocol.ts';
import { startServer, type RunningServer } from './server.ts';

/** Longer than the client keeps an idle connection, so that it is the client that closes. */
const KEEP_ALIVE_MS = 30_000;

let running: RunningServer | null = null;
const http = createServer(
  { keepAliveTimeout: KEEP_ALIVE_MS },
  (request, response) => void running?.handle(request, response),
);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('disconnect', endNow);
process.on('message', (message: ToChild, handle: unknown) => {
  if (message.type === 'start') void start(message.config);
  if (message.type === 'stop') void stop(message.drainMs);
  // The parent passes connections only after `ready`.
  if (message.type === 'connection') take(handle);
});

/** Reads nothing before the parent has the confirmation: until then, the parent would pass the connection to the next process. */
function take(connection: unknown): void {
  send({ type: 'taken' }, () => {
    // Undefined if the client has already left.
    if (!(connection instanceof Socket)) return;
    http.emit('connection', connection);
    connection.resume();
  });
}

async function start(config: ServerConfig): Promise<void> {
  // The library was loaded with this file.
  send({ type: 'opening' });
  try {
    running = await startServer(config, {
      openSession: (path, connectionArgs) => new Session(path, { connectionArgs }),
      onBroken: fail,
    });
    flushCompileCache();
    send({ type: 'ready', version: running.version });
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)));
  }
}

async function stop(drainMs: number): Promise<void> {
  await running?.close(drainMs);
  send({ type: 'closed' }, endNow);
}

function fail(error: Error): void {
  send({ type: 'failed', message: error.message }, endNow);
}

function send(message: FromChild, then: () => void = () => undefined): void {
  if (process.send === undefined)
    throw new Error('server-process.ts must be started by embedded-clickhouse.ts, over IPC');
  process.send(message, then);
}

/** Not `process.exit`: the engine's library can crash in its exit handlers. Everything is closed or crash-safe at this point. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}
