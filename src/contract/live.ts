/**
 * The live feed's protocol, spoken over the WebSocket `/api/live`.
 *
 * A client subscribes to topics by name. It gets a `snapshot` (all that is true now) and then `change`s;
 * whenever the server may have missed a notice (its own reconnect, a slow client) it sends a new `snapshot`,
 * so a client that replaces its state on `snapshot` is never wrong for longer than the gap. A `subscribe` to what one already
 * follows asks for a new snapshot. After the error `unavailable` the server sends the snapshot by itself when it can.
 */
import { Type, type Static } from 'typebox';

/** Behind the first slash capitals count: ids of players have them. */
const Topic = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[a-z0-9][a-z0-9:_-]*(/[A-Za-z0-9:/_-]*)?$',
});

export const LiveRequest = Type.Union([
  Type.Object({ type: Type.Literal('subscribe'), topic: Topic }, { additionalProperties: false }),
  Type.Object({ type: Type.Literal('unsubscribe'), topic: Topic }, { additionalProperties: false }),
  Type.Object({ type: Type.Literal('pong') }, { additionalProperties: false }),
]);
export type LiveRequest = Static<typeof LiveRequest>;

export const LiveErrorCode = Type.Enum(['bad-message', 'unknown-topic', 'too-many-topics', 'unavailable']);
export type LiveErrorCode = Static<typeof LiveErrorCode>;

export const LiveEvent = Type.Union([
  Type.Object({ type: Type.Literal('snapshot'), topic: Topic, data: Type.Unknown() }),
  Type.Object({ type: Type.Literal('change'), topic: Topic, data: Type.Unknown() }),
  Type.Object({ type: Type.Literal('ping') }),
  Type.Object({
    type: Type.Literal('error'),
    code: LiveErrorCode,
    message: Type.String(),
    topic: Type.Optional(Type.String()),
  }),
]);
export type LiveEvent = Static<typeof LiveEvent>;

/** The server pings this often; a client that hears nothing for twice as long reconnects, and one that does not pong is dropped. */
export const LIVE_HEARTBEAT_MS = 15_000;
