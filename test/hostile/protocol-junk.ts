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

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
}

/** To an operation that takes a body from anybody. */
function post(headers: string, body: string): string {
  const type = 'Content-Type: application/json\r\n';
  return `POST /api/tft/explore HTTP/1.1\r\n${HOST}${type}${headers}\r\n\r\n${body}`;
}

function chunks(body: string): string {
  return post('Transfer-Encoding: chunked', body);
}

function handshake(path: string, headers: string, method = 'GET'): string {
  return `${method} ${path} HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`;
}

const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const VERSION = 'Sec-WebSocket-Version: 13\r\n';
const H2C = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAA\r\n';

const CASES: Readonly<Record<string, Write>> = {
  'no host': (path) => `GET ${path} HTTP/1.1\r\n\r\n`,
  'two hosts': (path) => get(path, 'Host: evil.example\r\n'),
  'a foreign host': (path) => `GET ${path} HTTP/1.1\r\nHost: evil.example\r\n\r\n`,
  'a host of noise': (path, filler) => `GET ${path} HTTP/1.1\r\nHost: ${oneLine(filler)}\r\n\r\n`,
  'an unknown method': (path) => `BREW ${path} HTTP/1.1\r\n${HOST}\r\n`,
  'a method in lower case': (path) => `get ${path} HTTP/1.1\r\n${HOST}\r\n`,
  'a version of the future': (path) => `GET ${path} HTTP/9.9\r\n${HOST}\r\n`,
  'a version of the past': (path) => `GET ${path}\r\n\r\n`,
  'HTTP/1.0 without a host': (path) => `GET ${path} HTTP/1.0\r\n\r\n`,
  'a whole address': (path) => get(`http://evil.example${path}`),
  'a tunnel': () => 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n',
  'options of everything': () => `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  trace: (path) => `TRACE ${path} HTTP/1.1\r\n${HOST}\r\n`,
  'a head of it': (path) => `HEAD ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  'the preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the greeting of TLS': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'.padEnd(200, '\x05'),
  'an upgrade to h2c': (path) => get(path, H2C),
  'an address of noise': (_path, filler) => get(`/${filler}`),
  'an address of 20 KB': (path) => get(`${path}?${'x'.repeat(20_000)}`),
  'a way out of the folder': () => get('/assets/../../package.json'),
  'a hidden way out': () => get('/assets/..%2f..%2fpackage.json'),
  'broken escapes': () => get('/api/tft/matches/%zz%c0%ae'),
  'nothing but blanks': () => '\r\n\r\n\r\n',
  noise: (_path, filler) => filler,
  'noise after a request': (path, filler) => `${get(path)}${filler}`,
  'thirty requests at once': (path) => get(path).repeat(30),

  'a header of 64 KB': (path) => get(path, `X: ${'y'.repeat(65_536)}\r\n`),
  'three thousand headers': (path) => get(path, 'X: y\r\n'.repeat(3_000)),
  'a header without a colon': (path) => get(path, 'nonsense\r\n'),
  'a blank in a name': (path) => get(path, 'X y: z\r\n'),
  'a NUL in a header': (path) => get(path, 'X: a\0b\r\n'),
  'a folded header': (path) => get(path, 'X: a\r\n b\r\n'),
  'line feeds alone': (path) => `GET ${path} HTTP/1.1\nHost: localhost\n\n`,
  'a carriage return alone': (path) => get(path, 'X: a\rb\r\n'),
  'headers that end too soon': (path) => `GET ${path} HTTP/1.1\r\n${HOST}X: `,
  'an expectation': () => post('Expect: 100-continue\r\nContent-Length: 2', '{}'),
  'an unknown expectation': (path) => get(path, 'Expect: miracles\r\n'),
  'noise as a token': (path, filler) => get(path, `Authorization: Basic ${oneLine(filler)}\r\n`),
  'noise as a range': (path, filler) => get(path, `Range: ${oneLine(filler)}\r\n`),
  'noise as forwarded': (path, filler) =>
    get(path, `X-Forwarded-For: ${oneLine(filler)}\r\nX-Forwarded-Proto: ${oneLine(filler)}\r\n`),

  'a body that is too short': () => post('Content-Length: 100', '{}'),
  'a body that is too long': () => post('Content-Length: 2', '{}{"more":1}'),
  'a length below zero': () => post('Content-Length: -1', '{}'),
  'a length beyond all': () => post('Content-Length: 99999999999999999999', '{}'),
  'a gigabyte announced': () => post('Content-Length: 1073741824', '{'),
  'two lengths': () => post('Content-Length: 2\r\nContent-Length: 3', '{} '),
  'a length and chunks': () =>
    post('Content-Length: 2\r\nTransfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'),
  'an unknown coding': () => post('Transfer-Encoding: xchunked', '{}'),
  'chunks twice': () => post('Transfer-Encoding: chunked, chunked', '0\r\n\r\n'),
  'a chunk of no size': () => chunks('zz\r\n{}\r\n'),
  'a chunk of a terabyte': () => chunks('ffffffffff\r\n{}\r\n'),
  'a chunk with endless remarks': () => chunks(`2;${'x'.repeat(30_000)}\r\n{}\r\n0\r\n\r\n`),
  'chunks without an end': () => chunks('2\r\n{}\r\n'),
  'a good body in chunks': () =>
    post('Transfer-Encoding: chunked\r\nConnection: close', '1\r\n{\r\n1\r\n}\r\n0\r\nX: y\r\n\r\n'),
  'a body that says gzip': () =>
    post('Content-Encoding: gzip\r\nContent-Length: 2\r\nConnection: close', '\x1f\x8b'),

  'a handshake elsewhere': (path) => handshake(path, VERSION + KEY),
  'a handshake without a key': () => handshake('/api/live', VERSION),
  'a handshake of version 0': () => handshake('/api/live', `Sec-WebSocket-Version: 0\r\n${KEY}`),
  'a handshake by POST': () => handshake('/api/live', VERSION + KEY, 'POST'),
  'a handshake from elsewhere': () =>
    handshake('/api/live', `Origin: https://evil.example\r\n${VERSION}${KEY}`),
  'noise after a handshake': (_path, filler) => `${handshake('/api/live', VERSION + KEY)}${filler}`,
};

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
 * Every answer on the connection, one after another, the last without its body when our goodbye has overtaken it. Where no length is given,
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
