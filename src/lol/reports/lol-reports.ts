/**
 * Weekly reports: the weekly round sends one job for each tracked player and group, and that job makes the report. The week
 * follows from the round's slot, not from the time at which it runs: a round that was missed reports the week that was missed.
 * In time zones where the week is not over at the slot, the report waits for its end.
 */
import { Type } from 'typebox';
import { weekDueAt } from '#/domain/lol/report/week.ts';
import { listGroups } from '../tracking/player-group.ts';
import { listTracked } from '../tracking/tracked-player.ts';
import { defineJob, type JobKind } from '#/runtime/jobs/define-job.ts';
import { done, skip } from '#/runtime/jobs/job-outcome.ts';
import { trackingKinds } from '../tracking/tracking-options.ts';
import { composeReport, type ReportWish } from './compose-report.ts';
import type { ReportOptions } from './report-options.ts';

/** Matches of a week are listed, fetched and projected within this time: after its end, and after an outage. */
const SETTLE_MS = 3_600_000;
const RETRY = { limit: 4, firstDelaySeconds: 5, maxDelaySeconds: 60 };

export function createReportKinds(options: ReportOptions): readonly JobKind[] {
  return [createMakeReports(options), createMakeReport(options)];
}

function createMakeReports({
  database,
  now,
  upstreamNow = now,
  settings,
}: ReportOptions): JobKind<{ slot?: string }> {
  const kinds = trackingKinds(settings);
  const { isScheduled, reportsCron: cron, timeZone } = settings;
  return defineJob({
    kind: kinds.makeReports,
    // Without a slot: the week that is due now.
    payload: Type.Object({ slot: Type.Optional(Type.String({ format: 'date-time' })) }),
    key: ({ slot }) => slot ?? 'now',
    onePerKey: true,
    retry: RETRY,
    concurrency: 1,
    ...(isScheduled && {
      schedule: { cron, timeZone, missed: 'each', payload: (slot: Date) => ({ slot: slot.toISOString() }) },
    }),
    async handle({ slot }, { jobs, log }) {
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
      if (subjects.length === 0) return skip('no player or group is tracked');
      const nowMs = now().getTime();
      const upstreamMs = upstreamNow().getTime();
      const lateMs = slot === undefined ? 0 : Math.max(0, nowMs - Date.parse(slot));
      // In whole seconds: the two clocks were read one after the other, and a slot may lie on the edge of a week.
      const at = Math.round((upstreamMs - lateMs) / 1_000) * 1_000;
      const isMissed = lateMs >= SETTLE_MS;
      for (const { subject, id, timeZone: own } of subjects) {
        const week = weekDueAt(at, own ?? timeZone);
        const wish: ReportWish = { subject, id, day: week.from, timeZone: week.timeZone };
        const readyAt = (isMissed ? Math.max(week.endsAt, upstreamMs) : week.endsAt) + SETTLE_MS;
        const waitMs = isMissed || week.endsAt > at ? readyAt - upstreamMs : 0;
        const startAfter = new Date(nowMs + waitMs);
        await jobs.send(kinds.makeReport, wish, waitMs <= 0 ? {} : { startAfter });
      }
      log.info({ players: players.length, groups: groups.length }, 'weekly reports requested');
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
