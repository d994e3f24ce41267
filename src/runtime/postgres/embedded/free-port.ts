/**
 * A port of our own on loopback. It is drawn from below the ranges that systems hand out for outgoing connections
 * (Linux from 32768, macOS from 49152): a port from inside them would now and then be taken by some client at the next start.
 */
import { createServer } from 'node:net';
import { hasCode } from './atomic-file.ts';
import { HOST } from './cluster-files.ts';

const LOWEST = 15_000;
const COUNT = 15_000;
const TRIES = 100;

export async function findFreePort(random: () => number = Math.random): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = LOWEST + Math.floor(random() * COUNT);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port on ${HOST} in ${TRIES} tries between ${LOWEST} and ${LOWEST + COUNT - 1}`);
}

/** Tries to listen there, which is the only honest question. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      if (hasCode(error, 'EADDRINUSE', 'EACCES')) resolve(false);
      else reject(error);
    });
    server.listen({ host: HOST, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
