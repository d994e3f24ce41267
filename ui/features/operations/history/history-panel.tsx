/** How it went: the charts, over how long, and one moment that all of them tell, chosen by a slider or by resting on any of them. */
import { useMemo, useState } from 'react';

import type { OperationHistory } from '#/contract/operations.ts';

import { Choice } from '../../../components/choice.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatExactTime } from '../../../lib/format.ts';
import { useOperationHistory } from '../operations-query.ts';
import { PERIODS, type Period } from '../operations-search.ts';
import { ReadPanel } from '../read-panel.tsx';
import { fromBeginning, isMeasured, newestMeasured, toCharts } from './charts.ts';
import classes from './history-panel.module.css';
import { nearestIndex } from './line-geometry.ts';
import { SeriesChart } from './series-chart.tsx';

const PERIOD_WORDS = { 1: '1 h', 6: '6 h', 24: '24 h', 168: '7 days' } as const satisfies Record<
  Period,
  string
>;
const PERIOD_OPTIONS = PERIODS.map((hours) => ({ value: String(hours), label: PERIOD_WORDS[hours] }));

interface HistoryPanelProps {
  readonly hours: Period;
  readonly onHours: (hours: Period) => void;
}

export function HistoryPanel({ hours, onHours }: HistoryPanelProps) {
  const read = useOperationHistory(hours);
  return (
    <ReadPanel
      title="Rates and lag"
      what="what was measured"
      read={read}
      aside={
        <Choice
          label="How far back"
          value={String(hours)}
          options={PERIOD_OPTIONS}
          onChange={(value) => onHours(PERIODS.find((one) => String(one) === value) ?? hours)}
        />
      }
    >
      {(history) => <Charts history={history} />}
    </ReadPanel>
  );
}

function Charts({ history }: { readonly history: OperationHistory }) {
  const [moment, setMoment] = useState<number>();
  const { times, charts } = useMemo(() => {
    const shown = fromBeginning(history);
    return {
      times: shown.times.map((time) => Date.parse(time)),
      charts: toCharts(shown.series).filter(isMeasured),
    };
  }, [history]);
  if (charts.length === 0) {
    return (
      <EmptyState>
        Nothing was measured in this time. The first figures come within a minute of the start.
      </EmptyState>
    );
  }
  const newest = newestMeasured(charts);
  const shown = moment === undefined ? newest : nearestIndex(times, moment);
  return (
    <div className={classes.body}>
      <Moment times={times} newest={newest} shown={shown} onMoment={setMoment} />
      <div className={classes.charts}>
        {charts.map((chart) => (
          <SeriesChart key={chart.name} chart={chart} times={times} shown={shown} onMoment={setMoment} />
        ))}
      </div>
    </div>
  );
}

interface MomentProps {
  readonly times: readonly number[];
  readonly newest: number;
  readonly shown: number;
  readonly onMoment: (time: number | undefined) => void;
}

function Moment({ times, newest, shown, onMoment }: MomentProps) {
  const words = formatExactTime(times[shown] ?? 0);
  return (
    <label className={classes.moment}>
      <span>Moment</span>
      <input
        type="range"
        min={0}
        max={newest}
        value={shown}
        aria-valuetext={words}
        onChange={({ currentTarget: { value } }) =>
          // At the right end it stays with what is newest, also when newer figures come.
          onMoment(Number(value) === newest ? undefined : times[Number(value)])
        }
      />
      <span className={classes.time}>{shown === newest ? `${words}, the newest` : words}</span>
    </label>
  );
}
