/** How the share of games won moved over the history, and the rank over time. */
import type { LolAnalysis } from '#/contract/lol-history.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { Section } from '../../../components/section.tsx';
import { rateInterval, rateText } from '../../../lib/rate-text.ts';
import { CurveChart } from './curve-chart.tsx';
import { shortRank, tierStripes } from './tier-bands.ts';
import { formatZoned, formatZonedDay } from './zoned-time.ts';

interface CurveProps {
  readonly analysis: LolAnalysis;
}

export function RollingPanel({ analysis }: CurveProps) {
  const { rolling, baseline, options, counts } = analysis;
  const { window } = rolling;
  const points = rolling.points.map(({ game, at, winRate, low, high }) => ({
    game,
    when: at,
    at: game,
    value: winRate,
    low,
    high,
  }));
  const [first, last] = [points[0], points.at(-1)];
  return (
    <Section title="Rolling win rate" aside={`of the last ${window} games at each point`}>
      {first === undefined || last === undefined ? (
        <EmptyState>
          It begins with the {window}th counted game; there are {counts.counted}.
        </EmptyState>
      ) : (
        <CurveChart
          points={points}
          summary={`From ${rateText(first.value)} at game ${first.game} to ${rateText(last.value)} at game ${last.game}.`}
          within={[0, 1]}
          {...(baseline.winRate ? { line: baseline.winRate.value } : {})}
          valueText={(value) => `${Math.round(value * 100)} %`}
          placeText={({ when }) => formatZonedDay(when, options.zone)}
          readout={({ game, when, value, low, high }) => ({
            name: `Game ${game}`,
            words: `${formatZonedDay(when, options.zone)} · ${rateText(value)} of ${window} won (${rateInterval({ value, low, high })})`,
          })}
        />
      )}
    </Section>
  );
}

export function RankPanel({ analysis }: CurveProps) {
  const { ranks, options } = analysis;
  return (
    <>
      {ranks.map(({ queue, label, points }) => (
        <Section key={queue} title={`Rank, ${label}`} aside={seenText(points.length)}>
          <RankCurve label={label} points={points} zone={options.zone} />
        </Section>
      ))}
    </>
  );
}

function seenText(ranks: number): string {
  return ranks === 1 ? 'one rank seen so far' : `${ranks} different ranks seen`;
}

interface RankCurveProps {
  readonly label: string;
  readonly points: LolAnalysis['ranks'][number]['points'];
  readonly zone: string;
}

function RankCurve({ label, points, zone }: RankCurveProps) {
  const placed = points.flatMap((rank) =>
    rank.ladderPoints === null ? [] : [{ rank, at: Date.parse(rank.at), value: rank.ladderPoints }],
  );
  const [first, last] = [placed[0], placed.at(-1)];
  if (first === undefined || last === undefined)
    return <EmptyState>No rank of this ladder is known yet.</EmptyState>;
  return (
    <CurveChart
      points={placed}
      summary={`${label}: from ${first.rank.label} to ${last.rank.label}.`}
      hasDots
      valueText={shortRank}
      placeText={({ rank }) => formatZonedDay(rank.at, zone)}
      stripes={(domain) => tierStripes(domain).map(({ tier, from, to }) => ({ name: tier, from, to }))}
      readout={({ rank }) => ({
        name: rank.label,
        words: [formatZoned(rank.at, zone), `${rank.wins} won, ${rank.losses} lost`, rank.change ?? '']
          .filter((part) => part !== '')
          .join(' · '),
      })}
    />
  );
}
