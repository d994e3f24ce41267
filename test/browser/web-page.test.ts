/** What all pages share, and the status page, in a real browser. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DAY } from '../support/football-rows.ts';
import { holdBack, open, pages, pathOf, searchOf } from '../support/pages.ts';
import { PLAYERS } from '../support/pages-upstream.ts';
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

const PLAYER = pathOf(PLAYERS.known);

test.each([
  ['/tft?by=nonsense', 'This question cannot be asked', 'Start over', 'by', /^Rows 1–/],
  ['/tft?level=1..1', 'No boards match this filter.', /^Widen: /, 'level', /^Rows 1–/],
  [`${PLAYER}?zone=Moon/Base`, 'expected the IANA name', 'Start over without options', 'zone', /^Records/],
  [`/football?day=${DAY}&show=live`, 'none like that', 'Show all of them', 'show', /Eastport Rovers/],
  ['/football/fixtures/nonsense', 'No such match is known', 'The matches of today', 'day', /^Football$/],
])('%s says what is wrong and offers a way out', async (path, says, wayOut, gone, shown) => {
  const { page } = await open(path);
  await page.getByText(says).first().waitFor();

  await page.getByRole('link', { name: wayOut }).click();

  await page.getByRole('main').getByText(shown).filter({ visible: true }).first().waitFor();
  expect(searchOf(page)).not.toHaveProperty(gone);
});

interface Change {
  readonly path: string;
  readonly held: string;
  readonly press: string;
  readonly old: (page: Page) => Locator;
  readonly fresh: (page: Page) => Locator;
}

test.each<Change>([
  {
    path: `/football?day=${DAY}`,
    held: '**/api/football/days/2026-03-13**',
    press: 'Previous day',
    old: (page) => page.getByRole('region', { name: 'Norland: League 700' }),
    fresh: (page) => page.getByText('No match is known of Friday 13 March 2026'),
  },
  {
    path: '/tft',
    held: '**/api/tft/explore?**',
    press: 'Items',
    old: (page) => page.getByRole('columnheader', { name: 'Unit' }),
    fresh: (page) => page.getByRole('columnheader', { name: 'Item' }),
  },
  {
    path: PLAYER,
    held: '**/history?zone=**',
    press: 'Use Asia/Tokyo',
    old: (page) => page.getByText('Times are those of UTC'),
    fresh: (page) => page.getByText('Times are those of Asia/Tokyo'),
  },
])('what $path shows stays while another answer is on its way', async ({ path, held, press, old, fresh }) => {
  const { page } = await open(path, { timezoneId: 'Asia/Tokyo' });
  await old(page).first().waitFor();
  const letGo = await holdBack(page, held);

  const [name, exact] = [press, true];
  await page.getByRole('link', { name, exact }).or(page.getByRole('button', { name, exact })).click();
  await page.locator('[data-old="true"]').waitFor();
  const whileWaiting = await old(page).count();
  letGo();

  await fresh(page).first().waitFor();
  expect(whileWaiting).toBeGreaterThan(0);
});

test.each([
  ['/tft?by=trait&min=5', { question: { by: 'trait', minN: 5 } }],
  [`${PLAYER}?zone=Asia/Seoul`, { analysis: { options: { zone: 'Asia/Seoul' } } }],
])('%s is taken away as CSV, as JSON and as a link', async (path, answer) => {
  const { page } = await open(path);
  const save = async (name: string) =>
    fetch(pages.url + (await page.getByRole('link', { name, exact: true }).getAttribute('href')));

  expect((await save('CSV')).headers.get('content-type')).toContain('text/csv');
  expect(await (await save('JSON')).json()).toMatchObject(answer);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(pages.url + path);
});
