/** What is collected when, without anybody asking. */
import type { ReactNode } from 'react';

import type { LolTracked } from '#/contract/lol-tracking.ts';

import { Section } from '../../../components/section.tsx';
import { formatCount } from '../../../lib/format.ts';
import { cronWords } from './cron-words.ts';
import classes from './tracking.module.css';

type Schedule = LolTracked['schedule'];

export function SchedulePanel({ schedule }: { readonly schedule: Schedule }) {
  const { isEnabled, latest, ranks, reports, timeZone, gamesPerRun, lookbackDays } = schedule;
  return (
    <Section title="What is collected when" aside={timeZone}>
      {isEnabled ? null : (
        <p className={classes.off}>
          The schedule is switched off (<code>SCHEDULE_ENABLE</code>): nothing below begins by itself, but
          everything can be asked for.
        </p>
      )}
      <dl className={classes.schedule}>
        <Line what="Newest games" rule={latest}>
          up to {formatCount(gamesPerRun)} a player in one run; what is left over comes with the next
        </Line>
        <Line what="Ranks" rule={ranks}>
          league points of each queue, kept as a history
        </Line>
        <Line what="Weekly reports" rule={reports}>
          of each player and each group, from Monday to Sunday
        </Line>
        <div>
          <dt>Somebody new</dt>
          <dd>
            the games of the last {formatCount(lookbackDays)} {lookbackDays === 1 ? 'day' : 'days'}, however
            many
          </dd>
        </div>
      </dl>
    </Section>
  );
}

interface LineProps {
  readonly what: string;
  readonly rule: string;
  readonly children: ReactNode;
}

function Line({ what, rule, children }: LineProps) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>
        <strong title={rule}>{cronWords(rule)}</strong>: {children}
      </dd>
    </div>
  );
}
