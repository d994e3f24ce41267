/**
 * How our PostgreSQL is set, and its port. The settings are given on the command line at every start, so that a new version of
 * Gamekeeper brings its own; what is not named here can be set in data/postgresql.conf.
 */
import { createServer } from 'node:net';
import { hasCode } from './files.ts';

export const HOST = '127.0.0.1';
/**
 * Ports below the ranges that systems use for outgoing connections (Linux from 32768, macOS from 49152): one from inside them would now and
 * then be taken by a client at the next start.
 */
const LOWEST = 15_000;
const COUNT = 15_000;
const TRIES = 100;

export function serverArguments(dataDirectory: string, port: number): string[] {
  const settings = Object.entries(serverSettings(port)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  return ['-D', dataDirectory, ...settings];
}

function serverSettings(port: number): Record<string, string> {
  return {
    // Loopback TCP with scram instead of a unix socket: a socket path may have 107 bytes at most, and data folders are deeper.
    listen_addresses: HOST,
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    password_encryption: 'scram-sha-256',

    // What was reported as stored survives a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // An open transaction holds back the projector.
    idle_in_transaction_session_timeout: '60s',
    // A query whose client was killed ends soon instead of running to its end.
    client_connection_check_interval: '5s',

    // Small enough for a laptop.
    shared_buffers: '64MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    huge_pages: 'off',
    jit: 'off',
    max_wal_size: '512MB',
    min_wal_size: '64MB',

    // Few processes and few wake-ups while nothing happens. The reading workers of PostgreSQL 18 alone would be three more.
    io_method: 'sync',
    max_worker_processes: '4',
    max_parallel_workers: '2',
    max_logical_replication_workers: '0',
    autovacuum_max_workers: '2',
    autovacuum_naptime: '60s',
    checkpoint_timeout: '15min',
    bgwriter_delay: '1s',
    wal_writer_delay: '1s',

    // Our own file, bounded by `boundLog`.
    logging_collector: 'off',
    log_destination: 'stderr',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    // `failureIn` reads causes out of these lines.
    lc_messages: 'C',
  };
}

export async function findFreePort(random: () => number = Math.random): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = LOWEST + Math.floor(random() * COUNT);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port on ${HOST} in ${TRIES} tries between ${LOWEST} and ${LOWEST + COUNT - 1}`);
}

/** Tries to listen there; nothing else is certain. */
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
