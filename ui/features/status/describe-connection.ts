/**
 * How fresh the page is, from two facts: where the live feed stands, and how the last request went.
 *
 * `live`: changes arrive as they happen. `polling`: no feed, but requests get through. `reconnecting`: just lost.
 * `offline`: neither works, since a known moment. `connecting`: nothing was heard yet.
 */
import { formatClockTime } from '../../lib/format.ts';
import type { LiveState } from '../../lib/live-connection.ts';

/** Three failures in a row take about two seconds: less is a blip, more is "offline". */
const BLIPS = 3;

export interface Freshness {
  /** When data last arrived, in ms; 0 for never. */
  readonly updatedAt: number;
  /** How it arrived. */
  readonly via: 'live' | 'request' | undefined;
  readonly isFailing: boolean;
}

export type ConnectionKind = 'connecting' | 'live' | 'polling' | 'reconnecting' | 'offline' | 'paused';

export interface Connection {
  readonly kind: ConnectionKind;
  readonly label: string;
  /** What is on the page may no longer be true. */
  readonly isStale: boolean;
}

export function describeConnection(live: LiveState, freshness: Freshness): Connection {
  const { phase, lostAt, failures } = live;
  if (isFedLive(live, freshness)) return { kind: 'live', label: 'Live', isStale: false };
  if (phase === 'paused') return { kind: 'paused', label: 'Paused', isStale: false };
  if (isPolled(live, freshness)) return { kind: 'polling', label: 'Polling', isStale: false };
  if (lostAt !== null && failures > BLIPS) {
    return { kind: 'offline', label: `Offline since ${formatClockTime(lostAt)}`, isStale: true };
  }
  return lostAt !== null && freshness.updatedAt > 0
    ? { kind: 'reconnecting', label: 'Reconnecting', isStale: true }
    : { kind: 'connecting', label: 'Connecting', isStale: false };
}

/** The feed may be open and yet have no status to give; only its word on this very connection counts. */
export function isFedLive(
  live: LiveState,
  { via, updatedAt }: Pick<Freshness, 'via' | 'updatedAt'>,
): boolean {
  return live.phase === 'live' && via === 'live' && updatedAt >= live.triedAt;
}

/** While the first connection is being made, an answer to the first request is no sign of trouble with the feed. */
function isPolled({ phase, lostAt, triedAt }: LiveState, { via, updatedAt, isFailing }: Freshness): boolean {
  if (lostAt === null && phase !== 'live') return false;
  return via === 'request' && !isFailing && updatedAt >= (lostAt ?? triedAt);
}
