import { expect, test } from 'vitest';
import { pause } from './pause.ts';

test('a pause ends at once when told to stop, before or while it lasts', async () => {
  const stop = new AbortController();
  const paused = pause(60_000, stop.signal);
  stop.abort();

  await expect(paused).resolves.toBeUndefined();
  await expect(pause(60_000, stop.signal)).resolves.toBeUndefined();
});
