/**
 * How our PostgreSQL is set. The settings are given on the command line at every start, so that a new version of Gamekeeper
 * brings its own; what is not named here can be set in data/postgresql.conf.
 */
import { HOST } from './cluster-files.ts';

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

    // What was answered "stored" survives a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // An open transaction holds back the projector.
    idle_in_transaction_session_timeout: '60s',
    // A query whose client was killed ends soon instead of running to its end.
    client_connection_check_interval: '5s',

    // A laptop's share of memory.
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

    // Our own file, bounded by `server-log.ts`.
    logging_collector: 'off',
    log_destination: 'stderr',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    // The start-up reads causes out of these lines.
    lc_messages: 'C',
  };
}
