/** Far more than the product can answer: it refuses the rest, says when to come back, and is as it was when the crowd has left. */
import { expect, onTestFinished } from 'vitest';
import { ask } from '../../bench/load/crowd.ts';
import { whenDrilling } from '../support/conditional-test.ts';
import { eventually, makeDataDirectory, readStatus, startProduct, stopProduct } from '../support/product.ts';

/** Each of them is a few queries in both stores. */
const COSTLY = [
  { name: 'new question', share: 1, paths: ['/api/tft/explore?min=1&lp={n}..'] },
  { name: 'jobs', share: 1, paths: ['/api/jobs'] },
];

whenDrilling('what is too much is refused with 503 and a time to come back, and nothing breaks', async () => {
  const directory = makeDataDirectory();
  const product = startProduct(directory.path, { OVERLOAD_REQUESTS: '20', OVERLOAD_DELAY_MS: '20' });
  onTestFinished(async () => {
    await stopProduct(product);
    directory.remove();
  });
  const url = await product.ready;
  const probes: number[] = [];
  const over = new AbortController();
  const probing = (async () => {
    while (!over.signal.aborted) probes.push((await fetch(`${url}/healthz`)).status);
  })();
  const asked = await ask({ url, seconds: 8, requestsPerSecond: 200, routes: COSTLY });
  over.abort();
  await probing;

  expect(asked.faults).toEqual({});
  expect(asked.refused).toBeGreaterThan(100);
  expect(asked.answered['all']?.count).toBeGreaterThan(30);
  expect(new Set(probes)).toEqual(new Set([200]));
  expect(product.log()).not.toMatch(/unhandled|uncaught/i);
  const status = await eventually(async () => {
    const found = await readStatus(url).catch(() => undefined);
    return found?.state === 'running' ? found : undefined;
  }, 'everything is as before');
  expect(status.parts.every(({ restarts }) => restarts === 0)).toBe(true);
});
