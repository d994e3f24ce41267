/** The player in six numbers, each with what it is out of. */
import type { LolAnalysis } from '#/contract/lol-history.ts';

import { Stat, StatStrip } from '../../../components/stat.tsx';
import { formatCount, formatSpan } from '../../../lib/format.ts';
import { rateInterval, rateText } from '../../../lib/rate-text.ts';
import { gamesText } from './count-words.ts';
import { formatGameTime, formatZonedDay } from './zoned-time.ts';

export function OverviewStrip({ analysis }: { readonly analysis: LolAnalysis }) {
  const { baseline, averages, counts, sessions, options } = analysis;
  const { firstAt, lastAt } = counts;
  const [from, to] = [firstAt, lastAt].map((at) => (at === null ? '' : formatZonedDay(at, options.zone)));
  return (
    <StatStrip>
      <Stat label="Games" value={formatCount(counts.counted)} note={from === to ? from : `${from} – ${to}`} />
      <Stat
        label="Won"
        value={baseline.winRate ? rateText(baseline.winRate.value) : '–'}
        note={
          baseline.winRate
            ? `${formatCount(baseline.wins)} games, 95 % ${rateInterval(baseline.winRate)}`
            : 'no games'
        }
      />
      <Stat
        label="KDA"
        value={averages.kda.toFixed(2)}
        note={`${averages.kills.toFixed(1)} / ${averages.deaths.toFixed(1)} / ${averages.assists.toFixed(1)}`}
      />
      <Stat
        label="Minions a minute"
        value={averages.minionsPerMinute.toFixed(1)}
        note={`${Math.round(averages.goldPerMinute)} gold, ${Math.round(averages.damagePerMinute)} damage`}
      />
      <Stat
        label="Time played"
        value={formatSpan(counts.seconds * 1_000)}
        note={`${formatGameTime(averages.seconds)} a game`}
      />
      <Stat
        label="Sessions"
        value={formatCount(sessions.count)}
        note={`usually ${gamesText(sessions.medianGames)}, ${formatSpan(toMinutes(sessions.medianSeconds))}`}
      />
    </StatStrip>
  );
}

function toMinutes(seconds: number): number {
  return Math.max(1, Math.round(seconds / 60)) * 60_000;
}
