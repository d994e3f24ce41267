/**
 * How often something happened, from two looks at a number that only grows. A number that shrank was begun anew, and a look that is long
 * past says nothing of now: both give no rate, which is a gap in a chart and not a zero.
 */
const LONGEST_SPAN_MS = 300_000;

export function perMinute(grown: number, spanMs: number): number | null {
  if (grown < 0 || spanMs <= 0 || spanMs > LONGEST_SPAN_MS) return null;
  return (grown * 60_000) / spanMs;
}
