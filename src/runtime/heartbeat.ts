/** Reports to the other processes that this one is alive: a row in `process`, refreshed every few seconds and removed at the stop. */
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Database } from './postgres/database.ts';
import { removeProcess, upsertProcess } from './postgres/operations.ts';
import { supervise, type Supervised } from './supervise.ts';

export const HEARTBEAT_MS = 5_000;

export interface HeartbeatOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly id: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly startedAt: Date;
}

/** Resolves after the first beat, so that the process is listed before it starts work. */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Supervised> {
  const { database, log, id, roles, version } = options;
  let cpuBefore = process.cpuUsage();
  let measuredAt = performance.now();

  async function beat(): Promise<void> {
    const cpu = process.cpuUsage(cpuBefore);
    const elapsedMs = performance.now() - measuredAt;
    cpuBefore = process.cpuUsage();
    measuredAt = performance.now();
    await upsertProcess(database, {
      id,
      host: hostname(),
      pid: process.pid,
      roles,
      version,
      startedAt: options.startedAt.toISOString(),
      rssBytes: process.memoryUsage.rss(),
      cpuPercent: ((cpu.user + cpu.system) / 1000 / elapsedMs) * 100,
    });
  }

  const firstBeat = Promise.withResolvers<void>();
  const beating = supervise(() => beat().finally(firstBeat.resolve), {
    everyMs: HEARTBEAT_MS,
    // PostgreSQL is away; the next beat tries again.
    onError: (error) => log.debug({ err: error }, 'heartbeat missed'),
  });
  await firstBeat.promise;
  return {
    async stop() {
      await beating.stop();
      await removeProcess(database, id);
    },
  };
}
