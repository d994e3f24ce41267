/** Minutes of a match: 45+3 is before 46, and the same goal is told as 48 at times. */
export interface MatchMinute {
  readonly minute: number;
  readonly extraMinute: number | null;
}

/** In minutes, by whichever way of counting brings them closer. */
export function minutesApart(a: MatchMinute, b: MatchMinute): number {
  const minutes = a.minute - b.minute;
  const extra = (a.extraMinute ?? 0) - (b.extraMinute ?? 0);
  return Math.min(Math.abs(minutes) + Math.abs(extra), Math.abs(minutes + extra));
}

/** Later in the match, by minutes played. */
export function isLater(a: MatchMinute, b: MatchMinute): boolean {
  return a.minute + (a.extraMinute ?? 0) > b.minute + (b.extraMinute ?? 0);
}

/** "45+3" */
export function tellMinute({ minute, extraMinute }: MatchMinute): string {
  return extraMinute === null ? String(minute) : `${minute}+${extraMinute}`;
}
