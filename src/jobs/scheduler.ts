/** The scheduler role of one process: it waits to lead, and serves the schedules of all processes while it does. */
import type { Logger } from 'pino';
import type { PostgresConnection } from '#/stores/postgres/database.ts';
import { createLeadership } from './leadership.ts';
import { runSchedules, type ScheduleOptions } from './schedules.ts';

export interface SchedulerOptions {
  readonly connection: PostgresConnection;
  readonly log: Logger;
  /** Asked whenever this process begins to lead. */
  readonly parts: () => ScheduleOptions;
}

export interface Scheduler {
  start(): void;
  stop(): Promise<void>;
  leads(): boolean;
}

export function createScheduler({ connection, log, parts }: SchedulerOptions): Scheduler {
  let term = { end: new AbortController(), ended: Promise.resolve() };
  const leadership = createLeadership({
    connection,
    log,
    onGained() {
      const end = new AbortController();
      // The last term may still be finishing a statement.
      term = { end, ended: term.ended.then(() => runSchedules(parts(), end.signal)) };
    },
    onLost: () => term.end.abort(),
  });
  return {
    start: () => leadership.start(),
    leads: () => leadership.leads(),
    async stop() {
      await leadership.stop();
      await term.ended;
    },
  };
}
