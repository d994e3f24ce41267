/** What the routes of weekly reports may do: read those that were made, and have one made now. */
import type {
  LolReportRow,
  LolReports,
  LolReportsQuery,
  LolReportWish,
  LolStoredReport,
} from '#/contract/lol-reports.ts';
import { dayText, parseDay, weekdayOf } from '#/domain/lol/history/local-clock.ts';
import { lastWeek } from '#/domain/lol/report/week.ts';
import { composeReport, listReports, readReport, type ReportOptions, type ReportRow } from '#/lol/reports.ts';
import { findGroup, findTracked } from '#/lol/tracked-rows.ts';

export interface LolReportsAccess {
  list(query: LolReportsQuery): Promise<LolReports>;
  read(id: string): Promise<LolStoredReport | undefined>;
  /** The report; undefined: there is no such player or group. */
  make(wish: LolReportWish): Promise<LolStoredReport | undefined>;
}

const LISTED = 50;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function createLolReportsAccess(
  deps: ReportOptions & { readonly isPractice: boolean },
): LolReportsAccess {
  const { database, now, upstreamNow = now, settings, isPractice } = deps;
  const read = async (id: string): Promise<LolStoredReport | undefined> => {
    const row = await readReport(database, id);
    return row && { id: row.id, madeAt: row.madeAt.toISOString(), isPractice, report: row.report };
  };
  const zoneOf = async ({ subject, id }: LolReportWish): Promise<string | undefined> => {
    if (subject === 'group' && !UUID.test(id)) return undefined;
    const found = subject === 'player' ? await findTracked(database, id) : await findGroup(database, id);
    return found && (found.timeZone ?? settings.timeZone);
  };
  return {
    async list({ subject, week, limit = LISTED }) {
      const monday = week === undefined ? undefined : mondayOf(week);
      // A day that there is not has no reports.
      const rows =
        monday === null ? [] : await listReports(database, { subjectId: subject, week: monday, limit });
      return { reports: rows.map(toRow), isPractice };
    },
    read,
    async make(wish) {
      const timeZone = await zoneOf(wish);
      if (timeZone === undefined) return undefined;
      const day = wish.week ?? lastWeek(upstreamNow().getTime(), timeZone).from;
      const id = await composeReport(deps, { ...wish, day, timeZone });
      return id === undefined ? undefined : read(id);
    },
  };
}

function mondayOf(text: string): string | null {
  const day = parseDay(text);
  return day === undefined ? null : dayText(day - weekdayOf(day));
}

function toRow({ id, madeAt, report }: ReportRow): LolReportRow {
  const { from, until, timeZone } = report.week;
  const { games, wins } = report.figures.totals;
  return {
    id,
    madeAt: madeAt.toISOString(),
    subject: report.subject,
    week: { from, until, timeZone },
    games,
    wins,
  };
}
