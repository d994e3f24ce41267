/**
 * How a call to an upstream ended, as a value: the compiler checks that callers handle every case.
 * Three things are not outcomes and throw: a bug, a limiter that cannot work, and the caller's own signal (with its reason).
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
  /** Fits the schema of the fields that are read. Other fields are in it unchecked. */
  readonly body: Body;
  /** The exact bytes, after content-decoding. */
  readonly bytes: Uint8Array;
  readonly fetchedAt: Date;
}

/** The object does not exist, or not yet: new matches can be missing for a while. */
interface NotFound {
  readonly outcome: 'notFound';
  readonly message: string;
}

/** Refused by a limit repeatedly, or for longer than a call waits. */
interface RateLimited {
  readonly outcome: 'rateLimited';
  readonly retryAfterMs: number;
  /** The upstream limits calls per day. */
  readonly isDayUsedUp?: boolean | undefined;
}

/**
 * The upstream or the network failed; the same call may succeed later.
 * - connect: no connection; nothing was sent.
 * - closedEarly: the connection was closed before the first byte of the answer.
 * - timeout: the answer, or the rest of it, did not arrive in time.
 * - truncated: the answer ended early or arrived damaged.
 * - status: the upstream reported a failure (5xx, 408).
 * - redirected: redirects are not followed, because the request holds a key.
 * - stopped: our own client has been stopped.
 */
export interface Unavailable {
  readonly outcome: 'unavailable';
  readonly reason: 'connect' | 'closedEarly' | 'timeout' | 'truncated' | 'status' | 'redirected' | 'stopped';
  readonly detail: string;
  /** From Retry-After. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * The call itself is wrong and would be refused again.
 * - badArgument: refused here; nothing was sent.
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
 * The status is a success and the body is unusable.
 * - notJson: a web page, noise, an unknown encoding. Often from a proxy in between, so a retry may help.
 * - shape: JSON that does not fit the schema; it will be the same next time.
 * - tooLarge: above the bound, before or after decompression.
 */
export interface Malformed {
  readonly outcome: 'malformed';
  readonly fault: 'notJson' | 'shape' | 'tooLarge';
  /** The place, what was found there, and what was expected. */
  readonly reason: string;
  /** The body, for quarantine. Only its beginning if `isWhole` is false. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  readonly fetchedAt: Date;
}

/**
 * The key is refused, which says nothing about the data.
 * - noKey: none is set; nothing was sent.
 * - unknownKey: the upstream does not know it (401): mistyped, deleted, or too new to be known on every server.
 * - expiredOrBlocked: it is refused for every method (403).
 * - methodNotAllowed: this method is refused (403) while others answer.
 */
export interface Forbidden {
  readonly outcome: 'forbidden';
  readonly reason: 'noKey' | 'unknownKey' | 'expiredOrBlocked' | 'methodNotAllowed';
  readonly status: number | null;
  readonly message: string;
}
