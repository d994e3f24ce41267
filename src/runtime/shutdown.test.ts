import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createShutdown } from './shutdown.ts';

const silent = pino({ level: 'silent' });

test('what started last stops first, and a failing step does not keep the others running', async () => {
  const stopped: string[] = [];
  const shutdown = createShutdown(silent);
  shutdown.onStop('store', () => void stopped.push('store'));
  shutdown.onStop('worker', () => Promise.reject(new Error('refuses')));
  shutdown.onStop('http', () => void stopped.push('http'));

  await shutdown.run();

  expect(stopped).toEqual(['http', 'store']);
});

test('a step that hangs is left behind after its time', async () => {
  const stopped: string[] = [];
  const shutdown = createShutdown(silent);
  shutdown.onStop('store', () => void stopped.push('store'));
  shutdown.onStop('worker', () => new Promise(() => undefined), 20);

  await shutdown.run();

  expect(stopped).toEqual(['store']);
});

test('two calls stop everything once', async () => {
  let stops = 0;
  const shutdown = createShutdown(silent);
  shutdown.onStop('store', () => void stops++);

  await Promise.all([shutdown.run(), shutdown.run()]);

  expect(stops).toBe(1);
});
