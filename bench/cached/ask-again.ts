/**
 * Asks for the same address over a few connections, one request at a time on each, and counts whole answers. Written on sockets, because a
 * comfortable client would cost more than either server, and then only the client is measured.
 */
import { connect, type Socket } from 'node:net';

export interface Asked {
  readonly answers: number;
  readonly seconds: number;
  /** Of one body. */
  readonly bytes: number;
}

const CONNECTIONS = 24;
const END_OF_HEAD = '\r\n\r\n';

export async function askAgain(port: number, path: string, forMs: number): Promise<Asked> {
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\n\r\n`,
  );
  const startedAt = performance.now();
  const until = startedAt + forMs;
  const all = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => askOnOneConnection(port, request, until)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    answers: all.reduce((sum, { answers }) => sum + answers, 0),
    seconds,
    bytes: Math.max(...all.map(({ bytes }) => bytes)),
  };
}

function askOnOneConnection(
  port: number,
  request: Buffer,
  until: number,
): Promise<{ answers: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    let bytes = 0;
    let missing = 0;
    let head = '';
    const socket: Socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => socket.write(request));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length;
      else {
        head += chunk.toString('latin1', 0, 4_096);
        const end = head.indexOf(END_OF_HEAD);
        if (end < 0) return;
        bytes = lengthOf(head, reject);
        missing = bytes - (chunk.length - (end + END_OF_HEAD.length));
      }
      if (missing > 0) return;
      head = '';
      answers += 1;
      if (performance.now() < until) socket.write(request);
      else socket.end(() => resolve({ answers, bytes }));
    });
  });
}

function lengthOf(head: string, reject: (error: Error) => void): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
    reject(new Error(`not an answer: ${head.slice(0, 200)}`));
    return 0;
  }
  return Number(length);
}
