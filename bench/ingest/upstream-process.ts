/**
 * An upstream without limits that has every body ready, so that the benchmark measures whoever asks. Its argument is the number of
 * games; it tells its address and their ids.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makePracticeBodies } from '../practice-games.ts';

const bodies = makePracticeBodies(Number(process.argv[2]));
/** More than anybody can use up. */
const LIMITS = [
  'X-App-Rate-Limit',
  '1000000:10',
  'X-App-Rate-Limit-Count',
  '1:10',
  'X-Method-Rate-Limit',
  '1000000:10',
  'X-Method-Rate-Limit-Count',
  '1:10',
];

const server = createServer((request, response) => {
  const body = bodies.get(request.url?.slice(request.url.lastIndexOf('/') + 1) ?? '');
  if (body === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, [
    'Content-Type',
    'application/json;charset=utf-8',
    'Content-Length',
    String(body.length),
    ...LIMITS,
  ]);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, ids: [...bodies.keys()] });
});
process.once('disconnect', () => {
  server.close();
  server.closeAllConnections();
});
