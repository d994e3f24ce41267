/**
 * Where the live connection stands.
 *
 * ```
 * idle ──subscribe──► connecting ──first frame──► live
 *                        ▲   │ lost                 │ lost, or silent for two heartbeats
 *                        │   ▼                      ▼
 *                        └─ waiting ◄───────────────┘        hidden for long: any ──► paused ──visible──► connecting
 * ```
 * `live` needs a frame and not just an open socket: a proxy or a server in trouble accepts and drops at once,
 * and the page must not flicker between "live" and "lost" then.
 */
export interface LiveState {
  readonly phase: 'idle' | 'connecting' | 'live' | 'waiting' | 'paused';
  /** When the current or last connection was begun, in ms: what the feed said before that was said on another one. */
  readonly triedAt: number;
  /** Tries since the last frame; 0 while live. */
  readonly failures: number;
  /** When the feed was last lost, in ms; `null` while live and before the first connection. */
  readonly lostAt: number | null;
}

export const IDLE: LiveState = { phase: 'idle', triedAt: 0, failures: 0, lostAt: null };
