/**
 * Sends what no client should trust. Endless ones end when the client goes, or when the server does; what is large is one block sent
 * again and again, so that it costs the sender next to nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { mp4In, type ClipMaker } from './clip-maker.ts';
import { ODD_VIDEOS, type HostileKind, type OddVideo } from './hostile-kinds.ts';
import { sendFile, sendText } from './send-media.ts';

const BLOCK_BYTES = 262_144;
const VIDEO = 'video/mp4';
/** What an mp4 begins with, so that whoever looks at the first bytes alone is taken in. */
const BEGINNING = Buffer.from('0000001866747970697336d4000002006973366d6d703432', 'hex');
const LARGE_BYTES = 5_000_000_000;
const BOMB_MEMBERS = 40_000;

export interface HostileAnswer {
  readonly kind: HostileKind;
  /** Where those lead that lead elsewhere. */
  readonly target: string;
  readonly maker: ClipMaker;
}

export async function sendHostile(
  request: IncomingMessage,
  response: ServerResponse,
  answer: HostileAnswer,
): Promise<void> {
  const { kind, target, maker } = answer;
  if (isOdd(kind)) {
    if (!maker.isAble())
      return sendText(response, 503, 'text/plain', 'There is no ffmpeg to make videos with.');
    return sendFile(request, response, mp4In(await maker.makeOdd(kind)), VIDEO);
  }
  if (isRedirect(kind)) {
    response.writeHead(302, { Location: redirects(target, request.url ?? '/')[kind] }).end();
    return;
  }
  if (isUnending(kind)) return sendUnending(response, kind);
  const [contentType, body, headers] = wholeBodies(target)[kind];
  sendText(response, 200, contentType, body, headers);
}

type Redirect = 'redirect' | 'redirect-file' | 'redirect-loop' | 'redirect-private';
type Unending = 'endless' | 'too-big' | 'gzip-bomb' | 'drip' | 'stall' | 'cut';
type WholeBody = Exclude<HostileKind, OddVideo | Redirect | Unending>;

const UNENDING: readonly string[] = [
  'endless',
  'too-big',
  'gzip-bomb',
  'drip',
  'stall',
  'cut',
] satisfies Unending[];

function isOdd(kind: HostileKind): kind is OddVideo {
  return kind in ODD_VIDEOS;
}

function isRedirect(kind: HostileKind): kind is Redirect {
  return kind.startsWith('redirect');
}

function isUnending(kind: HostileKind): kind is Unending {
  return UNENDING.includes(kind);
}

function redirects(target: string, own: string): Readonly<Record<Redirect, string>> {
  return {
    redirect: `${target}/inner.mp4`,
    'redirect-file': 'file:///etc/passwd',
    'redirect-loop': own,
    'redirect-private': 'http://169.254.169.254/latest/meta-data/',
  };
}

type Body = readonly [contentType: string, body: string, headers?: Readonly<Record<string, string>>];

function wholeBodies(target: string): Readonly<Record<WholeBody, Body>> {
  return {
    html: [VIDEO, '<!DOCTYPE html><html><body>Sign in to watch</body></html>'],
    text: [VIDEO, 'This is not a video. '.repeat(100)],
    zeros: [VIDEO, '\0'.repeat(100_000)],
    playlist: [VIDEO, playlist(target)],
    concat: [VIDEO, `ffconcat version 1.0\nfile '/etc/passwd'\nfile '${target}/inner.mp4'\n`],
    'page-inner': ['text/html', innerPage(target)],
    name: [
      VIDEO,
      BEGINNING.toString('latin1').repeat(200),
      { 'Content-Disposition': 'attachment; filename="../../../tmp/pwned.sh"' },
    ],
  };
}

async function sendUnending(response: ServerResponse, kind: Unending): Promise<void> {
  const start = (headers: Readonly<Record<string, string | number>>): void => {
    response.writeHead(200, { 'Content-Type': VIDEO, ...headers });
  };
  switch (kind) {
    case 'endless':
      start({});
      return sendBlocks(response, Buffer.alloc(BLOCK_BYTES, 7), Infinity);
    case 'too-big':
      start({ 'Content-Length': LARGE_BYTES });
      return sendBlocks(response, Buffer.alloc(BLOCK_BYTES, 7), Math.floor(LARGE_BYTES / BLOCK_BYTES));
    case 'gzip-bomb':
      start({ 'Content-Encoding': 'gzip' });
      return sendBlocks(response, gzipSync(Buffer.alloc(BLOCK_BYTES)), BOMB_MEMBERS);
    case 'drip':
      start({ 'Content-Length': 1_000_000 });
      return drip(response);
    case 'stall':
      start({ 'Content-Length': 1_000_000 });
      response.flushHeaders();
      return;
    case 'cut':
      start({ 'Content-Length': BLOCK_BYTES * 3 });
      response.write(Buffer.concat([BEGINNING, Buffer.alloc(BLOCK_BYTES)]), () => response.socket?.destroy());
      return;
    default:
      kind satisfies never;
  }
}

function playlist(target: string): string {
  return [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:4',
    '#EXTINF:4,',
    `${target}/inner.ts`,
    '#EXTINF:4,',
    'file:///etc/passwd',
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

function innerPage(target: string): string {
  const address = `${target}/inner.mp4`;
  return `<!DOCTYPE html><html><head><meta property="og:video" content="${address}"></head><body><video src="${address}"></video></body></html>`;
}

/** A byte a second, until the client has had enough. */
function drip(response: ServerResponse): void {
  response.write(BEGINNING);
  const timer = setInterval(() => response.write('\0'), 1000);
  timer.unref();
  response.once('close', () => clearInterval(timer));
}

async function sendBlocks(response: ServerResponse, block: Buffer, count: number): Promise<void> {
  for (let sent = 0; sent < count && !response.destroyed; sent++)
    if (!response.write(block)) await drained(response);
  response.end();
}

/** Or closed: the client has gone, which is what it should do. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
