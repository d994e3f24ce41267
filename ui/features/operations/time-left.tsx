/** How long until a moment, counted down; `now` once it is there. */
import { useTimeText } from '../../lib/clock-hook.ts';
import { formatExactTime, formatSpan } from '../../lib/format.ts';

interface TimeLeftProps {
  /** ISO 8601, as the API sends it. */
  readonly until: string;
}

export function TimeLeft({ until }: TimeLeftProps) {
  const then = Date.parse(until);
  // Rounded up: what still lasts half a second is not over.
  const text = useTimeText((now) => (then > now ? `in ${formatSpan(then - now + 999)}` : 'now'));
  return (
    <time dateTime={until} title={formatExactTime(then)}>
      {text}
    </time>
  );
}
