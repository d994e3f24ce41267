/**
 * Serves ClickHouse's HTTP interface: checks who asks and what, finds a lane, runs, answers. It never keeps anything
 * between two requests but the lanes themselves.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticate, isLoopbackHost, type Passwords } from './credentials.ts';
import type { EngineFacts } from './engine-facts.ts';
import { refuse, toExceptionBody, toServerException } from './exceptions.ts';
import { readQueryRequest } from './http-request.ts';
import { sendAnswer, sendException, type AnswerHead } from './http-response.ts';
import type { LaneJob } from './lane-job.ts';
import type { LaneRun } from './lane.ts';
import type { LanePool } from './lanes.ts';
import { receiveQuery, type ReceivedQuery } from './receive-query.ts';
import { endOfHeader } from './result-format.ts';
import type { QueryLimits } from '../clickhouse.ts';
import type { Account } from './statement-policy.ts';

export interface QueryHandlerOptions {
  readonly pools: Readonly<Record<Account, LanePool>>;
  readonly passwords: Passwords;
  readonly limits: QueryLimits;
  readonly engine: EngineFacts;
  readonly spoolDirectory: string;
  readonly isDraining: () => boolean;
}

export type QueryHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export function createQueryHandler(options: QueryHandlerOptions): QueryHandler {
  const running = new Set<string>();

  async function answerQuery(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const account = authenticate(request.headers, options.passwords);
    if (options.isDraining()) throw refuse('ABORTED', 'Server is shutting down');
    const query = readQueryRequest(request);
    if (running.has(query.queryId)) {
      throw refuse(
        'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING',
        `Query with id = ${query.queryId} is already running`,
      );
    }
    running.add(query.queryId);
    try {
      const received = await receiveQuery(request, query, account, options);
      try {
        await runAndAnswer(received, response);
      } finally {
        await received.cleanUp();
      }
    } finally {
      running.delete(query.queryId);
    }
  }

  async function runAndAnswer(received: ReceivedQuery, response: ServerResponse): Promise<void> {
    const gone = signalWhenGone(response);
    // A write that has begun is finished even if its client leaves: half of the client's knowledge is worse than none.
    const stop = received.isWrite ? new AbortController().signal : gone;
    await options.pools[received.account].use(gone, async (lane) => {
      const startedAt = performance.now();
      const run = await lane.run(received.job, stop);
      try {
        const head = toHead(received, run, performance.now() - startedAt);
        const describe = (error: unknown) =>
          toExceptionBody(toServerException(error), options.engine.version);
        await sendAnswer(response, head, piecesOf(received.job, run), describe, gone);
      } finally {
        await run.end();
      }
    });
  }

  return async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      // What is left of the body is read and dropped, otherwise the answer could be lost with the connection.
      request.resume();
      const queryId = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams.get('query_id') ?? '';
      const shown = /^[\x20-\x7e]*$/.test(queryId) ? queryId : '';
      sendException(response, shown, toServerException(error), options.engine.version);
    }
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLoopbackHost(request.headers.host)) {
      throw refuse('AUTHENTICATION_FAILED', 'The Host header must name the loopback');
    }
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/ping') response.end('Ok.\n');
    else if (path === '/') await answerQuery(request, response);
    else response.writeHead(404).end('There is no handle for this path\n');
  }
}

function toHead(received: ReceivedQuery, run: LaneRun, elapsedMs: number): AnswerHead {
  const whole = run.first.type === 'whole' ? run.first : { rows: 0, sizeBytes: 0 };
  const [written, result] = received.isInsert
    ? [whole, { rows: 0, sizeBytes: 0 }]
    : [{ rows: 0, sizeBytes: 0 }, whole];
  return {
    queryId: received.queryId,
    format: received.job.format,
    encoding: received.answerEncoding,
    summary: {
      resultRows: result.rows,
      resultBytes: result.sizeBytes,
      writtenRows: written.rows,
      writtenBytes: written.sizeBytes,
      elapsedMs,
    },
  };
}

/** From the second piece on without the header that each repeats. */
async function* piecesOf(job: LaneJob, run: LaneRun): AsyncGenerator<Uint8Array, void> {
  if (run.first.type !== 'piece' && run.first.type !== 'whole') return;
  yield run.first.bytes;
  for (let piece = await run.next(); piece !== null; piece = await run.next()) {
    yield piece.subarray(endOfHeader(job.format, piece));
  }
}

function signalWhenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
