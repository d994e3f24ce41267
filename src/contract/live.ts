/**
 * The protocol of the live feed, over the WebSocket `/api/live`.
 *
 * A client subscribes to topics by name, and gets a `snapshot` of each: the whole present state, at once and after each change. It
 * replaces its state with each snapshot. After a gap (a reconnect to PostgreSQL, a client that read too slowly) the server sends a
 * new one. A second `subscribe` to a topic asks for a new snapshot. After the error `unavailable`, the snapshot follows when it can
 * be read.
 */
import { Type, type Static } from 'typebox';

/** Case matters behind the first slash: ids of players have capital letters. */
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
  Type.Object({ type: Type.Literal('ping') }),
  Type.Object({
    type: Type.Literal('error'),
    code: LiveErrorCode,
    message: Type.String(),
    topic: Type.Optional(Type.String()),
  }),
]);
export type LiveEvent = Static<typeof LiveEvent>;

/** The server pings this often. A client that receives nothing for twice as long reconnects; one that does not answer is dropped. */
export const LIVE_HEARTBEAT_MS = 15_000;
