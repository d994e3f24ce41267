/**
 * Saves the body of one URL to a file, through the guard. The URL and each redirect are checked first; no cookies and no referrer are sent. A
 * file is saved whole or reported as failed.
 */
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Dispatcher, ProxyAgent, request } from 'undici';
import { type ForeignUrlRules, readForeignUrl } from '#/runtime/guard/targets.ts';
import type { Guard } from '#/runtime/guard/guard.ts';
import { type AnswerHeaders, headerText } from '#/upstream/exchange.ts';
import { type DownloadFailure, failure, failureOfGuard, failureOfStatus } from './download-failure.ts';

type Fetched =
  | {
      readonly type: 'saved';
      /** Where it came from in the end. */
      readonly url: URL;
      readonly bytes: number;
      readonly encoding: string | undefined;
    }
  | { readonly type: 'failed'; readonly failure: DownloadFailure };

interface FetchTarget {
  readonly address: string;
  readonly base?: URL;
  readonly file: string;
  readonly isAppended?: boolean;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface GuardedFetch {
  fetchToFile(target: FetchTarget): Promise<Fetched>;
  stop(): Promise<void>;
}

const MAX_REDIRECTS = 5;
const HEADERS_MS = 15_000;
const SILENCE_MS = 15_000;
const ERROR_BYTES = 4_096;
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (compatible; gamekeeper)',
  accept: '*/*',
  // A compressed body would have to be inflated before its size is known.
  'accept-encoding': 'identity',
};

export function createGuardedFetch(guard: Guard, rules: ForeignUrlRules): GuardedFetch {
  const token = `Basic ${Buffer.from(`${guard.username}:${guard.password}`).toString('base64')}`;
  const dispatcher = new ProxyAgent({
    uri: guard.server,
    token,
    headersTimeout: HEADERS_MS,
    bodyTimeout: SILENCE_MS,
  });
  return {
    async fetchToFile(target) {
      const refusalsBefore = guard.refusals().length;
      try {
        const { url, answer } = await follow(target, rules, dispatcher);
        return await save(url, answer, target);
      } catch (error) {
        target.signal.throwIfAborted();
        const told = error instanceof FetchStopped ? error.failure : toFailure(error);
        return { type: 'failed', failure: failureOfGuard(guard, refusalsBefore) ?? told };
      }
    },
    stop: () => dispatcher.destroy(),
  };
}

/** Carries a failure out of the middle of a fetch; never leaves this file. */
class FetchStopped extends Error {
  readonly failure: DownloadFailure;

  constructor(failure: DownloadFailure) {
    super(failure.words);
    this.failure = failure;
  }
}

interface Answer {
  readonly statusCode: number;
  readonly headers: AnswerHeaders;
  readonly body: Readable;
}

async function follow(
  target: FetchTarget,
  rules: ForeignUrlRules,
  dispatcher: Dispatcher,
): Promise<{ url: URL; answer: Answer }> {
  let address = target.address;
  let base = target.base;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const read = readForeignUrl(address, rules, base);
    if (!read.isUsable)
      throw new FetchStopped(failure(read.fault === 'form' ? 'bad-address' : 'address-refused', read.words));
    const answer: Answer = await request(read.url, { dispatcher, headers: HEADERS, signal: target.signal });
    if (answer.statusCode >= 200 && answer.statusCode < 300) return { url: read.url, answer };
    const location = headerText(answer.headers, 'location');
    const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400 && location !== undefined;
    const body = await beginningOf(answer.body);
    if (!isRedirect) throw new FetchStopped(failureOfStatus(answer.statusCode, body));
    address = location;
    base = read.url;
  }
  throw new FetchStopped(failure('unreachable', `it was sent on more than ${MAX_REDIRECTS} times`));
}

async function save(url: URL, answer: Answer, target: FetchTarget): Promise<Fetched> {
  let bytes = 0;
  const measured = async function* (body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > target.maxBytes)
        throw new FetchStopped(failure('too-big', `it has more than ${target.maxBytes} bytes`));
      yield chunk;
    }
  };
  const out = createWriteStream(target.file, { flags: target.isAppended === true ? 'a' : 'w', mode: 0o600 });
  await pipeline(answer.body, measured, out, { signal: target.signal });
  return { type: 'saved', url, bytes, encoding: headerText(answer.headers, 'content-encoding') };
}

async function beginningOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= ERROR_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, ERROR_BYTES).toString('utf8');
}

/** Network errors have a code; bugs have none and are thrown. */
function toFailure(error: unknown): DownloadFailure {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const isSlow = /TIMEOUT/.test(String(error.code));
  return failure(
    isSlow ? 'too-slow' : 'unreachable',
    `${error.message || 'the connection broke'} (${String(error.code)})`,
  );
}
