/** How something did day by day. */
import type { Question } from '#/domain/tft/explore/question.ts';

import { EmptyState } from '../../../components/empty-state.tsx';
import { ProblemAlert } from '../../../components/problem-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { Loading, PanelSkeleton } from '../../../components/skeletons.tsx';
import { TrendChart } from '../charts/trend-chart.tsx';
import { withBreakdown } from '../explore/breakdowns.ts';
import { useAnswer, useOptions } from '../explore/tft-queries.ts';

/** The question's filter is narrowed to the thing already. */
export function TrendPanel({ question }: { readonly question: Question }) {
  const patches = useOptions()?.patches ?? [];
  const { data, error, refetch } = useAnswer(withBreakdown(question, 'day'));
  return (
    <Section title="Trend" aside="average placement by day, better is higher">
      {data ? (
        data.rows.length === 0 ? (
          <EmptyState>No day has a game of it.</EmptyState>
        ) : (
          <TrendChart
            rows={data.rows}
            baseline={data.baseline.average.value}
            patches={patches}
            height={180}
          />
        )
      ) : error ? (
        <ProblemAlert error={error} onRetry={async () => void (await refetch())} />
      ) : (
        <Loading what="the trend">
          <PanelSkeleton lines={5} />
        </Loading>
      )}
    </Section>
  );
}
