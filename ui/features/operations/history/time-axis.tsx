/** The labels below a chart: round times of the person's own clock. */
import { timeTicks } from './time-ticks.ts';

interface TimeAxisProps {
  readonly times: readonly number[];
  readonly toX: (time: number) => number;
  readonly width: number;
  readonly y: number;
}

const LABEL_WIDTH = 64;
const EDGE = 22;
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' });

export function TimeAxis({ times, toX, width, y }: TimeAxisProps) {
  const from = times.at(0) ?? 0;
  const to = times.at(-1) ?? 0;
  const ticks = timeTicks({
    from,
    to,
    most: Math.floor((toX(to) - toX(from)) / LABEL_WIDTH),
    offsetMinutes: -new Date(to).getTimezoneOffset(),
  });
  return (
    <>
      {ticks.times
        // One at the very edge would be cut off.
        .filter((time) => toX(time) < width - EDGE)
        .map((time) => (
          <text key={time} x={toX(time)} y={y} textAnchor="middle">
            {(ticks.areDays ? day : clock).format(time)}
          </text>
        ))}
    </>
  );
}
