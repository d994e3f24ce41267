/**
 * When a rule of the calendar strikes next. The last answer is kept and serves until then: to read a rule and to walk through the
 * calendar for forty of them, every few seconds, was a tenth of what the product costs at rest.
 */
import type { PgBoss } from 'pg-boss';
import type { JobKind } from './define-job.ts';

export type Cron = Pick<NonNullable<JobKind['schedule']>, 'cron' | 'timeZone'>;
export type Preview = Pick<PgBoss, 'previewSchedule'>;

/** The first slot after a moment; undefined: the rule never strikes again. */
export type NextSlot = (cron: Cron, after: Date) => Date | undefined;

export function createNextSlot(boss: Preview): NextSlot {
  /** No slot lies between `from` and `slot`. */
  const known = new Map<string, { readonly from: Date; readonly slot: Date | undefined }>();
  return (cron, after) => {
    const name = `${cron.timeZone} ${cron.cron}`;
    const last = known.get(name);
    if (last !== undefined && last.from <= after && (last.slot === undefined || after < last.slot))
      return last.slot;
    const [slot] = boss.previewSchedule(cron.cron, { tz: cron.timeZone, from: after, count: 1 });
    known.set(name, { from: after, slot });
    return slot;
  };
}
