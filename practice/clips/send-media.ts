/** Puts a video on the wire: whole, the part that a Range asks for, or only its headers; a playlist; or the refusal of a dead link. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { DEAD_FATES } from './posts.ts';

const RANGE = /^bytes=(\d*)-(\d*)$/;

export function sendText(
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body), ...headers })
    .end(body);
}

export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { size } = await stat(file);
  const [, from = '', to = ''] = RANGE.exec(request.headers.range ?? '') ?? [];
  const isPart = from !== '' || to !== '';
  const start = from === '' ? Math.max(0, size - Number(to || size)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  const own = { 'Content-Type': contentType, 'Accept-Ranges': 'bytes', ...headers };
  if (isPart && (start > end || start >= size)) {
    response.writeHead(416, { ...own, 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  response.writeHead(isPart ? 206 : 200, {
    ...own,
    'Content-Length': end - start + 1,
    ...(isPart ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  // A client that goes away before the end is no mistake of ours.
  await pipeline(createReadStream(file, { start, end }), response).catch(() => response.destroy());
}

export function sendDead(response: ServerResponse, fate: (typeof DEAD_FATES)[number]): void {
  switch (fate) {
    case 'gone':
      return sendText(response, 404, 'text/plain', 'There is no such video.');
    case 'deleted':
      return sendText(response, 410, 'text/plain', 'This video was deleted by its author.');
    case 'forbidden':
      return sendText(response, 403, 'text/plain', 'This video is private.');
    case 'geo':
      return sendText(response, 451, 'text/plain', 'This video is not available in your country.');
    case 'login':
      response.writeHead(302, { Location: '/clips/login' }).end();
      return;
    default:
      fate satisfies never;
  }
}
