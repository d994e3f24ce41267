/** A server of media that no client should trust, at `/{kind}.mp4`. */
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

export interface HostileMediaSettings {
  readonly ffmpeg: string;
  /** Where odd videos are made. */
  readonly directory: string;
  /** Where media lead that lead elsewhere: `http://127.0.0.1:9` */
  readonly target: string;
}

export interface HostileMedia {
  readonly origin: string;
  stop(): Promise<void>;
}

const BLOCK_BYTES = 262_144;
const LARGE_BYTES = 5_000_000_000;
const BOMB_MEMBERS = 40_000;
/** The first bytes of an mp4: a client that looks at no more takes it for one. */
const BEGINNING = Buffer.from('0000001866747970697336d4000002006973366d6d703432', 'hex');
const PACKED = ['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1', '-pix_fmt', 'yuv420p'];

/** True videos, however odd: what ffmpeg makes them of. */
const ODD_VIDEOS: Readonly<Record<string, readonly string[]>> = {
  wide: ['color=c=green:s=8192x4320:r=1/2:d=4', ...PACKED, '-x264-params', 'rc-lookahead=0'],
  long: ['color=c=green:s=64x36:r=1/10:d=21600', ...PACKED],
  short: ['testsrc2=s=320x180:r=20:d=0.5', ...PACKED],
  tiny: ['testsrc2=s=8x8:r=20:d=5', ...PACKED],
  still: ['color=c=black:s=320x180:r=20:d=6', ...PACKED],
  'sound-only': ['sine=frequency=440:duration=6', '-c:a', 'aac', '-b:a', '40k'],
};

export async function startHostileMedia(settings: HostileMediaSettings): Promise<HostileMedia> {
  const { ffmpeg, directory, target } = settings;
  const redirects: Readonly<Record<string, string>> = {
    redirect: `${target}/inner.mp4`,
    'redirect-file': 'file:///etc/passwd',
    'redirect-loop': '/redirect-loop.mp4',
    'redirect-private': 'http://169.254.169.254/latest/meta-data/',
  };
  const bodies: Readonly<Record<string, string>> = {
    html: '<!DOCTYPE html><html><body>Sign in to watch</body></html>',
    text: 'This is not a video. '.repeat(100),
    zeros: '\0'.repeat(100_000),
    playlist: `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${target}/inner.ts\n#EXTINF:4,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`,
    concat: `ffconcat version 1.0\nfile '/etc/passwd'\nfile '${target}/inner.mp4'\n`,
    'page-inner': `<!DOCTYPE html><html><head><meta property="og:video" content="${target}/inner.mp4"></head><body><video src="${target}/inner.mp4"></video></body></html>`,
    name: BEGINNING.toString('latin1').repeat(200),
  };

  async function answer(kind: string, response: ServerResponse): Promise<void> {
    const odd = ODD_VIDEOS[kind];
    if (odd !== undefined) {
      const file = join(directory, `odd-${kind}.mp4`);
      await promisify(execFile)(ffmpeg, ['-v', 'error', '-y', '-f', 'lavfi', '-i', ...odd, file]);
      response.writeHead(200, { 'Content-Type': 'video/mp4' });
      await pipeline(createReadStream(file), response);
    } else if (redirects[kind] !== undefined) response.writeHead(302, { Location: redirects[kind] }).end();
    else if (bodies[kind] === undefined) await sendUnending(kind, response);
    else {
      response.setHeader('Content-Type', kind === 'page-inner' ? 'text/html' : 'video/mp4');
      if (kind === 'name')
        response.setHeader('Content-Disposition', 'attachment; filename="../../../tmp/pwned.sh"');
      response.end(bodies[kind]);
    }
  }

  const server = createServer((request, response) => {
    const kind = /^\/(.+)\.mp4$/.exec(request.url ?? '')?.[1] ?? '';
    answer(kind, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Ends when the client goes or the server stops. Large bodies are one block sent again and again. */
async function sendUnending(kind: string, response: ServerResponse): Promise<void> {
  const start = (headers: Readonly<Record<string, string | number>>): void => {
    response.writeHead(200, { 'Content-Type': 'video/mp4', ...headers });
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
    case 'drip': {
      start({ 'Content-Length': 1_000_000 });
      response.write(BEGINNING);
      const timer = setInterval(() => response.write('\0'), 1000);
      response.once('close', () => clearInterval(timer));
      return;
    }
    case 'stall':
      start({ 'Content-Length': 1_000_000 });
      response.flushHeaders();
      return;
    case 'cut':
      start({ 'Content-Length': BLOCK_BYTES * 3 });
      response.write(Buffer.concat([BEGINNING, Buffer.alloc(BLOCK_BYTES)]), () => response.socket?.destroy());
      return;
    default:
      throw new Error(`there is no hostile medium ${JSON.stringify(kind)}`);
  }
}

async function sendBlocks(response: ServerResponse, block: Buffer, count: number): Promise<void> {
  for (let sent = 0; sent < count && !response.destroyed; sent++)
    if (!response.write(block))
      await new Promise<void>((resolve) => {
        const done = (): void => {
          response.off('drain', done).off('close', done);
          resolve();
        };
        response.on('drain', done).on('close', done);
      });
  response.end();
}
