/** A client of the live feed that follows one topic and counts its messages. */
import { once } from 'node:events';
import { until } from '../support/until.ts';

interface LiveFeed {
  /** Ms until the next snapshot of the topic. */
  untilTold(what: string): Promise<number>;
  close(): void;
}

const WITHIN_MS = 20_000;

export async function openLiveFeed(url: string, topic: string): Promise<LiveFeed> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`);
  let told = 0;
  socket.addEventListener('message', ({ data }) => {
    const event = JSON.parse(String(data)) as { type: string; topic?: string };
    if (event.type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
    else if (event.topic === topic) told++;
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'subscribe', topic }));
  await until(`the first message about ${topic}`, WITHIN_MS, () => told > 0);
  return {
    async untilTold(what) {
      const [from, before] = [performance.now(), told];
      await until(what, WITHIN_MS, () => told > before);
      return performance.now() - from;
    },
    close: () => socket.close(),
  };
}
