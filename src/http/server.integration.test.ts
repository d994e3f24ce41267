/** What only shows on a real connection: limits of the parser, slow clients, upgrades and the way the server ends. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import type { HttpLimits } from './http-settings.ts';
import { listen } from './listen.ts';
import { createServerUnderTest, type ServerUnderTest } from './server-under-test.ts';

const opened: { under: ServerUnderTest; sockets: Socket[] }[] = [];
afterEach(async () => {
  for (const { under, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await under.server.close();
  }
});

interface Running extends ServerUnderTest {
  readonly port: number;
  /** Sends the text and answers with everything that came back until the server closed the connection. */
  readonly talk: (text: string) => Promise<string>;
  readonly dial: () => Promise<Socket>;
}

async function start(
  limits: Partial<HttpLimits> = {},
  addRoutes: (under: ServerUnderTest) => void = () => undefined,
): Promise<Running> {
  const under = await createServerUnderTest({ settings: { limits } });
  addRoutes(under);
  const sockets: Socket[] = [];
  opened.push({ under, sockets });
  const { port } = await listen(under.server, { host: '127.0.0.1', port: 0 });
  const dial = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  return {
    ...under,
    port,
    dial,
    async talk(text) {
      const socket = await dial();
      const answer = readToEnd(socket);
      socket.write(text);
      return answer;
    },
  };
}

async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  // A write that meets a socket which the server has just closed is no fault of the answer.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

/** The answer's status line and its body, if that is a problem. */
function readProblem(answer: string): { line: string; type: string | undefined; body: unknown } {
  const end = answer.indexOf('\r\n\r\n');
  return {
    line: answer.slice(0, 12),
    type: /^content-type: (.*)$/im.exec(answer)?.[1],
    body: JSON.parse(answer.slice(end)),
  };
}

const problem = (status: number, code: string) => ({
  line: `HTTP/1.1 ${status}`,
  type: 'application/problem+json; charset=utf-8',
  body: expect.objectContaining({ status, code }),
});

test('headers over 16 KB are refused as a problem', async () => {
  const { talk } = await start();
  const answer = await talk(
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
  );
  expect(readProblem(answer)).toEqual(problem(431, 'too-large'));
});

test.each([
  'not http at all\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
])('what is no request is refused as a problem: %j', async (text) => {
  const { talk } = await start();
  expect(readProblem(await talk(text))).toEqual(problem(400, 'invalid-request'));
});

const SLOW_BODY =
  'POST /api/slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
const addSlow = ({ server }: ServerUnderTest): void =>
  void server.post('/api/slow', { config: { policy: 'open' } }, async () => 'x');

/** Sends the beginning, and then a character now and then until the server has answered. */
async function answerToDrops(beginning: string): Promise<string> {
  const { dial } = await start({ headersTimeoutMs: 200, requestTimeoutMs: 400 }, addSlow);
  const socket = await dial();
  const answer = readToEnd(socket);
  socket.write(beginning);
  const drops = setInterval(() => socket.write(' '), 20);
  await answer;
  clearInterval(drops);
  return answer;
}

test('a client that sends its headers drop by drop is cut off in time', async () => {
  const answer = await answerToDrops('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Drop: x');
  expect(readProblem(answer)).toEqual(problem(408, 'timeout'));
});

test('a client that sends its body drop by drop is cut off in time', async () => {
  expect(readProblem(await answerToDrops(SLOW_BODY))).toEqual(problem(408, 'timeout'));
});

test('a connection on which nothing moves is closed', async () => {
  const { dial } = await start({ connectionTimeoutMs: 100 });
  expect(await readToEnd(await dial())).toBe('');
});

test('a client that resets its connection while sending is no failure of a store', async () => {
  const running = await start({}, addSlow);
  const socket = await running.dial();
  socket.write(SLOW_BODY);
  // The request must have reached its route before it is torn down.
  await fetch(`http://127.0.0.1:${running.port}/healthz`);
  socket.resetAndDestroy();
  await expect
    .poll(() => running.logLines.some(({ msg }) => msg === 'request cut off by the client'))
    .toBe(true);
  expect(running.logLines.filter(({ msg }) => msg === 'request failed')).toEqual([]);
});

test.each([
  ['an offer to speak another protocol', 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c'],
  ['an unknown expectation', 'Expect: wonders\r\nConnection: close'],
])('%s is ignored', async (_what, headers) => {
  const { talk } = await start();
  const answer = await talk(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*\{"status":"ok"\}/);
});

/** A route that answers only when told to, and says when it was reached. */
function addGate({ server }: ServerUnderTest) {
  const reached = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<{ done: boolean }>();
  server.get('/api/gate', { config: { policy: 'open' } }, () => {
    reached.resolve();
    return answer.promise;
  });
  return { reached: reached.promise, open: () => answer.resolve({ done: true }) };
}

test('closing lets a request finish, closes its connection, and ends idle connections at once', async () => {
  let gate = { reached: Promise.resolve(), open: (): void => undefined };
  const running = await start({ keepAliveTimeoutMs: 60_000, closeTimeoutMs: 30_000 }, (under) => {
    gate = addGate(under);
  });
  const idle = await running.dial();
  idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(idle, 'data');
  const untouched = await running.dial();
  const busy = await running.dial();
  const answer = readToEnd(busy);
  busy.write('GET /api/gate HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await gate.reached;

  const closed = running.server.close();
  await Promise.all([once(idle, 'close'), once(untouched, 'close')]);
  gate.open();
  expect(await answer).toContain('{"done":true}');
  await closed;
});

test('a request that arrives while the server closes is asked to come back', async () => {
  const closing = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const running = await start({}, ({ server }) => {
    server.addHook('preClose', async () => {
      closing.resolve();
      await mayEnd.promise;
    });
  });
  const closed = running.server.close();
  await closing.promise;
  const answer = await running.talk('GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(readProblem(answer)).toEqual(problem(503, 'unavailable'));
  expect(answer).toMatch(/retry-after: 5/i);
  mayEnd.resolve();
  await closed;
});

test('closing takes a bounded time even when a request never ends', async () => {
  let gate = { reached: Promise.resolve(), open: (): void => undefined };
  const running = await start({ closeTimeoutMs: 200 }, (under) => {
    gate = addGate(under);
  });
  const busy = await running.dial();
  busy.write('GET /api/gate HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await gate.reached;
  // Without the bound it would wait for the request, and the test for its own limit.
  await expect(running.server.close()).resolves.toBeUndefined();
});
