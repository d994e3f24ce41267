/**
 * Reads a request's body: decompressed, never more than a cap (counted after decompression, so that a small bomb stays
 * small), into memory for SQL and into a file for an INSERT's data. The engine reads the file itself (`FROM INFILE`):
 * one statement whatever the size, hence one block, and bytes that no SQL parser sees.
 */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { refuse, ServerException } from './exceptions.ts';

export interface SpoolFile {
  /** Relative to the spool directory, which is the process's working directory: no path of the operator needs quoting. */
  readonly name: string;
  remove(): Promise<void>;
}

/** SQL and parameters; data belongs into an INSERT with its query in the URL, as the client's `insert` sends it. */
const MAX_SQL_BYTES = 64 * 1024 * 1024;
/** One INSERT is one block of the engine, held in memory once: this bounds it. */
const MAX_INSERT_BYTES = 256 * 1024 * 1024;

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  await consume(request, MAX_SQL_BYTES, async (source) => {
    for await (const part of source) parts.push(part as Buffer);
  });
  return Buffer.concat(parts);
}

/** Writes `head` (data that came with the query) and the body. What fails half-way leaves no file. */
export async function spoolBody(
  directory: string,
  id: string,
  head: Buffer,
  body: IncomingMessage | null,
): Promise<SpoolFile> {
  const path = join(directory, id);
  const file = { name: id, remove: () => rm(path, { force: true }) };
  const write = async (source: Readable) => {
    await pipeline(
      async function* () {
        if (head.length > 0) yield head;
        yield* source as AsyncIterable<Buffer>;
      },
      createWriteStream(path, { mode: 0o600 }),
    );
  };
  try {
    if (body === null) await write(Readable.from([]));
    else await consume(body, MAX_INSERT_BYTES, write);
    return file;
  } catch (error) {
    await file.remove();
    throw error;
  }
}

async function consume(
  request: IncomingMessage,
  maxBytes: number,
  read: (source: Readable) => Promise<void>,
): Promise<void> {
  const decoder = decoderFor(request.headers['content-encoding']);
  const counted = countUpTo(maxBytes);
  const stages = decoder === null ? [request, counted] : [request, decoder, counted];
  try {
    await Promise.all([pipeline(stages as [Readable, Transform]), read(counted)]);
  } catch (error) {
    throw toBodyFault(error);
  }
}

function decoderFor(encoding: string | undefined): Transform | null {
  switch (encoding) {
    case undefined:
    case '':
    case 'identity':
      return null;
    case 'gzip':
      return createGunzip();
    case 'zstd':
      return createZstdDecompress();
    case 'br':
      return createBrotliDecompress();
    default:
      throw refuse(
        'UNKNOWN_COMPRESSION_METHOD',
        `Unknown compression method: ${encoding}. Expected gzip, zstd or br`,
      );
  }
}

function countUpTo(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) return done(null, chunk);
      const limit = `${maxBytes / 1024 / 1024} MiB`;
      done(
        refuse(
          'TOO_MANY_BYTES',
          `The body is larger than ${limit} (decompressed). Send it as several INSERTs`,
        ),
      );
    },
  });
}

function toBodyFault(error: unknown): ServerException {
  if (error instanceof ServerException) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC')
    return refuse('NOT_ENOUGH_SPACE', 'The disk is full: the INSERT could not be received', { cause: error });
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ZSTD')) {
    return refuse('BAD_ARGUMENTS', `The body cannot be decompressed: ${code}`, { cause: error });
  }
  return refuse('ABORTED', `The body ended before it was complete: ${code}`, { cause: error });
}
