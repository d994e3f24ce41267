import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createShutdown, nextStopSignal } from './shutdown.ts';

const silent = pino({ level: 'silent' });

test('stops the last part first, and goes on after a part that fails', async () => {
  const stopped: string[] = [];
  const shutdown = createShutdown(silent);
  shutdown.onStop('store', () => void stopped.push('store'));
  shutdown.onStop('worker', () => Promise.reject(new Error('refuses')));
  shutdown.onStop('http', () => void stopped.push('http'));

  await shutdown.run();

  expect(stopped).toEqual(['http', 'store']);
});

test('abandons a part that hangs after its deadline', async () => {
  const stopped: string[] = [];
  const shutdown = createShutdown(silent);
  shutdown.onStop('store', () => void stopped.push('store'));
  shutdown.onStop('worker', () => new Promise(() => undefined), 20);

  await shutdown.run();

  expect(stopped).toEqual(['store']);
});

test('stops everything once for two calls', async () => {
  let stops = 0;
  const shutdown = createShutdown(silent);
  shutdown.onStop('store', () => void stops++);

  await Promise.all([shutdown.run(), shutdown.run()]);

  expect(stops).toBe(1);
});

/** A signal source whose clock the test steps. */
function open() {
  const exits: number[] = [];
  const clock = { ms: 1_000 };
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => void exits.push(code) });
  const stop = nextStopSignal(source, () => clock.ms);
  const send = (name: 'SIGTERM' | 'SIGINT' | 'SIGHUP', number: number): void =>
    void source.emit(name, name, number);
  return { source, stop, send, exits, clock };
}

test.each([
  ['SIGTERM', 15, 143],
  ['SIGINT', 2, 130],
  ['SIGHUP', 1, 129],
] as const)('%s starts an orderly stop with exit code 128 + %i', async (name, number, exitCode) => {
  const { stop, send, exits } = open();

  send(name, number);

  expect(stop.signal.aborted).toBe(true);
  expect(await stop.promise).toBe(exitCode);
  expect(exits).toEqual([]);
});

test('copies of a signal within two seconds are ignored, a later signal exits at once', async () => {
  const { stop, send, exits, clock } = open();
  send('SIGHUP', 1);
  send('SIGHUP', 1);
  clock.ms += 2_000;
  send('SIGTERM', 15);
  expect(exits).toEqual([]);

  clock.ms += 1;
  send('SIGINT', 2);

  expect(exits).toEqual([130]);
  expect(await stop.promise).toBe(129);
});

test('the end of the launcher starts an orderly stop with exit code 0, and is ignored during a stop', async () => {
  const { source, stop, send } = open();
  source.emit('disconnect');
  expect(await stop.promise).toBe(0);

  const other = open();
  other.send('SIGTERM', 15);
  other.source.emit('disconnect');
  expect(await other.stop.promise).toBe(143);
  send('SIGTERM', 15);
});
