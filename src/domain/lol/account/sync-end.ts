/**
 * When a sync that has listed its games is over. It waits as long as something may come soon; it does not wait for hours for a game that
 * is missing upstream again and again (that one stays wanted, and is counted so), and it does not pretend to go on while nothing can
 * be had at all.
 */
export interface SyncRest {
  /** Games, or timelines of stored games, that are still to be had. */
  readonly wanted: number;
  /** Of those: to be asked for now or within two minutes. */
  readonly due: number;
  /** Of those: missing upstream, and put off for longer. */
  readonly missing: number;
  /** Why the others are put off for longer: a refused key, no key at all. */
  readonly reason: string | null;
}

export type SyncEnd =
  | { readonly end: 'not-yet' }
  | { readonly end: 'completed' }
  | { readonly end: 'failed'; readonly reason: string };

export function endOfSync({ wanted, due, missing, reason }: SyncRest): SyncEnd {
  if (due > 0) return { end: 'not-yet' };
  if (wanted <= missing) return { end: 'completed' };
  return { end: 'failed', reason: reason ?? 'its games cannot be had' };
}
