/**
 * An upstream without limits that has every body ready, in its own process: what it spends is not measured. Its argument is the number
 * of TFT games; its message is an `Upstream`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endWithParent, programArgument } from '../harness/programs.ts';
import { LARGE_MATCH, makeLargeBodies, makeTftBodies } from './bodies.ts';

export interface Upstream {
  readonly url: string;
  readonly ids: readonly string[];
}

const HEADERS = {
  'Content-Type': 'application/json;charset=utf-8',
  'X-App-Rate-Limit': '1000000:10',
  'X-App-Rate-Limit-Count': '1:10',
  'X-Method-Rate-Limit': '1000000:10',
  'X-Method-Rate-Limit-Count': '1:10',
};

const games = makeTftBodies(programArgument() as number);
const ids = [...games.keys()];
const { match, timeline } = makeLargeBodies();
const bodies = new Map([...games, [LARGE_MATCH, match], [`${LARGE_MATCH}/timeline`, timeline]]);
const server = createServer((request, response) => {
  const body = bodies.get(request.url?.replace(/^.*\/matches\//, '') ?? '');
  if (body === undefined) response.writeHead(404).end();
  else response.writeHead(200, { ...HEADERS, 'Content-Length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, ids } satisfies Upstream);
});
endWithParent();
