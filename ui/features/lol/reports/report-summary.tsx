/** The week in six numbers. */
import type { LolReport } from '#/contract/lol-reports.ts';
import { ladderName } from '#/domain/lol/history/queue-names.ts';

import { Stat, StatStrip } from '../../../components/stat.tsx';
import { formatCount } from '../../../lib/format.ts';
import { pointsText, rateInterval, rateText } from '../../../lib/rate-text.ts';
import { differenceWithInterval, playedWords, signedCount, wonWords } from './report-words.ts';

export function ReportSummary({ report }: { readonly report: LolReport }) {
  const { figures, before } = report;
  const { totals, streaks } = figures;
  const lost = totals.games - totals.wins;
  return (
    <StatStrip>
      <Stat
        label="Games"
        value={formatCount(totals.games)}
        note={`${signedCount(totals.games - before.totals.games)} to the week before`}
      />
      <Stat
        label="Won"
        value={formatCount(totals.wins)}
        note={`${formatCount(lost)} lost${totals.remakes > 0 ? `, ${formatCount(totals.remakes)} remade` : ''}`}
      />
      <Stat
        label="Win rate"
        value={totals.winRate === null ? '–' : rateText(totals.winRate.value)}
        note={
          totals.winRate === null
            ? 'no games'
            : `${rateInterval(totals.winRate)} in ${formatCount(totals.games)} games`
        }
      />
      <Stat
        label="Against the week before"
        value={before.difference === null ? '–' : pointsText(before.difference.value)}
        note={
          before.difference === null
            ? `there ${wonWords(before.totals)}`
            : `${differenceWithInterval(before.difference)}; there ${wonWords(before.totals)}`
        }
      />
      <LastStat report={report} />
      <Stat
        label="Time in games"
        value={playedWords(totals.seconds)}
        note={`most in a row: ${formatCount(streaks.wins)} won, ${formatCount(streaks.losses)} lost`}
      />
    </StatStrip>
  );
}

function LastStat({ report: { subject, ranks, together, members } }: { readonly report: LolReport }) {
  if (subject.kind === 'group') {
    return (
      <Stat
        label="Together"
        value={together === null ? '–' : formatCount(together.games)}
        note={together === null ? `${formatCount(members.length)} members` : wonWords(together)}
      />
    );
  }
  const [ladder] = ranks;
  if (ladder === undefined) return <Stat label="League points" value="–" note="no rank was seen" />;
  return (
    <Stat
      label="League points"
      value={ladder.change === null ? '–' : signedCount(ladder.change)}
      note={`${ladderName(ladder.queue)}${ladder.isFromWithin ? ', since the first seen in this week' : ''}`}
    />
  );
}
