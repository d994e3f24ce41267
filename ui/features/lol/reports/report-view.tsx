/** One weekly report: on the screen, and on paper (print.css). */
import './print.css';

import type { LolReport, LolStoredReport } from '#/contract/lol-reports.ts';

import { Section } from '../../../components/section.tsx';
import { formatCount, formatExactTime } from '../../../lib/format.ts';
import { rateInterval } from '../../../lib/rate-text.ts';
import { ReportBars } from './report-bars.tsx';
import { ReportSummary } from './report-summary.tsx';
import { ChampionsTable, GroupsTable, LaddersTable, MembersTable } from './report-tables.tsx';
import { ReportTools } from './report-tools.tsx';
import { dayWords, hoursWords, hourWords, momentWords, playedWords, wonWords } from './report-words.ts';
import classes from './reports.module.css';

type Figures = LolReport['figures'];

export function ReportView({
  stored: { id, madeAt, isPractice, report },
}: {
  readonly stored: LolStoredReport;
}) {
  const { subject, figures, week } = report;
  return (
    <article className={classes.report} aria-label="Weekly report">
      <ReportTools id={id} subject={subject} />
      <ReportSummary report={report} />
      {subject.kind === 'group' ? <MembersTable members={report.members} /> : null}
      <div className={classes.columns}>
        <Section title="Days">
          <ReportBars
            label="Games by day"
            rows={figures.days.map(({ day, ...counted }) => ({ label: dayWords(day), ...counted }))}
          />
        </Section>
        <Sessions figures={figures} timeZone={week.timeZone} />
      </div>
      <Hours figures={figures} />
      <ChampionsTable champions={figures.champions} />
      {subject.kind === 'player' ? <LaddersTable ladders={report.ranks} /> : null}
      {report.groups.length > 0 ? <GroupsTable groups={report.groups} /> : null}
      <Footnotes report={report} madeAt={madeAt} isPractice={isPractice} />
    </article>
  );
}

function Hours({ figures: { hours, bestHours, worstHours } }: { readonly figures: Figures }) {
  return (
    <Section title="Hours">
      <ReportBars
        label="Games by hour"
        isLong
        rows={hours.map(({ hour, games, wins, winRate, isLowSample }) => ({
          label: hourWords(hour),
          games,
          wins,
          isLowSample,
          more: winRate === null ? undefined : `(${rateInterval(winRate)})`,
        }))}
      />
      <div className={classes.text}>
        <p>
          <strong>Won most often:</strong> {hoursWords(bestHours)}.
        </p>
        <p>
          <strong>Won least often:</strong> {hoursWords(worstHours)}.
        </p>
        <p className={classes.quiet}>A week holds few games of an hour: such differences are often chance.</p>
      </div>
    </Section>
  );
}

function Sessions({
  figures: { streaks, longestSession },
  timeZone,
}: {
  readonly figures: Figures;
  readonly timeZone: string;
}) {
  return (
    <Section title="Streaks and sessions">
      <ul className={classes.list}>
        <li>Most won in a row: {formatCount(streaks.wins)}</li>
        <li>Most lost in a row: {formatCount(streaks.losses)}</li>
        {longestSession === null ? (
          <li>No session in this week.</li>
        ) : (
          <li>
            Longest session{longestSession.who === null ? '' : ` (${longestSession.who})`}:{' '}
            {playedWords((Date.parse(longestSession.endedAt) - Date.parse(longestSession.startedAt)) / 1_000)}{' '}
            from {momentWords(longestSession.startedAt, timeZone)}, {wonWords(longestSession)}
          </li>
        )}
      </ul>
    </Section>
  );
}

interface FootnotesProps extends Pick<LolStoredReport, 'madeAt' | 'isPractice'> {
  readonly report: LolReport;
}

function Footnotes({ report: { completeness }, madeAt, isPractice }: FootnotesProps) {
  const { wanted, unfetchable } = completeness;
  return (
    <div className={classes.quiet}>
      {wanted + unfetchable === 0 ? null : (
        <p>
          Not counted: {formatCount(wanted)} games that are still to be fetched, {formatCount(unfetchable)}{' '}
          that cannot be had.
        </p>
      )}
      {isPractice ? <p>Invented players and games of the practice world.</p> : null}
      <p>
        Made {formatExactTime(Date.parse(madeAt))}. Shares with their 95 % interval; remakes and games against
        the computer are left out.
      </p>
    </div>
  );
}
