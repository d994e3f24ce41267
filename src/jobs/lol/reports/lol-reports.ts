/**
 * Weekly reports, as two kinds of work: the round that names everybody of whom a report is due, and the making of one. Where the week is
 * not over yet when the round comes, its report waits for its end.
 */
import { Type } from 'typebox';
import { weekDueAt } from '#/domain/lol/report/week.ts';
import { listGroups } from '#/stores/postgres/player-group.ts';
import { listTracked } from '#/stores/postgres/tracked-player.ts';
import { defineJob, type JobKind } from '../../define-job.ts';
import { done, skip } from '../../job-outcome.ts';
import { trackingKinds } from '../tracking/tracking-options.ts';
import { composeReport, type ReportWish } from './compose-report.ts';
import type { ReportOptions } from './report-options.ts';

/** The newest games of a week are listed, fetched and counted within it. */
const SETTLE_MS = 3_600_000;
const RETRY = { limit: 4, firstDelaySeconds: 5, maxDelaySeconds: 60 };

export function createReportKinds(options: ReportOptions): readonly JobKind[] {
  return [createMakeReports(options), createMakeReport(options)];
}

function createMakeReports({ database, now, upstreamNow = now, settings }: ReportOptions): JobKind<object> {
  const kinds = trackingKinds(settings);
  const { isScheduled, reportsCron: cron, timeZone } = settings;
  return defineJob({
    kind: kinds.makeReports,
    payload: Type.Object({}),
    key: () => 'all',
    onePerKey: true,
    retry: RETRY,
    concurrency: 1,
    ...(isScheduled && { schedule: { cron, timeZone, missed: 'once' as const, payload: {} } }),
    async handle(_payload, { jobs, log }) {
      const players = await listTracked(database);
      const groups = await listGroups(database);
      const subjects = [
        ...players.map((player) => ({
          subject: 'player' as const,
          id: player.puuid,
          timeZone: player.timeZone,
        })),
        ...groups.map((group) => ({ subject: 'group' as const, id: group.id, timeZone: group.timeZone })),
      ];
      if (subjects.length === 0) return skip('nobody is tracked');
      const at = upstreamNow().getTime();
      for (const { subject, id, timeZone: own } of subjects) {
        const week = weekDueAt(at, own ?? timeZone);
        const wish: ReportWish = { subject, id, day: week.from, timeZone: week.timeZone };
        const waitMs = week.endsAt <= at ? 0 : week.endsAt + SETTLE_MS - at;
        const startAfter = new Date(now().getTime() + waitMs);
        await jobs.send(kinds.makeReport, wish, waitMs === 0 ? {} : { startAfter });
      }
      log.info({ players: players.length, groups: groups.length }, 'weekly reports are made');
      return done();
    },
  });
}

function createMakeReport(options: ReportOptions): JobKind<ReportWish> {
  return defineJob({
    kind: trackingKinds(options.settings).makeReport,
    payload: Type.Object({
      subject: Type.Enum(['player', 'group']),
      id: Type.String({ minLength: 1, maxLength: 100 }),
      day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
      timeZone: Type.String({ minLength: 1, maxLength: 64 }),
    }),
    key: ({ subject, id, day }) => `${subject} ${id} ${day}`,
    onePerKey: true,
    retry: RETRY,
    concurrency: 2,
    async handle(wish) {
      const report = await composeReport(options, wish);
      return report === undefined ? skip(`there is no such ${wish.subject} any more`) : done();
    },
  });
}
