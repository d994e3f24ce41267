/** The whole product, while it collects, before a crowd that listens and asks. */
import { afterAll, beforeAll, expect } from 'vitest';
import { applyLoad } from '../../bench/load/apply-load.ts';
import { memoryMb } from '../../bench/load/watch-product.ts';
import { onLinux, whenDrilling } from '../support/conditional-test.ts';
import { makeDataDirectory, startProduct, stopProduct, type Product } from '../support/product.ts';

const directory = makeDataDirectory();
let product: Product;
let url: string;
beforeAll(async () => {
  product = startProduct(directory.path);
  url = await product.ready;
});
afterAll(async () => {
  await stopProduct(product);
  directory.remove();
});

onLinux('a crowd of pages and questions is served without an error', async () => {
  const load = await applyLoad({ url, seconds: 6, webSockets: 100, requestsPerSecond: 8 });

  expect(load.asked.faults).toEqual({});
  expect(load.requests).toBeGreaterThanOrEqual(45);
  // A slow machine refuses some; the fault F16 of the drill bounds their share.
  expect(load.requests - load.refused).toBeGreaterThan(20);
  expect(load.held).toMatchObject({ open: 100, cutOff: 0, refused: 0 });
  // Everybody has heard of the system's state.
  expect(load.held.messages).toBeGreaterThanOrEqual(100);
});

onLinux('a load that is called off ends at once, and says what it saw', async () => {
  const over = new AbortController();
  setTimeout(() => over.abort(), 1_000);
  const startedAt = performance.now();
  const load = await applyLoad({
    url,
    seconds: 600,
    webSockets: 0,
    requestsPerSecond: 10,
    signal: over.signal,
  });

  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(load.requests).toBeLessThan(200);
});

onLinux('a server that is not there makes errors, and no exception', async () => {
  const nobody = 'http://127.0.0.1:9';
  const load = await applyLoad({ url: nobody, seconds: 1, webSockets: 5, requestsPerSecond: 20 });

  expect(load.errors).toBe(load.requests);
  expect(load.errors).toBeGreaterThan(10);
  expect(load.held.open).toBe(0);
});

whenDrilling('two thousand open pages cost little memory and all hear the news', async () => {
  const before = memoryMb(product.process.pid ?? 0);
  const load = await applyLoad({ url, seconds: 20, webSockets: 2_000, requestsPerSecond: 50 });

  expect(load.asked.faults).toEqual({});
  expect(load.held).toMatchObject({ open: 2_000, cutOff: 0 });
  expect(load.held.delay.p99Ms).toBeLessThan(2_000);
  expect(memoryMb(product.process.pid ?? 0) - before).toBeLessThan(400);
});
