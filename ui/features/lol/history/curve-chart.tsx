/**
 * A curve with what belongs to it: an interval as a band, a line to compare with, stripes behind it. What the pointer rests on is told above.
 * A sentence tells screen readers what the curve begins and ends with.
 */
import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState, type PointerEvent } from 'react';

import type { Extent } from '../../../lib/scale.ts';
import classes from './curve-chart.module.css';
import {
  curveGeometry,
  nearestPlaced,
  spread,
  type CurveGeometry,
  type CurvePoint,
  type PlacedPoint,
} from './curve-geometry.ts';

interface Stripe {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

interface CurveChartProps<Point extends CurvePoint> {
  readonly points: readonly Point[];
  readonly summary: string;
  /** What is told of the point under the pointer, or of the last. */
  readonly readout: (point: Point) => { readonly name: string; readonly words: string };
  readonly valueText: (value: number) => string;
  readonly placeText: (point: Point) => string;
  readonly within?: Extent;
  readonly line?: number;
  readonly stripes?: (domain: Extent) => readonly Stripe[];
  readonly hasDots?: boolean;
}

const LEFT = 44;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 22;
const HEIGHT = 210;
const LABEL_WIDTH = 100;

export function CurveChart<Point extends CurvePoint>(props: CurveChartProps<Point>) {
  const { points, summary, readout, within, line, stripes, hasDots = false } = props;
  const { ref, width } = useElementSize();
  const [x, setX] = useState<number>();
  const frame = { x: [LEFT, Math.max(LEFT + 10, width - RIGHT)], y: [TOP, HEIGHT - BOTTOM] } as const;
  const also = line === undefined ? [] : [line];
  const geometry = curveGeometry(points, frame, within === undefined ? { also } : { also, within });
  const shown = x === undefined ? geometry.points.at(-1) : nearestPlaced(geometry.points, x);
  const told = shown ? readout(shown.point) : undefined;
  const follow = (event: PointerEvent<SVGSVGElement>) =>
    setX(event.clientX - event.currentTarget.getBoundingClientRect().left);
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.readout}>
        <VisuallyHidden component="span">{summary} </VisuallyHidden>
        {told ? (
          <>
            <strong>{told.name}</strong> · {told.words}
          </>
        ) : null}
      </figcaption>
      <div ref={ref} style={{ height: HEIGHT }}>
        {width > 0 ? (
          <svg
            width={width}
            height={HEIGHT}
            aria-hidden="true"
            onPointerMove={follow}
            onPointerLeave={() => setX(undefined)}
          >
            {stripes ? (
              <Stripes stripes={stripes(geometry.domain)} geometry={geometry} width={width} />
            ) : null}
            <Axes {...props} geometry={geometry} width={width} />
            {line === undefined ? null : <BaseLine y={geometry.toY(line)} width={width} />}
            <polygon className={classes.band} points={geometry.band} />
            <polyline className={classes.line} points={geometry.line} />
            <Dots points={hasDots ? geometry.points : []} shown={shown} />
          </svg>
        ) : null}
      </div>
    </figure>
  );
}

function BaseLine({ y, width }: { readonly y: number; readonly width: number }) {
  return <line className={classes.baseline} x1={LEFT} x2={width - RIGHT} y1={y} y2={y} />;
}

interface DotsProps {
  readonly points: readonly PlacedPoint<CurvePoint>[];
  readonly shown: PlacedPoint<CurvePoint> | undefined;
}

function Dots({ points, shown }: DotsProps) {
  return (
    <>
      {points.map(({ x, y, point }) => (
        <circle key={point.at} className={classes.point} cx={x} cy={y} r={2.5} />
      ))}
      {shown ? <circle className={classes.point} cx={shown.x} cy={shown.y} r={4} /> : null}
    </>
  );
}

type AxesProps<Point extends CurvePoint> = Pick<CurveChartProps<Point>, 'valueText' | 'placeText'> & {
  readonly geometry: CurveGeometry<Point>;
  readonly width: number;
};

function Axes<Point extends CurvePoint>({ geometry, width, valueText, placeText }: AxesProps<Point>) {
  const labels = spread(geometry.points, Math.max(2, Math.floor(width / LABEL_WIDTH)));
  return (
    <g className={classes.axes}>
      {geometry.valueTicks.map(({ value, y }) => (
        <g key={value}>
          <line className={classes.grid} x1={LEFT} x2={width - RIGHT} y1={y} y2={y} />
          <text x={LEFT - 6} y={y} dy="0.32em" textAnchor="end">
            {valueText(value)}
          </text>
        </g>
      ))}
      {labels.map(({ point, x }) => (
        <text key={point.at} x={x} y={HEIGHT - 5} textAnchor={anchorAt(x, width)}>
          {placeText(point)}
        </text>
      ))}
    </g>
  );
}

interface StripesProps {
  readonly stripes: readonly Stripe[];
  readonly geometry: Pick<CurveGeometry<CurvePoint>, 'toY'>;
  readonly width: number;
}

function Stripes({ stripes, geometry: { toY }, width }: StripesProps) {
  return (
    <g className={classes.stripes}>
      {stripes.map(({ name, from, to }, index) => (
        <g key={name}>
          <rect
            className={classes.stripe}
            data-odd={index % 2 === 1}
            x={LEFT}
            width={Math.max(0, width - RIGHT - LEFT)}
            y={toY(to)}
            height={Math.max(0, toY(from) - toY(to))}
          />
          <text x={width - RIGHT - 6} y={toY(to) + 13} textAnchor="end">
            {name}
          </text>
        </g>
      ))}
    </g>
  );
}

function anchorAt(x: number, width: number): 'start' | 'middle' | 'end' {
  if (x < LEFT + LABEL_WIDTH / 2) return 'start';
  return x > width - RIGHT - LABEL_WIDTH / 2 ? 'end' : 'middle';
}
