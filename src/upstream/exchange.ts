/**
 * One GET with bounds on the time until the headers, the time for the body and the size of the body. A failure is a value that says how far
 * the request got, because the limiter must know whether the server may have counted it.
 *
 * Redirects are not followed: the headers hold a key. A truncated answer still counts if its status is enough (anything but 2xx).
 */
import { Agent, type Dispatcher } from 'undici';

export interface ExchangeRequest {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** The request is about to be written: from now on the server may have counted it. */
  onSending?: () => void;
  /** Before the body is read. */
  onHeaders?: (status: number, headers: AnswerHeaders) => void;
}

interface Answer {
  readonly type: 'answer';
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly bytes: Buffer;
  /** False: there was more, and it was not read. */
  readonly isWhole: boolean;
}

interface Failure {
  readonly type: 'failure';
  readonly reason: 'connect' | 'closedEarly' | 'timeout' | 'truncated' | 'stopped' | 'aborted';
  readonly detail: string;
}

export type Exchange = Answer | Failure;

/** Enough to recognise an error page. */
const MAX_OTHER_BYTES = 64 * 1024;

/** Rejects only for bugs (an unusable request, a callback that throws). */
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const reading = createReading(request, (end) => {
      request.signal?.removeEventListener('abort', abort);
      if (end instanceof Error) reject(end);
      else resolve(end);
    });
    const abort = (): void => reading.give({ type: 'failure', reason: 'aborted', detail: 'aborted' });
    if (request.signal?.aborted === true) return abort();
    request.signal?.addEventListener('abort', abort);
    const { origin, path, headers } = request;
    dispatcher.dispatch({ origin, path, headers, method: 'GET' }, reading.handler);
  });
}

interface Reading {
  readonly handler: Dispatcher.DispatchHandler;
  /** Ends it early. */
  give(end: Exchange): void;
}

function createReading(request: ExchangeRequest, settle: (end: Exchange | Error) => void): Reading {
  const body = createBoundedBuffer();
  let answer: { readonly status: number; readonly headers: AnswerHeaders } | null = null;
  let controller: Dispatcher.DispatchController | null = null;
  let timer: NodeJS.Timeout | undefined;
  let hasBegun = false;
  let isOver = false;

  const give = (end: Exchange | Error): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    settle(end);
    const isComplete = 'isWhole' in end && end.isWhole;
    if (!isComplete) controller?.abort(new Error('aborted'));
  };
  const giveAnswer = (isWhole: boolean): void => {
    if (answer !== null) give({ type: 'answer', ...answer, bytes: body.bytes(), isWhole });
  };
  const fail = (failure: Omit<Failure, 'type'>): void => {
    if (answer !== null && answer.status >= 300) giveAnswer(false);
    else give({ type: 'failure', ...failure });
  };
  const failAfter = (ms: number, what: string): void => {
    clearTimeout(timer);
    timer = setTimeout(() => fail({ reason: 'timeout', detail: `no ${what} within ${ms} ms` }), ms);
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      // Aborted while it waited for a connection: nothing is written.
      if (isOver) return started.abort(new Error('aborted'));
      request.onSending?.();
      failAfter(request.headersMs, 'answer');
    },
    onResponseStarted() {
      hasBegun = true;
    },
    onResponseStart(_, status, headers) {
      // 1xx is not the final answer.
      if (isOver || status < 200) return;
      answer = { status, headers };
      failAfter(request.bodyMs, 'whole body');
      request.onHeaders?.(status, headers);
    },
    onResponseData(_, chunk) {
      const maxBytes = answer !== null && answer.status < 300 ? request.maxBytes : MAX_OTHER_BYTES;
      if (!isOver && !body.add(chunk, maxBytes)) giveAnswer(false);
    },
    onResponseEnd: () => giveAnswer(true),
    onResponseError(_, error) {
      if (!isFromOutside(error)) give(error);
      else fail({ reason: reasonFor(error, controller !== null, hasBegun), detail: describe(error) });
    },
  };
  return { handler, give };
}

function createBoundedBuffer() {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    /** False: the rest was left out. */
    add(chunk: Buffer, maxBytes: number): boolean {
      chunks.push(chunk.subarray(0, maxBytes - size));
      size += chunk.length;
      return size <= maxBytes;
    },
    bytes: () => Buffer.concat(chunks),
  };
}

/** Failures of the network, of the server and of stopping have codes; our own faults have none, or these. */
function isFromOutside(error: Error): boolean {
  const code = codeOf(error);
  return code !== '' && !/^(UND_ERR_INVALID_ARG|ERR_ASSERTION|ERR_INVALID_.*)$/.test(code);
}

function reasonFor(error: Error, wasSent: boolean, hasBegun: boolean): Failure['reason'] {
  const code = codeOf(error);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'stopped';
  if (!wasSent) return 'connect';
  return hasBegun ? 'truncated' : 'closedEarly';
}

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  // An answer that is not HTTP has no code.
  return error.name === 'HTTPParserError' ? error.name : '';
}

function describe(error: Error): string {
  return `${error.message || 'no connection'} (${codeOf(error)})`.slice(0, 300);
}
/** By name in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The first of several headers with this name. */
export function headerText(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Keep-alive connections, a bounded number per origin, with one call at a time on each. HTTP/1.1 only, so that a broken socket breaks one
 * call. Timeouts other than connecting belong to the exchange.
 */

export interface HttpConnections {
  readonly dispatcher: Dispatcher;
  /** Calls in flight end as `stopped`. */
  stop(): Promise<void>;
}

export interface ConnectionLimits {
  readonly connectMs: number;
  readonly maxPerOrigin: number;
}

export function createHttpConnections({ connectMs, maxPerOrigin }: ConnectionLimits): HttpConnections {
  const dispatcher = new Agent({
    connections: maxPerOrigin,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: connectMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { dispatcher, stop: () => dispatcher.destroy() };
}
