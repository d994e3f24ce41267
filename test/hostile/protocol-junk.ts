/**
 * What is no proper HTTP: requests whose lines, headers, lengths and chunks lie, and bytes of other protocols. Written to a bare socket,
 * because no client would send it. A server may refuse or hang up; it may not fail, and it may not keep the connection.
 */
import { connect } from 'node:net';
import fc from 'fast-check';
import type { Answer } from './answer-check.ts';

export interface ProtocolJunk {
  readonly what: string;
  /** As latin1, so that a counter-example can be read. */
  readonly text: string;
}

type Write = (path: string, filler: string) => string;

const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
/** It takes a body from anybody. */
const TAKES_BODY = 'POST /api/tft/explore HTTP/1.1\r\n';
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';

const LINES: Readonly<Record<string, Write>> = {
  'no host': (path) => `GET ${path} HTTP/1.1\r\n\r\n`,
  'two hosts': (path) => `GET ${path} HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`,
  'a foreign host': (path) => `GET ${path} HTTP/1.1\r\nHost: evil.example\r\n\r\n`,
  'a host of noise': (path, filler) => `GET ${path} HTTP/1.1\r\nHost: ${oneLine(filler)}\r\n\r\n`,
  'an unknown method': (path) => `BREW ${path} HTTP/1.1\r\n${HOST}\r\n`,
  'a method in lower case': (path) => `get ${path} HTTP/1.1\r\n${HOST}\r\n`,
  'a version of the future': (path) => `GET ${path} HTTP/9.9\r\n${HOST}\r\n`,
  'a version of the past': (path) => `GET ${path}\r\n\r\n`,
  'HTTP/1.0 without a host': (path) => `GET ${path} HTTP/1.0\r\n\r\n`,
  'a whole address': (path) => `GET http://evil.example${path} HTTP/1.1\r\n${HOST}\r\n`,
  'a tunnel': () => 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n',
  'options of everything': () => `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  trace: (path) => `TRACE ${path} HTTP/1.1\r\n${HOST}\r\n`,
  'a head of it': (path) => `HEAD ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  'the preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the greeting of TLS': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(200, '\x05'),
  'an upgrade to h2c': (path) =>
    `GET ${path} HTTP/1.1\r\n${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAA\r\n\r\n`,
  'an address of noise': (_path, filler) => `GET /${filler} HTTP/1.1\r\n${HOST}\r\n`,
  'an address of 20 KB': (path) => `GET ${path}?${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`,
  'a way out of the folder': () => `GET /assets/../../package.json HTTP/1.1\r\n${HOST}\r\n`,
  'a hidden way out': () => `GET /assets/..%2f..%2fpackage.json HTTP/1.1\r\n${HOST}\r\n`,
  'broken escapes': () => `GET /api/tft/matches/%zz%c0%ae HTTP/1.1\r\n${HOST}\r\n`,
  'nothing but blanks': () => '\r\n\r\n\r\n',
  noise: (_path, filler) => filler,
  'noise after a request': (path, filler) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n${filler}`,
  'thirty requests at once': (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`.repeat(30),
};

const HEADERS: Readonly<Record<string, Write>> = {
  'a header of 64 KB': (path) => `GET ${path} HTTP/1.1\r\n${HOST}X: ${'y'.repeat(65_536)}\r\n\r\n`,
  'three thousand headers': (path) => `GET ${path} HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(3_000)}\r\n`,
  'a header without a colon': (path) => `GET ${path} HTTP/1.1\r\n${HOST}nonsense\r\n\r\n`,
  'a blank in a name': (path) => `GET ${path} HTTP/1.1\r\n${HOST}X y: z\r\n\r\n`,
  'a NUL in a header': (path) => `GET ${path} HTTP/1.1\r\n${HOST}X: a\0b\r\n\r\n`,
  'a folded header': (path) => `GET ${path} HTTP/1.1\r\n${HOST}X: a\r\n b\r\n\r\n`,
  'line feeds alone': (path) => `GET ${path} HTTP/1.1\nHost: localhost\n\n`,
  'a carriage return alone': (path) => `GET ${path} HTTP/1.1\r\n${HOST}X: a\rb\r\n\r\n`,
  'headers that end too soon': (path) => `GET ${path} HTTP/1.1\r\n${HOST}X: `,
  'an expectation': () =>
    `${TAKES_BODY}${HOST}${JSON_TYPE}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  'an unknown expectation': (path) => `GET ${path} HTTP/1.1\r\n${HOST}Expect: miracles\r\n\r\n`,
  'noise as a token': (path, filler) =>
    `GET ${path} HTTP/1.1\r\n${HOST}Authorization: Basic ${oneLine(filler)}\r\n\r\n`,
  'noise as a range': (path, filler) => `GET ${path} HTTP/1.1\r\n${HOST}Range: ${oneLine(filler)}\r\n\r\n`,
  'noise as forwarded': (path, filler) =>
    `GET ${path} HTTP/1.1\r\n${HOST}X-Forwarded-For: ${oneLine(filler)}\r\nX-Forwarded-Proto: ${oneLine(filler)}\r\n\r\n`,
};

const LENGTHS: Readonly<Record<string, Write>> = {
  'a body that is too short': () => `${TAKES_BODY}${HOST}${JSON_TYPE}Content-Length: 100\r\n\r\n{}`,
  'a body that is too long': () => `${TAKES_BODY}${HOST}${JSON_TYPE}Content-Length: 2\r\n\r\n{}{"more":1}`,
  'a length below zero': () => `${TAKES_BODY}${HOST}${JSON_TYPE}Content-Length: -1\r\n\r\n{}`,
  'a length beyond all': () =>
    `${TAKES_BODY}${HOST}${JSON_TYPE}Content-Length: 99999999999999999999\r\n\r\n{}`,
  'a gigabyte announced': () => `${TAKES_BODY}${HOST}${JSON_TYPE}Content-Length: 1073741824\r\n\r\n{`,
  'two lengths': () => `${TAKES_BODY}${HOST}${JSON_TYPE}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `,
  'a length and chunks': () =>
    `${TAKES_BODY}${HOST}${JSON_TYPE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  'an unknown coding': () => `${TAKES_BODY}${HOST}${JSON_TYPE}Transfer-Encoding: xchunked\r\n\r\n{}`,
  'chunks twice': () =>
    `${TAKES_BODY}${HOST}${JSON_TYPE}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
  'a chunk of no size': () =>
    `${TAKES_BODY}${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  'a chunk of a terabyte': () =>
    `${TAKES_BODY}${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nffffffffff\r\n{}\r\n`,
  'a chunk with endless remarks': () =>
    `${TAKES_BODY}${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(30_000)}\r\n{}\r\n0\r\n\r\n`,
  'chunks without an end': () =>
    `${TAKES_BODY}${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
  'a good body in chunks': () =>
    `${TAKES_BODY}${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\nX: y\r\n\r\n`,
  'a body that says gzip': () =>
    `${TAKES_BODY}${HOST}${JSON_TYPE}Content-Encoding: gzip\r\nContent-Length: 2\r\nConnection: close\r\n\r\n\x1f\x8b`,
};

const UPGRADES: Readonly<Record<string, Write>> = {
  'a handshake elsewhere': (path) =>
    `GET ${path} HTTP/1.1\r\n${HOST}${UPGRADE}Sec-WebSocket-Version: 13\r\n${KEY}\r\n`,
  'a handshake without a key': () =>
    `GET /api/live HTTP/1.1\r\n${HOST}${UPGRADE}Sec-WebSocket-Version: 13\r\n\r\n`,
  'a handshake of version 0': () =>
    `GET /api/live HTTP/1.1\r\n${HOST}${UPGRADE}Sec-WebSocket-Version: 0\r\n${KEY}\r\n`,
  'a handshake by POST': () =>
    `POST /api/live HTTP/1.1\r\n${HOST}${UPGRADE}Sec-WebSocket-Version: 13\r\n${KEY}\r\n`,
  'a handshake from elsewhere': () =>
    `GET /api/live HTTP/1.1\r\n${HOST}${UPGRADE}Origin: https://evil.example\r\nSec-WebSocket-Version: 13\r\n${KEY}\r\n`,
  'noise after a handshake': (_path, filler) =>
    `GET /api/live HTTP/1.1\r\n${HOST}${UPGRADE}Sec-WebSocket-Version: 13\r\n${KEY}\r\n${filler}`,
};

const CASES = { ...LINES, ...HEADERS, ...LENGTHS, ...UPGRADES };

const noise = fc.oneof(
  fc.string({ unit: fc.nat({ max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 200 }),
  fc.constantFrom('', 'x'.repeat(5_000), '\0'.repeat(100), '\x81\x80\x00\x00\x00\x00', '\x88\x02\x03\xe8'),
);

export function protocolJunk(path: string): fc.Arbitrary<ProtocolJunk> {
  return fc.tuple(fc.constantFrom(...Object.entries(CASES)), noise).map(([[what, write], filler]) => ({
    what,
    text: write(path, filler),
  }));
}

export interface JunkSent {
  readonly answers: readonly Answer[];
  /** The server still held the connection when the time was over. */
  readonly isHanging: boolean;
}

const QUIET_MS = 150;

/** Writes it, hears what comes, says goodbye when nothing more comes, and waits for the server to do the same. */
export async function sendJunk(url: string, text: string, deadlineMs: number): Promise<JunkSent> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const heard: Buffer[] = [];
  return new Promise((resolve) => {
    let quiet: NodeJS.Timeout | undefined;
    const sayGoodbyeSoon = (): void => {
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.end(), QUIET_MS);
    };
    const tooLong = setTimeout(() => {
      socket.destroy();
      finish(true);
    }, deadlineMs);
    const finish = (isHanging: boolean): void => {
      clearTimeout(quiet);
      clearTimeout(tooLong);
      resolve({ answers: readAnswers(Buffer.concat(heard).toString('latin1')), isHanging });
    };
    socket.on('connect', () => {
      socket.write(Buffer.from(text, 'latin1'));
      sayGoodbyeSoon();
    });
    socket.on('data', (chunk: Buffer) => {
      heard.push(chunk);
      sayGoodbyeSoon();
    });
    // A reset is an end like any other.
    socket.on('error', () => undefined);
    socket.on('close', () => finish(false));
  });
}

/**
 * Every answer on the connection, one after another, the last without its body when our goodbye has overtaken it. Where no length is told,
 * all that follows is the body.
 */
function readAnswers(text: string): Answer[] {
  const answers: Answer[] = [];
  let rest = text;
  for (;;) {
    const split = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, Math.max(0, split)).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1] ?? 0);
    if (status === 0) return answers;
    const headers = Object.fromEntries(lines.map(toHeader));
    const from = split + 4;
    // A continuation has no body, and neither has what was upgraded.
    const length = status < 200 ? 0 : Number(headers['content-length'] ?? rest.length - from);
    // The answer to a HEAD looks the same: a length, and no body.
    if (rest.length < from + length) return [...answers, { status, headers, text: '' }];
    const body = Buffer.from(rest.slice(from, from + length), 'latin1').toString('utf8');
    if (status >= 200) answers.push({ status, headers, text: body });
    rest = rest.slice(from + length);
  }
}

function toHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ');
}
