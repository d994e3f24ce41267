/** A moment as its distance from now, with the exact time on hover. `span` leaves out the "ago": for uptimes. */
import { useTimeText } from '../lib/clock-hook.ts';
import { formatAgo, formatExactTime, formatSpan } from '../lib/format.ts';

interface TimeAgoProps {
  /** ISO 8601, as the API sends it. */
  readonly at: string;
  readonly span?: boolean;
}

export function TimeAgo({ at, span = false }: TimeAgoProps) {
  const then = Date.parse(at);
  const text = useTimeText((now) => (span ? formatSpan(now - then) : formatAgo(then, now)));
  return (
    <time dateTime={at} title={formatExactTime(then)}>
      {text}
    </time>
  );
}
