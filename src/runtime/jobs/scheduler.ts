/**
 * The scheduler role of one process: it waits to lead, and serves the schedules of all processes while it does.
 *
 * pg-boss's own claim (a time stamp that whoever comes first after an interval may move) keeps slots from being sent twice, but
 * nobody leads: it cannot tell `status` who schedules. A lock can.
 */
import type { Logger } from 'pino';
import type { PostgresConnection } from '../postgres/database.ts';
import { createLead } from '../postgres/lead.ts';
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

const LOCK = [0x67616d65, 0x6c656164] as const;

export function createScheduler({ connection, log, parts }: SchedulerOptions): Scheduler {
  let term = { end: new AbortController(), ended: Promise.resolve() };
  const lead = createLead({
    connection,
    log,
    name: 'scheduler',
    lock: LOCK,
    onGained() {
      const end = new AbortController();
      // The last term may still be finishing a statement.
      term = { end, ended: term.ended.then(() => runSchedules(parts(), end.signal)) };
    },
    onLost: () => term.end.abort(),
  });
  return {
    start: () => lead.start(),
    leads: () => lead.leads(),
    async stop() {
      await lead.stop();
      await term.ended;
    },
  };
}
