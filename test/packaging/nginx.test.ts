/** The shipped nginx file: no response of a process, and no client, may take all processes out of rotation. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withNginx } from '../support/conditional-test.ts';
import { root } from '../support/product.ts';
import { until } from '../support/until.ts';

const shipped = readFileSync(join(root, 'deploy/proxy/nginx.conf'), 'utf8');
const directives = shipped.replaceAll(/#.*$/gm, '');

test('nginx retries refused connections only, and never counts a response as a failure', () => {
  expect(/proxy_next_upstream\s+([^;]*);/.exec(directives)?.[1]?.split(/\s+/)).toEqual(['error', 'timeout']);
  const servers = [...directives.matchAll(/^\s*server\s+\S+:\d+\s*([^;{]*);/gm)].map(([, rest]) => rest);
  expect(servers).toEqual(['max_fails=0', 'max_fails=0']);
});

withNginx('nginx passes on 503 and other faults without refusing the requests of others', async () => {
  const [one, two] = [await listen(), await listen()];
  const url = await startNginx([portOf(one), portOf(two)]);
  const statusOf = async (path: string): Promise<number> => {
    const response = await fetch(`${url}${path}`);
    await response.arrayBuffer();
    return response.status;
  };

  for (let round = 0; round < 20; round++) {
    expect(await statusOf('/busy')).toBe(503);
    expect(await statusOf('/reset')).toBe(502);
    expect(await statusOf('/plain')).toBe(200);
  }
  one.close();
  one.closeAllConnections();
  for (let round = 0; round < 20; round++) expect(await statusOf('/plain')).toBe(200);
});

async function listen(): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/reset') return request.socket.resetAndDestroy();
    response.writeHead(request.url === '/busy' ? 503 : 200, { 'retry-after': '5' });
    return response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** The shipped file with its host names replaced, without TLS and HTTP/2. Resolves to its address. */
async function startNginx([first, second]: readonly [number, number]): Promise<string> {
  const free = await listen();
  const port = portOf(free);
  free.close();
  await once(free, 'close');
  const server = shipped
    .replaceAll(/^\s*(?:ssl_certificate|ssl_certificate_key|http2)\s.*$/gm, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('api-1:8750', `127.0.0.1:${first}`)
    .replace('api-2:8750', `127.0.0.1:${second}`);
  const folder = mkdtempSync(join(tmpdir(), 'gamekeeper-nginx-'));
  mkdirSync(join(folder, 'temp'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
     events { worker_connections 64; }
     http { access_log off; ${paths.join(' ')}\n${server}\n}`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx answers', 10_000, async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${words}`);
    return fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return url;
}
