/**
 * Sends a body in a way that no client should trust: cut off, endless, a bomb, not what its type says. Large ones are made of
 * one block sent again and again, so they cost the sender next to nothing.
 */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Answer } from './answer.ts';
import type { BodyRule } from './fault-plan.ts';
import type { Headers } from './rate-headers.ts';

const BLOCK_BYTES = 1_048_576;
const HTML_PAGE = '<!DOCTYPE html><html><body><h1>We will be right back</h1></body></html>';

export async function sendDamaged(
  response: ServerResponse,
  { status, body, contentType }: Answer,
  headers: Headers,
  rule: BodyRule,
): Promise<void> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const start = (extra: Headers, type = contentType): void => {
    response.writeHead(status, ['Content-Type', type, ...extra, ...headers]);
  };
  switch (rule.kind) {
    case 'truncated-body':
      start(['Content-Length', String(bytes.length)]);
      // The end of the connection is the only sign that something is missing.
      response.write(bytes.subarray(0, Math.floor((bytes.length - 1) * (rule.atShare ?? 0.5))), () =>
        response.socket?.destroy(),
      );
      return;
    case 'slow-body': {
      start(['Content-Length', String(bytes.length)]);
      const middle = Math.floor(bytes.length / 2);
      response.write(bytes.subarray(0, middle));
      await delay(rule.pauseMs, undefined, { ref: false });
      response.end(bytes.subarray(middle));
      return;
    }
    case 'huge-body': {
      const total = Math.max(rule.bytes, bytes.length);
      start(rule.declared === true ? ['Content-Length', String(total)] : []);
      response.write(bytes);
      await sendBlocks(response, Buffer.alloc(BLOCK_BYTES, ' '), total - bytes.length);
      return;
    }
    case 'gzip-bomb':
      start(['Content-Encoding', 'gzip']);
      response.write(gzipSync(bytes));
      // A gzip stream may have many members; each of these is about a kilobyte that unpacks to a megabyte.
      await sendMembers(
        response,
        gzipSync(Buffer.alloc(BLOCK_BYTES, ' ')),
        Math.ceil(rule.bytes / BLOCK_BYTES),
      );
      return;
    case 'invalid-json':
      start([]);
      response.end(bytes.subarray(0, Math.floor(bytes.length / 2)));
      return;
    case 'html-body':
      start([], 'text/html');
      response.end(HTML_PAGE);
  }
}

async function sendBlocks(response: ServerResponse, block: Buffer, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= block.length)
    if (!(await sendOne(response, left < block.length ? block.subarray(0, left) : block))) return;
  response.end();
}

async function sendMembers(response: ServerResponse, member: Buffer, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) if (!(await sendOne(response, member))) return;
  response.end();
}

/** False: the client has gone, which is what it should do. */
async function sendOne(response: ServerResponse, block: Buffer): Promise<boolean> {
  if (response.destroyed) return false;
  if (response.write(block)) return true;
  await new Promise<void>((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
  return !response.destroyed;
}
