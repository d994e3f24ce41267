/**
 * Tells the others that this process lives: a row in `process`, refreshed every few seconds and removed at the end.
 * A missed beat (PostgreSQL away) is not an error; the next one tries again.
 */
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Database } from './postgres/database.ts';
import { removeProcess, upsertProcess } from './postgres/processes.ts';

export const HEARTBEAT_MS = 5_000;

export interface HeartbeatOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly id: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly startedAt: Date;
}

export interface Heartbeat {
  stop(): Promise<void>;
}

export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  let cpuBefore = process.cpuUsage();
  let measuredAt = performance.now();

  async function beat(): Promise<void> {
    const cpu = process.cpuUsage(cpuBefore);
    const elapsedMs = performance.now() - measuredAt;
    cpuBefore = process.cpuUsage();
    measuredAt = performance.now();
    try {
      await upsertProcess(options.database, {
        id: options.id,
        host: hostname(),
        pid: process.pid,
        roles: options.roles,
        version: options.version,
        startedAt: options.startedAt.toISOString(),
        rssBytes: process.memoryUsage.rss(),
        cpuPercent: ((cpu.user + cpu.system) / 1000 / elapsedMs) * 100,
      });
    } catch (error) {
      options.log.debug({ err: error }, 'heartbeat missed');
    }
  }

  await beat();
  const timer = setInterval(() => void beat(), HEARTBEAT_MS);
  return {
    async stop() {
      clearInterval(timer);
      await removeProcess(options.database, options.id);
    },
  };
}
