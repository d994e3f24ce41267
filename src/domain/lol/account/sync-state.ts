/**
 * How far the synchronisation of a linked account is, and what may happen next. Pure: the store makes each of these steps with one
 * statement that names the state it starts from, so of two that try the same step one succeeds and the other is told so.
 *
 *            link                claim                 all games are in
 *   (nobody) ─────► pending ───────────────► syncing ─────────────────► completed
 *                    ▲   ▲                    │    │                        │
 *                    │   └── no heartbeat, ───┘    └── it cannot go on ──► failed
 *                    │       process stops                                  │
 *                    └──────────── asked again (table below) ◄──────────────┘
 *
 * Asking while `pending` changes nothing: what was asked for is about to happen. Asking while `syncing` is refused, and whoever asks
 * is shown how far it is. Games and timelines that a broken sync has got stay: the next one goes on from there.
 */
export const SYNC_STATES = ['pending', 'syncing', 'completed', 'failed'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/** `retry` and `recovered` are nobody's wish: the time of a failed sync has come, or the claim of a sync had no heartbeat any more. */
export const SYNC_TRIGGERS = ['linked', 'visit', 'manual', 'schedule', 'retry', 'recovered'] as const;
export type SyncTrigger = (typeof SYNC_TRIGGERS)[number];

export interface SyncStanding {
  readonly state: SyncState;
  readonly completedAt: Date | null;
  /** Of a failed one; null: not by itself. */
  readonly retryAt: Date | null;
}

export type AskingAnswer =
  | { readonly answer: 'begin' }
  | { readonly answer: 'already-pending' }
  | { readonly answer: 'running' }
  | { readonly answer: 'not-yet'; readonly why: 'fresh' | 'retry-later' };

/** A person by name, the schedule and a visit may ask; a person is never put off, the others only ask for what is due. */
export function answerAsking(
  standing: SyncStanding,
  trigger: 'visit' | 'manual' | 'schedule' | 'retry',
  { now, staleAfterMs }: { readonly now: Date; readonly staleAfterMs: number },
): AskingAnswer {
  if (standing.state === 'pending') return { answer: 'already-pending' };
  if (standing.state === 'syncing') return { answer: 'running' };
  const isFailed = standing.state === 'failed';
  const isDue = isFailed ? isRetryDue(standing, now) : isStale(standing, now, staleAfterMs);
  if (trigger === 'manual' || isDue) return { answer: 'begin' };
  return { answer: 'not-yet', why: isFailed ? 'retry-later' : 'fresh' };
}

/** Never completed is stale, too. */
export function isStale(
  { completedAt }: Pick<SyncStanding, 'completedAt'>,
  now: Date,
  staleAfterMs: number,
): boolean {
  return completedAt === null || now.getTime() - completedAt.getTime() >= staleAfterMs;
}

function isRetryDue({ retryAt }: Pick<SyncStanding, 'retryAt'>, now: Date): boolean {
  return retryAt !== null && retryAt <= now;
}
