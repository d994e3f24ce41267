/** Pages of a new installation on the practice world: what they say while nothing is stored, goals and clips as they come, a store that dies. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FootballDay, FootballFixtureView } from '../../src/contract/football.ts';
import { askJson } from '../support/pages-api.ts';
import * as shared from '../support/pages.ts';
import {
  accessibilityFaults,
  holdBack,
  markDocument,
  PATIENT,
  readMark,
  SMALL_PHONE,
} from '../support/pages.ts';
import { clickhouseOf } from '../support/processes.ts';
import { FEW_GAMES, makeDataDirectory, startProduct, stopProduct, type Product } from '../support/product.ts';
import { until } from '../support/until.ts';

const directory = makeDataDirectory();
let product: Product;
let url: string;
let token: string;

beforeAll(async () => {
  product = startProduct(directory.path, {
    ...FEW_GAMES,
    RATE_LIMIT_PER_MINUTE: '20000',
    PRACTICE_SPEED: '20',
    PRACTICE_POLL_SECONDS: '2',
  });
  url = await product.ready;
  token = String(product.said.find(({ event }) => event === 'admin-token')?.['token']);
});
afterAll(async () => {
  await stopProduct(product);
  directory.remove();
});

const openAsAdmin = (path: string) => shared.openAsAdmin(path, {}, { url, token });
async function open(path: string, options = {}): Promise<shared.Opened> {
  return shared.openPage(await shared.browser(), url + path, options);
}
const ask = <Answer>(path: string) => askJson<Answer>(url, token, path);

test('lists without entries say so', async () => {
  const { page, complaints } = await openAsAdmin('/players/accounts');
  await page.getByText('No account is linked.').waitFor();
  await page.getByRole('link', { name: 'Tracked' }).click();
  await page.getByText('Nobody is tracked.').waitFor();
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByText('No report was made yet.').waitFor();
  expect(complaints).toEqual([]);
});

test.each([
  ['/tft', {}],
  ['/football', SMALL_PHONE],
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

test('the status page follows a killed store without a reload, and says when it is back', async () => {
  const { page } = await open('/status');
  await page.getByText('Everything runs', { exact: false }).waitFor();
  const before = await page.evaluate('performance.timeOrigin');
  const cells = page.getByRole('row', { name: /ClickHouse/ }).getByRole('cell');
  const RESTARTS = 4; // The name is a row header, not a cell.
  expect(await cells.nth(RESTARTS).innerText()).toBe('0');

  process.kill(clickhouseOf(product.process.pid), 'SIGKILL');

  await expect.poll(() => cells.nth(RESTARTS).innerText(), PATIENT).toBe('1');
  await page.getByText('Everything runs', { exact: false }).waitFor();
  expect(await page.evaluate('performance.timeOrigin')).toBe(before);
});

test('the admin reads a day that is not stored', async () => {
  const { page } = await openAsAdmin('/football?day=2026-03-13');
  const button = page.getByRole('button', { name: 'Read this day now' });
  await button.waitFor();
  const letGo = await holdBack(page, '**/api/football/days/**');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/football/ingest'));
  await button.click();
  expect((await sent).postDataJSON()).toEqual({ day: '2026-03-13' });
  await page.getByText('It is being read.').waitFor();
  letGo();
});

test('the matches of today are followed without a reload', async () => {
  const { page, complaints } = await open('/football?show=live');
  await markDocument(page);
  const row = page.getByRole('region').getByRole('listitem').filter({ hasText: '′' }).first();
  await row.waitFor();
  const name = (await row.getByRole('link').innerText()).split('\n')[0] ?? '';
  const same = page.getByRole('listitem').filter({ hasText: name }).first();
  // A match that ends meanwhile leaves the list, which is a change too.
  const minute = async () => (await same.allInnerTexts())[0]?.split('\n')[0];
  const first = await minute();
  expect(await accessibilityFaults(page)).toEqual([]);

  await expect.poll(minute, PATIENT).not.toBe(first);
  expect(await readMark(page)).toBe('once');
  expect(complaints).toEqual([]);
});

test('a goal of the practice world gets a clip that can be watched', async () => {
  const { match, goal } = await until('a goal with an archived clip', 240_000, findWatchable);
  const { page, complaints } = await open(`/football/fixtures/${match}`);
  const video = page.locator(`#goal-${goal} video`).first();
  await video.waitFor();
  await play(page, `#goal-${goal} video`);
  const part = await fetch(url + (await video.getAttribute('src')), { headers: { range: 'bytes=0-99' } });

  expect(part.status).toBe(206);
  expect(part.headers.get('content-type')).toBe('video/mp4');
  expect(Buffer.from(await part.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');
  expect(complaints).toEqual([]);
});

/** By keyboard. A better copy may take the video's place, and has to be started again. */
async function play(page: Page, video: string): Promise<void> {
  const look = (expression: string) => page.evaluate(`document.querySelector('${video}')?.${expression}`);
  await until('it plays', PATIENT.timeout, async () => {
    if ((await look('paused')) === true) await page.locator(video).first().press('Space');
    return Number(await look('currentTime')) > 0;
  });
}

async function findWatchable(): Promise<{ match: number; goal: string } | undefined> {
  const days = await Promise.all(
    [0, 1].map((ahead) => ask<FootballDay>(`/api/football/days/${dayAhead(ahead)}`)),
  );
  const fixture = days.flatMap(({ fixtures }) => fixtures).find(({ clips }) => clips > 0);
  if (fixture === undefined) return undefined;
  const { goals } = await ask<FootballFixtureView>(`/api/football/fixtures/${fixture.id}`);
  const goal = goals.find(({ clips }) => clips.some(({ videoUrl }) => videoUrl !== null));
  return goal && { match: fixture.id, goal: goal.id };
}

function dayAhead(days: number): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
