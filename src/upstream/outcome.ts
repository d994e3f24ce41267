/**
 * How a call to an upstream ended, as a value. Whoever calls decides by `outcome`, and the compiler sees that all are decided.
 * Three things are no outcome and throw: a bug, a limiter that cannot work, and the caller's own signal (with its reason).
 */
export type Outcome<Body> =
  | Ok<Body>
  | NotFound
  | RateLimited
  | Unavailable
  | Rejected
  | Malformed
  | Forbidden;

export interface Ok<Body> {
  readonly outcome: 'ok';
  /** Fits the schema of the fields that we read; what else was sent is still in it, unchecked. */
  readonly body: Body;
  /** Exactly what was sent, after content-decoding. */
  readonly bytes: Uint8Array;
  readonly fetchedAt: Date;
}

/** There is no such thing, or not yet: new games can be missing for a while. */
interface NotFound {
  readonly outcome: 'notFound';
  readonly message: string;
}

/** Refused by a limit again and again, or for longer than it makes sense to wait. */
interface RateLimited {
  readonly outcome: 'rateLimited';
  readonly retryAfterMs: number;
  /** The upstream limits calls per day. */
  readonly isDayUsedUp?: boolean | undefined;
}

/**
 * The upstream, or the way to it, is ill; the same call may succeed later.
 * - connect: no connection; nothing was sent.
 * - closedEarly: the connection was closed before a byte of the answer.
 * - timeout: no answer, or not all of it, in time.
 * - truncated: the answer broke off or arrived damaged.
 * - status: the answer was that it is ill (5xx, 408).
 * - redirected: it sent us elsewhere, and a key is never carried elsewhere.
 * - stopped: our own client has been stopped.
 */
export interface Unavailable {
  readonly outcome: 'unavailable';
  readonly reason: 'connect' | 'closedEarly' | 'timeout' | 'truncated' | 'status' | 'redirected' | 'stopped';
  readonly detail: string;
  /** When it said so itself. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * The call itself is wrong; the same call will be refused again.
 * - badArgument: refused here, nothing was sent.
 * - foreignPuuid: the player's id was encrypted for another API key.
 * - badRequest: every other 4xx.
 */
export interface Rejected {
  readonly outcome: 'rejected';
  readonly reason: 'badArgument' | 'foreignPuuid' | 'badRequest';
  /** Null when nothing was sent. */
  readonly status: number | null;
  readonly message: string;
}

/**
 * It answered "here it is", with something that it is not.
 * - notJson: a web page, noise, text in no known encoding; what stands in between may go away.
 * - shape: JSON, but not what we know how to read; it will be the same next time.
 * - tooLarge: more than anybody needs, before or after decompression.
 */
export interface Malformed {
  readonly outcome: 'malformed';
  readonly fault: 'notJson' | 'shape' | 'tooLarge';
  /** Where, what was found, what was expected. */
  readonly reason: string;
  /** What was sent, to be kept. Only its beginning when `isWhole` is false. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  readonly fetchedAt: Date;
}

/**
 * The key is not let in, which says nothing of the data.
 * - noKey: none is set for this game; nothing was sent.
 * - unknownKey: the upstream does not know it (401): mistyped, deleted, or so new that not everybody has heard of it.
 * - expiredOrBlocked: it was known and is refused everywhere (403).
 * - methodNotAllowed: this one method is refused (403) while others answer.
 */
export interface Forbidden {
  readonly outcome: 'forbidden';
  readonly reason: 'noKey' | 'unknownKey' | 'expiredOrBlocked' | 'methodNotAllowed';
  readonly status: number | null;
  readonly message: string;
}
