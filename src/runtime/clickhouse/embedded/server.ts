/** Answers requests of the protocol (`protocol.ts`) inside the process that hosts the engine. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from 'chdb';
import type { QueryLimits } from '../clickhouse.ts';
import { readerSettings } from '../requests.ts';
import { openEngine, type Engine, type EngineJob } from './engine.ts';
import { writeEngineConfig } from './engine-config.ts';
import { createLanes, type Lanes } from './lanes.ts';
import {
  EngineError,
  MAX_INSERT_BYTES,
  MAX_SQL_BYTES,
  toEngineError,
  type Account,
  type InsertRequest,
  type QueryRequest,
  type Refusal,
  type ServerConfig,
} from './protocol.ts';
import { refuseStatement } from './refuse-statement.ts';

export interface RunningServer {
  readonly version: string;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Waits for running requests for up to `drainMs` and refuses new ones; then closes the engine. */
  close(drainMs: number): Promise<void>;
}

export interface ServerParts {
  readonly openSession: (path: string, connectionArgs: readonly string[]) => Session;
  /** The engine hangs: its sessions are in an unknown state. */
  readonly onBroken: (error: Error) => void;
}

const QUEUE = { maxWaiting: 200, maxWaitMs: 30_000 };
const NEVER = new AbortController().signal;
const UNAUTHORISED = new EngineError('516', 'AUTHENTICATION_FAILED', 'No account has this token');

export async function startServer(config: ServerConfig, parts: ServerParts): Promise<RunningServer> {
  const spool = join(config.directory, 'spool');
  await mkdir(spool, { recursive: true });
  // Inserts name their file relative to here, so that no path of the operator needs quoting.
  process.chdir(spool);
  const connectionArgs = await writeEngineConfig(config.directory);
  const engine = await openEngine(() => parts.openSession(join(config.directory, 'engine'), connectionArgs));
  // Not before the engine's lock is held: until then the folder may belong to another process.
  for (const name of await readdir(spool)) await rm(join(spool, name), { force: true });
  const serve = createService(config, engine, parts.onBroken);
  const inFlight = new Set<ServerResponse>();
  let isDraining = false;
  return {
    version: engine.version,
    async handle(request, response) {
      inFlight.add(response);
      try {
        if (isDraining) throw new EngineError('236', 'ABORTED', 'The server is shutting down');
        await serve(request, response);
      } catch (error) {
        sendRefusal(request, response, toEngineError(error));
      }
      inFlight.delete(response);
    },
    async close(drainMs) {
      isDraining = true;
      const deadline = Date.now() + drainMs;
      while (inFlight.size > 0 && Date.now() < deadline) await sleep(20);
      // With a query still running, the end of the process is safer than closing the engine.
      if (inFlight.size === 0) engine.close();
    },
  };
}

function createService(
  config: ServerConfig,
  engine: Engine,
  onBroken: (error: Error) => void,
): RunningServer['handle'] {
  const lanes = {
    writer: createLanes({ lanes: 1, ...QUEUE }),
    reader: createLanes({ lanes: config.readers, ...QUEUE }),
  };
  const digests = { writer: digest(config.tokens.writer), reader: digest(config.tokens.reader) };
  const parts = { engine, lanes, limits: config.limits, onBroken };

  function authenticate({ authorization = '' }: IncomingMessage['headers']): Account {
    const given = digest(authorization.replace(/^Bearer /, ''));
    for (const account of ['writer', 'reader'] as const)
      if (timingSafeEqual(given, digests[account])) return account;
    throw UNAUTHORISED;
  }

  async function answer(request: IncomingMessage, gone: AbortSignal): Promise<Uint8Array> {
    // A page in a browser that has bound its own name to 127.0.0.1 still sends its own name.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) throw UNAUTHORISED;
    if (request.url === '/ping') return Buffer.alloc(0);
    const account = authenticate(request.headers);
    if (request.url !== '/insert') return query(parts, request, account, gone);
    if (account !== 'writer') throw UNAUTHORISED;
    return insert(parts, request, gone);
  }

  return async (request, response) => {
    const bytes = await answer(request, goneSignal(response));
    response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
  };
}

interface Parts {
  readonly engine: Engine;
  readonly lanes: Readonly<Record<Account, Lanes>>;
  readonly limits: QueryLimits;
  readonly onBroken: (error: Error) => void;
}

async function query(
  { engine, lanes, limits, onBroken }: Parts,
  message: IncomingMessage,
  account: Account,
  gone: AbortSignal,
): Promise<Uint8Array> {
  const { settings, ...asked } = JSON.parse(await readText(message)) as QueryRequest;
  refuseStatement(asked.sql, account);
  const isReader = account === 'reader';
  if (isReader && Object.keys(settings).length > 0)
    throw new EngineError('164', 'READONLY', 'A reader cannot send settings');
  const chosen = isReader ? readerSettings(limits) : settings;
  const job: EngineJob = { ...asked, settings: { log_comment: randomUUID(), ...chosen } };
  return lanes[account](gone, async () => {
    if (!isReader) return engine.run(job, NEVER);
    const overdue = setTimeout(onBroken, limits.seconds * 2_000 + 60_000, new Error('The engine hangs'));
    return engine.run(job, gone).finally(() => clearTimeout(overdue));
  });
}

/** The engine reads the data from a file: one statement whatever the size, hence one block, and bytes that no SQL parser sees. */
async function insert(
  { engine, lanes }: Parts,
  message: IncomingMessage,
  gone: AbortSignal,
): Promise<Uint8Array> {
  const head = decodeURIComponent(String(message.headers['x-insert']));
  const { into, database, settings, format } = JSON.parse(head) as InsertRequest;
  const file = `insert-${randomUUID()}`;
  try {
    await pipeline(message, upTo(MAX_INSERT_BYTES), createWriteStream(file, { mode: 0o600 }));
    const sql = `insert into ${into} from infile '${file}' compression 'none' format ${format}`;
    const job = { sql, database, params: {}, format: 'Null', settings: { log_comment: file, ...settings } };
    // A write that has begun is finished even if its client is gone.
    return await lanes.writer(gone, () => engine.run(job, NEVER));
  } finally {
    await rm(file, { force: true });
  }
}

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of upTo(MAX_SQL_BYTES)(request)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function upTo(maxBytes: number): (source: IncomingMessage) => AsyncGenerator<Uint8Array> {
  return async function* (source) {
    let bytes = 0;
    for await (const part of source as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes > maxBytes)
        throw new EngineError('307', 'TOO_MANY_BYTES', `The body exceeds ${maxBytes / 1024 / 1024} MiB`);
      yield part;
    }
  };
}

function sendRefusal(request: IncomingMessage, response: ServerResponse, error: EngineError): void {
  // Otherwise the answer could be lost with the unread rest of the body.
  request.resume();
  const { code, type, message } = error;
  const body = JSON.stringify({ code, type, message } satisfies Refusal);
  response.writeHead(error === UNAUTHORISED ? 401 : 400).end(body);
}

/** Comparing digests takes the same time for every wrong token, whatever its length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
