/**
 * Writes answers as a ClickHouse server does: its headers, compression, and faults in both places where one can happen:
 * before the first byte (status, `X-ClickHouse-Exception-Code` and text) and after it (a block marked with the tag that the
 * headers announced, then the connection breaks, so that no reader takes the cut-off answer for a whole one).
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Transform, Writable } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import { httpStatusOf, toExceptionBody, type ServerException } from './exceptions.ts';
import type { Encoding } from './http-request.ts';
import { contentTypeOf } from './result-format.ts';

export interface AnswerHead {
  readonly queryId: string;
  readonly format: string;
  readonly encoding: Encoding | null;
  readonly summary: Summary;
}

/** Rows and bytes as far as they are known when the answer begins. */
interface Summary {
  readonly resultRows: number;
  readonly resultBytes: number;
  readonly writtenRows: number;
  readonly writtenBytes: number;
  readonly elapsedMs: number;
}

/** A client that takes nothing for this long has gone; its lane must not wait for it. */
const SEND_TIMEOUT_MS = 30_000;

export async function sendAnswer(
  response: ServerResponse,
  head: AnswerHead,
  pieces: AsyncIterable<Uint8Array>,
  toMidStreamFault: (error: unknown) => string,
  gone: AbortSignal,
): Promise<void> {
  const tag = randomBytes(8).toString('hex');
  response.writeHead(200, {
    ...commonHeaders(head.queryId),
    'Content-Type': contentTypeOf(head.format),
    'X-ClickHouse-Format': head.format,
    'X-ClickHouse-Summary': toSummaryHeader(head.summary),
    'X-ClickHouse-Exception-Tag': tag,
    ...(head.encoding === null ? {} : { 'Content-Encoding': head.encoding }),
  });
  const compressor = head.encoding === null ? null : createCompressor(head.encoding);
  const sink: Writable = compressor ?? response;
  compressor?.pipe(response, { end: false });
  let broken = false;
  try {
    for await (const piece of pieces) await write(sink, piece, gone);
  } catch (error) {
    if (gone.aborted) return;
    broken = true;
    sink.write(toMidStreamBlock(toMidStreamFault(error), tag));
  }
  if (compressor !== null) {
    compressor.end();
    if (!compressor.readableEnded) await once(compressor, 'end', { signal: sendDeadline(gone) });
  }
  if (broken) response.socket?.destroySoon();
  else response.end();
}

export function sendException(
  response: ServerResponse,
  queryId: string,
  exception: ServerException,
  version: string,
): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(httpStatusOf(exception.code), {
    ...commonHeaders(queryId),
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': String(exception.code),
  });
  response.end(toExceptionBody(exception, version));
}

function commonHeaders(queryId: string): Record<string, string> {
  return {
    'X-ClickHouse-Server-Display-Name': 'gamekeeper',
    'X-ClickHouse-Query-Id': queryId,
    'X-ClickHouse-Timezone': 'UTC',
  };
}

/** All numbers are strings, as the client expects them. */
function toSummaryHeader(summary: Summary): string {
  const { resultRows, resultBytes, writtenRows, writtenBytes, elapsedMs } = summary;
  const counts = {
    read_rows: writtenRows,
    read_bytes: writtenBytes,
    written_rows: writtenRows,
    written_bytes: writtenBytes,
    total_rows_to_read: 0,
    result_rows: resultRows,
    result_bytes: resultBytes,
    elapsed_ns: Math.round(elapsedMs * 1e6),
  };
  return JSON.stringify(
    Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, String(value)])),
  );
}

/** The length counts the message with its line break; the client reads the block from its end. */
function toMidStreamBlock(message: string, tag: string): string {
  const line = `${message.trimEnd()}\n`;
  return `\r\n__exception__\r\n${tag}\r\n${line}${Buffer.byteLength(line)} ${tag}\r\n__exception__\r\n`;
}

async function write(sink: Writable, piece: Uint8Array, gone: AbortSignal): Promise<void> {
  if (piece.length === 0 || sink.write(piece)) return;
  await once(sink, 'drain', { signal: sendDeadline(gone) });
}

function sendDeadline(gone: AbortSignal): AbortSignal {
  return AbortSignal.any([gone, AbortSignal.timeout(SEND_TIMEOUT_MS)]);
}

/** Fast levels: the wire is loopback, the codec is only there because the client asked. */
function createCompressor(encoding: Encoding): Transform {
  if (encoding === 'gzip') return createGzip({ level: 1 });
  if (encoding === 'zstd') return createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}
