import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { clickhouseOf } from '../support/processes.ts';
import { makeDataDirectory, readStatus, startProduct, type Product } from '../support/product.ts';

const directory = makeDataDirectory();
let product: Product;
let url: string;
let browser: Browser;

beforeAll(async () => {
  product = startProduct(directory.path);
  [url, browser] = await Promise.all([product.ready, launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  product.process.kill('SIGTERM');
  await product.ended;
  directory.remove();
});

interface Opened {
  readonly page: Page;
  /** What the browser complained about: script errors, blocked resources, failed requests. */
  readonly complaints: string[];
}

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(url + path);
  return { page, complaints };
}

async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // As text, because it runs in the page, where other globals exist than here.
  return page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
}

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

test.each([
  ['/', {}],
  ['/status', {}],
  ['/status', { colorScheme: 'dark' as const }],
  ['/status', PHONE],
  ['/tft', PHONE],
  ['/no-such-page', {}],
])('%s is accessible, complains of nothing and does not scroll sideways: %o', async (path, options) => {
  const { page, complaints } = await open(path, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (path === '/status')
    await page.getByRole('cell', { name: 'PostgreSQL' }).or(page.getByText('PostgreSQL')).first().waitFor();

  expect(await accessibilityFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBe(0);
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
