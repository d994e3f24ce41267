/** Far more than the product can answer: it refuses the rest, says when to come back, and is as it was when the crowd has left. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { applyLoad, ask } from '../../bench/load/crowd.ts';
import { memoryMb } from '../../bench/harness/process-tree.ts';
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
  const asking = ask({ url, seconds: 8, requestsPerSecond: 200, routes: COSTLY });
  const probes: number[] = [];
  const probing = (async () => {
    for (let time = 0; time < 20; time++) {
      probes.push((await fetch(`${url}/healthz`)).status);
      await delay(300); // Spread over the whole load: there is no event between.
    }
  })();
  const asked = await asking;
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

whenDrilling('two thousand open pages cost little memory and all receive news', async () => {
  const directory = makeDataDirectory();
  const product = startProduct(directory.path);
  onTestFinished(async () => {
    await stopProduct(product);
    directory.remove();
  });
  const url = await product.ready;
  const before = memoryMb(product.process.pid ?? 0);
  const load = await applyLoad({ url, seconds: 20, webSockets: 2_000, requestsPerSecond: 50 });

  expect(load.asked.faults).toEqual({});
  expect(load.held).toMatchObject({ open: 2_000, cutOff: 0 });
  expect(load.held.delay.p99Ms).toBeLessThan(2_000);
  expect(memoryMb(product.process.pid ?? 0) - before).toBeLessThan(400);
});
