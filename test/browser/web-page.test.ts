/** What all pages share, and the status page, in a real browser. */
import { expect, test } from 'vitest';
import { open, pages } from '../support/pages.ts';
import { readStatus } from '../support/product.ts';

test('the status page shows what the API says', async () => {
  const { page } = await open('/status');
  const status = await readStatus(pages.url);

  await page.getByText('Everything runs', { exact: false }).waitFor();
  const parts = await page.getByRole('table', { name: 'Parts' }).getByRole('rowheader').allInnerTexts();
  const processes = await page.getByRole('table', { name: 'Processes' }).innerText();

  expect(parts).toEqual(status.parts.map((part) => part.name));
  expect(processes).toContain(String(pages.pid));
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
