/** Limits of the live feed, for one client and for all of them together. */
import { LIVE_HEARTBEAT_MS } from '#/contract/live.ts';

export interface LiveLimits {
  readonly maxSockets: number;
  readonly maxSocketsPerClient: number;
  readonly maxTopicsPerSocket: number;
  readonly maxMessageBytes: number;
  readonly maxMessagesPerTenSeconds: number;
  /** After this many invalid messages the socket is closed. */
  readonly maxBadMessages: number;
  readonly heartbeatMs: number;
  /** With more than this unsent, a socket gets no more events until it has caught up; then it gets snapshots. */
  readonly slowBytes: number;
  /** With more than this unsent, or slow for `stuckMs`, it is closed. */
  readonly stuckBytes: number;
  readonly stuckMs: number;
  readonly snapshotTimeoutMs: number;
  readonly snapshotRetryMs: number;
  /** How long the peer may take to answer a close before the connection is ended. */
  readonly closeTimeoutMs: number;
}

export const LIVE_LIMITS: LiveLimits = {
  maxSockets: 4_000,
  maxSocketsPerClient: 20,
  maxTopicsPerSocket: 50,
  maxMessageBytes: 64 * 1024,
  maxMessagesPerTenSeconds: 200,
  maxBadMessages: 10,
  heartbeatMs: LIVE_HEARTBEAT_MS,
  slowBytes: 256 * 1024,
  stuckBytes: 4 * 1024 * 1024,
  stuckMs: 30_000,
  snapshotTimeoutMs: 10_000,
  snapshotRetryMs: 2_000,
  closeTimeoutMs: 2_000,
};
