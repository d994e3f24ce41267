/**
 * Average placement day by day, with its interval as a band, the baseline, and a line where a patch began. Better is higher.
 * Every number of it also stands in the table below it, so the drawing itself is one picture for screen readers.
 */
import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState, type PointerEvent } from 'react';

import type { TftRow } from '#/contract/tft-explore.ts';

import { formatCount } from '../../../lib/format.ts';
import { placeInterval, placeText } from '../table/figures.ts';
import classes from './trend-chart.module.css';
import {
  nearestPoint,
  trendGeometry,
  type PatchStart,
  type TrendGeometry,
  type TrendPoint,
} from './trend-geometry.ts';

interface TrendChartProps {
  readonly rows: readonly TftRow[];
  readonly baseline: number;
  readonly patches: readonly PatchStart[];
  readonly height?: number;
}

const LEFT = 40;
const RIGHT = 20;
const TOP = 18;
const BOTTOM = 24;

export function TrendChart({ rows, baseline, patches, height = 220 }: TrendChartProps) {
  const { ref, width } = useElementSize();
  const [day, setDay] = useState<string>();
  const frame = { x: [LEFT, Math.max(LEFT + 10, width - RIGHT)], y: [TOP, height - BOTTOM] } as const;
  const geometry = trendGeometry(rows, baseline, patches, frame);
  const shown = geometry.points.find((point) => point.day === day) ?? geometry.points.at(-1);
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setDay(nearestPoint(geometry.points, x)?.day);
  };
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.readout}>
        <VisuallyHidden component="span">
          Average placement over {geometry.points.length} days.{' '}
        </VisuallyHidden>
        {shown ? <Readout point={shown} /> : 'No days to show'}
      </figcaption>
      <div ref={ref} style={{ height }}>
        {width > 0 ? (
          <svg
            width={width}
            height={height}
            aria-hidden="true"
            onPointerMove={follow}
            onPointerLeave={() => setDay(undefined)}
          >
            <Axes geometry={geometry} width={width} height={height} />
            <polygon className={classes.band} points={geometry.band} />
            <polyline className={classes.line} points={geometry.line} />
            {geometry.points.map((point) => (
              <circle
                key={point.day}
                className={classes.point}
                data-low={point.row.isLowSample}
                data-shown={point === shown}
                cx={point.x}
                cy={point.y}
                r={point === shown ? 4 : 2.5}
              />
            ))}
          </svg>
        ) : null}
      </div>
    </figure>
  );
}

function Readout({ point: { day, row } }: { readonly point: TrendPoint }) {
  return (
    <>
      <strong>{day}</strong> · average {placeText(row.average.value)}{' '}
      <span className={classes.quiet}>({placeInterval(row.average)})</span> · {formatCount(row.n)} boards
      {row.isLowSample ? ', few' : ''}
    </>
  );
}

interface AxesProps {
  readonly geometry: TrendGeometry;
  readonly width: number;
  readonly height: number;
}

function Axes({ geometry, width, height }: AxesProps) {
  const { valueTicks, dayTicks, patchLines, baselineY } = geometry;
  return (
    <g className={classes.axes}>
      {valueTicks.map(({ value, y }) => (
        <g key={value}>
          <line className={classes.grid} x1={LEFT} x2={width - RIGHT} y1={y} y2={y} />
          <text x={LEFT - 6} y={y} dy="0.32em" textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {dayTicks.map(({ day, x }) => (
        <text key={day} x={x} y={height - 6} textAnchor="middle">
          {day.slice(5)}
        </text>
      ))}
      <line className={classes.baseline} x1={LEFT} x2={width - RIGHT} y1={baselineY} y2={baselineY} />
      {patchLines.map(({ patch, x }) => (
        <g key={patch}>
          <line className={classes.patch} x1={x} x2={x} y1={TOP} y2={height - BOTTOM} />
          <text className={classes.patchName} x={x + 3} y={TOP - 5}>
            {patch}
          </text>
        </g>
      ))}
    </g>
  );
}
