import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { accessibilityFaults, openPage, overflowOf, PHONE, type Opened } from '../support/pages.ts';
import { clickhouseOf } from '../support/processes.ts';
import {
  makeDataDirectory,
  readStatus,
  startProduct,
  stopProduct,
  type Product,
  WITHOUT_CLIPS,
} from '../support/product.ts';

const directory = makeDataDirectory();
let product: Product;
let url: string;
let browser: Browser;

beforeAll(async () => {
  product = startProduct(directory.path, WITHOUT_CLIPS);
  [url, browser] = await Promise.all([product.ready, launchBrowser()]);
});
afterAll(async () => {
  // The browser last: where it could not be started, everything else has to end all the same.
  await stopProduct(product);
  directory.remove();
  await browser.close();
});

const NARROW = { ...PHONE, viewport: { width: 360, height: 740 } };

function open(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  return openPage(browser, url + path, options);
}

test.each([
  ['/', {}],
  ['/status', {}],
  ['/status', { colorScheme: 'dark' as const }],
  ['/status', NARROW],
  ['/tft', NARROW],
  ['/no-such-page', {}],
])('%s is accessible, complains of nothing and does not scroll sideways: %o', async (path, options) => {
  const { page, complaints } = await open(path, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (path === '/status')
    await page.getByRole('cell', { name: 'PostgreSQL' }).or(page.getByText('PostgreSQL')).first().waitFor();

  expect(await accessibilityFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
});

test.each([
  ['/tft', {}],
  ['/football', NARROW],
])('%s does not move when its first answers come: %o', async (path, options) => {
  const { page } = await open('/no-such-page', options);
  const held = Promise.withResolvers<void>();
  await page.routeWebSocket('**/api/live', () => undefined);
  await page.route('**/api/**', (route) => held.promise.then(() => route.continue()));
  const title = page.getByRole('heading', { level: 1 });
  const footer = page.getByRole('contentinfo');
  await page.goto(url + path);
  await page.getByText('Practice data:').waitFor();
  await title.waitFor();
  const before = await title.boundingBox();

  expect((await footer.boundingBox())?.y).toBeGreaterThan(page.viewportSize()?.height ?? 0);
  held.resolve();
  await page.getByText('Loading', { exact: false }).first().waitFor({ state: 'detached' });
  expect(await title.boundingBox()).toEqual(before);
});

test('the status page shows what the API says', async () => {
  const { page } = await open('/status');
  const status = await readStatus(url);

  await page.getByText('Everything runs', { exact: false }).waitFor();
  const parts = await page.getByRole('table', { name: 'Parts' }).getByRole('rowheader').allInnerTexts();
  const processes = await page.getByRole('table', { name: 'Processes' }).innerText();

  expect(parts).toEqual(status.parts.map((part) => part.name));
  expect(processes).toContain(String(product.process.pid));
});

test('the page follows a killed store without a reload, and says when it is back', async () => {
  const { page } = await open('/status');
  await page.getByText('Everything runs', { exact: false }).waitFor();
  const before = await page.evaluate('performance.timeOrigin');
  const cells = page.getByRole('row', { name: /ClickHouse/ }).getByRole('cell');
  const RESTARTS = 4; // The name is a row header, not a cell.
  expect(await cells.nth(RESTARTS).innerText()).toBe('0');

  process.kill(clickhouseOf(product.process.pid), 'SIGKILL');

  await expect.poll(() => cells.nth(RESTARTS).innerText(), { timeout: 30_000 }).toBe('1');
  await page.getByText('Everything runs', { exact: false }).waitFor();
  expect(await page.evaluate('performance.timeOrigin')).toBe(before);
});

test('light, dark and system are a choice that is remembered', async () => {
  const { page } = await open('/', { colorScheme: 'light' });
  const scheme = () => page.evaluate("document.documentElement.getAttribute('data-mantine-color-scheme')");

  await page.getByRole('radio', { name: /dark/i }).check({ force: true });
  await expect.poll(scheme).toBe('dark');
  await page.reload();

  expect(await scheme()).toBe('dark');
});

test('the API reference opens without complaint', async () => {
  const { page, complaints } = await open('/api/docs');

  await page.getByText('/api/status').first().waitFor();
  expect(complaints).toEqual([]);
});
