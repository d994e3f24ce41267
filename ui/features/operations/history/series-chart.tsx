/**
 * One measured thing over time, a line for each label. What each line says at the chosen moment stands above the drawing as text, with its
 * lowest and highest: the drawing itself is hidden from screen readers. Lines differ in colour and in dashes.
 */
import { useElementSize } from '@mantine/hooks';
import { useId, useMemo, type PointerEvent } from 'react';

import type { Chart, ChartLine } from './charts.ts';
import { lineGeometry, nearestIndex } from './line-geometry.ts';
import classes from './series-chart.module.css';
import { TimeAxis } from './time-axis.tsx';
import { axisText, tickUnit, unitText } from './unit-text.ts';

interface SeriesChartProps {
  readonly chart: Chart;
  readonly times: readonly number[];
  /** The place in `times` that is told. */
  readonly shown: number;
  /** The pointer rests on a time, or has left. */
  readonly onMoment: (time: number | undefined) => void;
}

const LEFT = 50;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 22;
const HEIGHT = 140;

export function SeriesChart({ chart, times, shown, onMoment }: SeriesChartProps) {
  const id = useId();
  const { title, unit, lines, leftOut } = chart;
  return (
    <article className={classes.chart} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      <ul className={classes.legend} aria-label={`${title} at the chosen moment`}>
        {lines.map((line, look) => (
          <LegendItem key={line.label} line={line} look={look} unit={unit} shown={shown} />
        ))}
      </ul>
      <Drawing chart={chart} times={times} shown={shown} onMoment={onMoment} />
      {leftOut > 0 ? (
        <p className={classes.quiet}>
          {leftOut} lower {leftOut === 1 ? 'line is' : 'lines are'} not drawn.
        </p>
      ) : null}
    </article>
  );
}

interface LegendItemProps {
  readonly line: ChartLine;
  readonly look: number;
  readonly unit: Chart['unit'];
  readonly shown: number;
}

function LegendItem({ line: { label, values, lowest, highest }, look, unit, shown }: LegendItemProps) {
  const value = values[shown] ?? null;
  return (
    <li className={classes.item}>
      <svg className={classes.swatch} width={18} height={8} aria-hidden="true">
        <path className={classes.line} data-look={look} d="M1,4h16" />
      </svg>
      {label === '' ? null : <span>{label}</span>}
      <strong className={classes.value}>{value === null ? 'not measured' : unitText(value, unit)}</strong>
      <span className={classes.quiet}>
        {lowest === highest ? '' : `${unitText(lowest, unit)} to ${unitText(highest, unit)}`}
      </span>
    </li>
  );
}

function Drawing({ chart, times, shown, onMoment }: SeriesChartProps) {
  const { ref, width } = useElementSize();
  // Kept while the pointer moves: each of its steps draws every chart of the page.
  const geometry = useMemo(() => {
    const frame = { x: [LEFT, Math.max(LEFT + 10, width - RIGHT)], y: [TOP, HEIGHT - BOTTOM] } as const;
    return lineGeometry(
      times,
      chart.lines.map(({ values }) => values),
      frame,
      (highest) => tickUnit(highest, chart.unit),
    );
  }, [chart, times, width]);
  const x = geometry.toX(times[shown] ?? 0);
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const places = times.map((time) => geometry.toX(time));
    onMoment(times[nearestIndex(places, at)]);
  };
  return (
    <div ref={ref} style={{ height: HEIGHT }}>
      {width > 0 ? (
        <svg
          width={width}
          height={HEIGHT}
          aria-hidden="true"
          onPointerMove={follow}
          onPointerLeave={() => onMoment(undefined)}
        >
          <g className={classes.axes}>
            {geometry.valueTicks.map(({ value, y }) => (
              <g key={value}>
                <line className={classes.grid} x1={LEFT} x2={width - RIGHT} y1={y} y2={y} />
                <text x={LEFT - 6} y={y} dy="0.32em" textAnchor="end">
                  {axisText(value, chart.unit)}
                </text>
              </g>
            ))}
            <TimeAxis times={times} toX={geometry.toX} width={width} y={HEIGHT - 5} />
          </g>
          <line className={classes.moment} x1={x} x2={x} y1={TOP} y2={HEIGHT - BOTTOM} />
          {geometry.paths.map((path, look) => (
            <path key={chart.lines[look]?.label} className={classes.line} data-look={look} d={path} />
          ))}
        </svg>
      ) : null}
    </div>
  );
}
