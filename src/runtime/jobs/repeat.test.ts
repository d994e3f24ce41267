import { expect, test } from 'vitest';
import { createBell, repeat } from './repeat.ts';

test('repeated work runs until it is told to stop', async () => {
  const stop = new AbortController();
  let runs = 0;

  await repeat(0, stop.signal, async () => {
    runs += 1;
    if (runs === 3) stop.abort();
  });

  expect(runs).toBe(3);
});

test('a bell that rang while nobody listened is heard once', async () => {
  const bell = createBell();
  bell.ring();
  bell.ring();
  await bell.heard();

  let heardAgain = false;
  const second = bell.heard().then(() => (heardAgain = true));
  await Promise.resolve();
  expect(heardAgain).toBe(false);
  bell.ring();
  await second;
});
