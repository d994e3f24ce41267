/** A WebSocket without a network: what it was sent, how it was closed, and messages as from its client. */
import { EventEmitter } from 'node:events';
import type { WebSocket } from '@fastify/websocket';

export function createSocketUnderTest() {
  const sent: { readonly type: string; readonly code?: string; readonly topic?: string }[] = [];
  const closes: number[] = [];
  const emitter = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (frame: Buffer) => void sent.push(JSON.parse(frame.toString()) as (typeof sent)[number]),
    close: (code: number) => void closes.push(code),
    terminate: () => undefined,
  });
  return {
    socket: emitter as unknown as WebSocket,
    sent,
    closes,
    say: (text: string, times = 1): void => {
      for (let count = 0; count < times; count++) emitter.emit('message', Buffer.from(text), false);
    },
    leave: () => emitter.emit('close'),
  };
}
