/** The operations pages in a real browser, against a product whose practice world is collected while they are looked at. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminActions } from '../../src/contract/admin-actions.ts';
import type {
  BudgetGauges,
  DrillSession,
  OperationHistory,
  QuarantineList,
  StorageOverview,
} from '../../src/contract/operations.ts';
import { packBody } from '../../src/stores/postgres/raw.ts';
import { connectTo } from '../support/acknowledged-rows.ts';
import { launchBrowser } from '../support/browser.ts';
import { accessibilityFaults, openPage, overflowOf, PHONE, type Opened } from '../support/pages.ts';
import {
  makeDataDirectory,
  startProduct,
  stopProduct,
  type Product,
  WITHOUT_CLIPS,
} from '../support/product.ts';
import { until } from '../support/until.ts';

const PATIENT = { timeout: 150_000 };
const SMALL_PHONE = { ...PHONE, viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const };
const DARK = { colorScheme: 'dark' as const };
const PAGES = ['', '/failures', '/quarantine', '/storage', '/drills', '/actions'].map(
  (path) => `/status/operations${path}`,
);
const REASON = 'a rule of yesterday did not like it';
/** Text, markup, and a sign that turns around the order of what follows. */
const STRANGE_BODY = '{"note":"<b>bold</b> or BOLD","name":"a\u202Eb","big":9007199254740993}';
/** A minute in which the queue was long, half an hour ago. */
const LONG_QUEUE = 1_234_567;
const LONG_QUEUE_AGO_MINUTES = 30;
/** What a chart's axes take of its width. */
const CHART_LEFT = 50;
const CHART_RIGHT = 8;

const drill: DrillSession = {
  startedAt: '2026-11-01T10:00:00.000Z',
  seconds: 125,
  seed: 4711,
  version: '9.9.9',
  machine: 'two cores',
  faults: [
    fault('F1', 'a worker is killed', { acknowledged: 1_500, recoveryMs: { median: 900, max: 4_000 } }),
    fault('F8', 'an upstream lies', { held: false, lost: 2, detail: 'two games are missing' }),
  ],
};

const directory = makeDataDirectory();
let product: Product;
let url: string;
let token: string;
let browser: Browser;
/** Games in quarantine: one that passes by now, one that never will, one of which there is no body. */
let fit: string;
let strange: string;
let bodiless: string;

beforeAll(async () => {
  writeFileSync(
    join(directory.path, 'drill-sessions.jsonl'),
    `${JSON.stringify(drill)}\nthis is no session\n`,
  );
  // One ladder and no clips: what is looked at here is the page.
  const sites = join(directory.path, 'no-clip-sites.json');
  writeFileSync(sites, '[]');
  product = startProduct(directory.path, {
    ...WITHOUT_CLIPS,
    RATE_LIMIT_PER_MINUTE: '20000',
    RIOT_PLATFORMS: 'euw1',
    TFT_HISTORY_DAYS: '1',
    CLIP_SITES_FILE: sites,
  });
  [url, browser] = await Promise.all([product.ready, launchBrowser()]);
  token = String(product.said.find(({ event }) => event === 'admin-token')?.['token']);
  [fit, strange, bodiless] = await putAside();
  await measureLongQueue();
});
afterAll(async () => {
  // The browser last: where it could not be started, everything else has to end all the same.
  await stopProduct(product);
  directory.remove();
  await browser.close();
});

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const plain = (text: string) => text.replaceAll(',', '');
const bodyPath = (id: string) => `/status/operations/quarantine/tft/match/${id}`;

function open(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  return openPage(browser, url + path, options);
}

/** As somebody who has signed in in this tab before. */
async function openAsAdmin(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const opened = await open('/', options);
  await opened.page.evaluate(`sessionStorage.setItem('gamekeeper-admin-token', ${JSON.stringify(token)})`);
  await opened.page.goto(url + path);
  return opened;
}

async function ask<Answer>(path: string): Promise<Answer> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

test('nothing is shown or asked for before somebody has signed in, and nothing after they have left', async () => {
  const { page, complaints } = await open('/status/operations/storage');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByText('Seeing this needs the admin token.').waitFor();
  expect(await page.getByRole('link', { name: 'Operations', exact: true }).count()).toBe(0);
  expect(asked.filter((path) => path.startsWith('/api/admin/'))).toEqual([]);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await dialogOf(page).getByLabel('Admin token', { exact: true }).fill(token);
  await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await panel(page, 'PostgreSQL').waitFor();
  await page.getByRole('link', { name: 'Operations', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Seeing this needs the admin token.').waitFor();
  expect(await panel(page, 'PostgreSQL').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: 'Operations' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a token that the server refuses is given up', async () => {
  const { page } = await open('/');
  await page.evaluate("sessionStorage.setItem('gamekeeper-admin-token', 'gk_of-yesterday')");
  await page.goto(`${url}/status/operations/storage`);

  await page.getByText('Seeing this needs the admin token.').waitFor();
  expect(await page.evaluate("sessionStorage.getItem('gamekeeper-admin-token')")).toBeNull();
});

test('the charts tell what was measured at the chosen moment, by pointer and by keyboard', async () => {
  const { page, complaints } = await openAsAdmin('/');
  // The page's own answer: a minute later, every moment stands one place further to the left.
  const answer = page.waitForResponse((response) => response.url().includes('/operations/history'));
  await page.getByRole('link', { name: 'Operations', exact: true }).click();
  const chart = page.getByRole('article', { name: 'Jobs waiting' });
  await chart.waitFor(PATIENT);
  const history = (await (await answer).json()) as OperationHistory;
  const waiting = history.series.find(({ name }) => name === 'jobs-waiting');
  const long = waiting?.values.indexOf(LONG_QUEUE) ?? -1;
  expect(long).toBeGreaterThan(0);

  const moment = page.getByRole('slider', { name: 'Moment' });
  // The page leaves out the time before anybody measured; what is newest stands at the right end of both.
  const newest = Math.max(
    ...history.series.map(({ values }) => values.findLastIndex((value) => value !== null)),
  );
  const leftOut = newest - Number(await moment.getAttribute('max'));
  await moment.fill(String(long - leftOut));
  await chart.getByText('1,234,567', { exact: true }).waitFor();
  // The minute before it nobody measured, which is not the same as nothing waiting.
  await moment.press('ArrowLeft');
  await chart.getByText('not measured').waitFor();

  const drawing = chart.locator('svg').last();
  const box = await drawing.boundingBox();
  if (box === null) throw new Error('the chart has no drawing');
  const share = (long - leftOut) / (history.times.length - leftOut - 1);
  await page.mouse.move(box.x + CHART_LEFT + share * (box.width - CHART_LEFT - CHART_RIGHT), box.y + 40);
  await chart.getByText('1,234,567', { exact: true }).waitFor();

  await page.getByText('24 h', { exact: true }).click();
  await expect.poll(() => searchOf(page)).toEqual({ hours: '24' });
  await page.reload();
  await chart.waitFor();
  expect(await page.getByRole('radio', { name: '24 h' }).isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});

test('every budget of every host has a gauge that says what the API says', async () => {
  const { gauges } = await until('a budget is known', 30_000, async () => {
    const budgets = await ask<BudgetGauges>('/api/admin/operations/budgets');
    return budgets.gauges.length > 0 && budgets;
  });
  const { page } = await openAsAdmin('/status/operations');
  const budgets = panel(page, 'Budgets');
  await budgets.waitFor();

  for (const upstream of new Set(gauges.map((gauge) => gauge.upstream))) {
    const hosts = budgets.getByRole('list', { name: `Budgets of ${upstream}` });
    const shown = await hosts.getByRole('heading', { level: 4 }).allInnerTexts();
    const told = gauges.filter((gauge) => gauge.upstream === upstream).map(({ host }) => host);
    expect(shown).toEqual(expect.arrayContaining([...new Set(told)]));
  }
  const meters = await budgets.getByRole('meter', { includeHidden: true }).all();
  const words = await Promise.all(meters.map((meter) => meter.getAttribute('aria-valuetext')));
  const limits = new Set(words.map((text) => plain(text?.split(' of ')[1] ?? '')));
  expect(limits).toEqual(new Set(gauges.map(({ limit }) => String(limit))));
});

test('a queue leads to its kind on the job page, and the page of failures decides about them', async () => {
  const { page } = await openAsAdmin('/status/operations');
  const links = panel(page, 'Queues').getByRole('rowheader');
  const kind = await links.getByRole('link').first().innerText(PATIENT);
  // By its name: those that have something to do come and go.
  await links.getByRole('link', { name: kind, exact: true }).click();
  await expect.poll(() => searchOf(page)).toEqual({ kind });
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();

  await page.goBack();
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Failures' }).click();
  await page.getByText('No job was given up.').waitFor();
});

test('the quarantine tells reasons, narrows by source, and opens a body', async () => {
  const { page, complaints } = await openAsAdmin('/status/operations/quarantine');
  const { total, reasons } = await ask<QuarantineList>('/api/admin/operations/quarantine');
  expect(total).toBeGreaterThanOrEqual(3);
  const list = panel(page, 'Quarantine');
  await list.getByRole('link', { name: strange }).waitFor();
  const bars = await list.getByRole('list', { name: 'Reasons by how often' }).getByRole('listitem').count();
  expect(bars).toBe(reasons.length);

  await list.getByText('LoL', { exact: true }).click();
  await page.getByText('Nothing of this source is in quarantine.').waitFor();
  expect(searchOf(page)).toEqual({ source: 'lol' });
  await list.getByText('TFT', { exact: true }).click();
  await list.getByRole('link', { name: strange }).click();
  await page.getByRole('region', { name: strange }).getByText(REASON).waitFor();
  await page.getByRole('link', { name: 'All of the quarantine' }).click();
  await list.getByRole('link', { name: fit }).waitFor();
  expect(complaints).toEqual([]);
});

test('a body is shown as text whatever is in it, searched by keyboard, and copied as it was sent', async () => {
  const { page, complaints } = await openAsAdmin(bodyPath(strange), {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const body = page.getByRole('region', { name: 'Body', exact: true });
  await body.waitFor();
  // What turns the order around is shown as a sign, and markup is only text.
  expect(await body.innerText()).toBe(STRANGE_BODY.replace('\u202E', '⟨U+202E⟩'));
  expect(await body.locator('b').count()).toBe(0);

  const find = page.getByRole('textbox', { name: 'Find in the body' });
  await find.fill('bold');
  await page.getByText('1 of 2', { exact: true }).waitFor();
  expect(await body.locator('mark').allInnerTexts()).toEqual(['bold', 'BOLD']);
  await find.press('Enter');
  await page.getByText('2 of 2', { exact: true }).waitFor();
  expect(await body.locator('mark[data-chosen=true]').innerText()).toBe('BOLD');
  await find.press('Shift+Enter');
  await page.getByText('1 of 2', { exact: true }).waitFor();
  await find.fill('no such thing');
  await page.getByText('Nowhere', { exact: true }).waitFor();

  await page.getByText('On lines', { exact: true }).click();
  await expect.poll(() => body.innerText()).toContain('\n  "big": 9007199254740993\n}');
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(STRANGE_BODY);
  expect(complaints).toEqual([]);
});

test('a body is checked again or fetched again after a confirmation, and leaves when it passes', async () => {
  const { page } = await openAsAdmin(bodyPath(strange));
  await page.getByRole('button', { name: 'Check again' }).click();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  expect(await stateOf(strange)).toBe('quarantined');
  await page.getByRole('button', { name: 'Check again' }).click();
  await dialogOf(page).getByRole('button', { name: 'Check again' }).click();
  await page.getByText('It still does not pass:').waitFor();
  expect(await stateOf(strange)).toBe('quarantined');

  await page.goto(url + bodyPath(fit));
  await page.getByRole('button', { name: 'Check again' }).click();
  await dialogOf(page).getByRole('button', { name: 'Check again' }).click();
  await page.getByText('It passes now. It is stored, and will be counted.').waitFor();
  expect(await stateOf(fit)).toBe('stored');

  await page.goto(url + bodyPath(bodiless));
  await page.getByText('It was refused before there was a body to keep.').waitFor();
  expect(await page.getByRole('button', { name: 'Check again' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Fetch again' }).click();
  await dialogOf(page).getByRole('button', { name: 'Fetch again' }).click();
  await page.getByText('The upstream will be asked for it anew.').waitFor();
  await until('it was fetched', 30_000, async () => (await stateOf(bodiless)) === 'stored');

  await page.goto(url + bodyPath(fit));
  await page.getByText('This is not in quarantine.').waitFor();
});

test('storage is told by table and patch as the API tells it', async () => {
  const storage = await until('something is projected', 60_000, async () => {
    const now = await ask<StorageOverview>('/api/admin/operations/storage');
    return now.clickhouse.some(({ table }) => table === 'tft_unit') && now;
  });
  const { page } = await openAsAdmin('/status/operations/storage');
  const postgres = panel(page, 'PostgreSQL');
  await postgres.getByText(/ smaller tables, /).click();
  const names = postgres.getByRole('listitem');
  await names.first().waitFor();

  expect(await names.count()).toBe(storage.postgres.length);
  const tables = await panel(page, 'ClickHouse').getByRole('heading', { level: 3 }).allInnerTexts();
  const shown = tables.map((text) => text.split('\n')[0]?.trim());
  expect(new Set(shown)).toEqual(new Set(storage.clickhouse.map(({ table }) => table)));
  const patches = await panel(page, 'ClickHouse')
    .getByRole('list', { name: 'tft_unit by patch' })
    .getByRole('listitem')
    .allInnerTexts();
  const stored = storage.clickhouse.filter(({ table }) => table === 'tft_unit');
  for (const { partition } of stored) expect(patches.some((text) => text.startsWith(partition))).toBe(true);
});

test('a drill is told with what it caused, what held and what did not', async () => {
  const { page } = await openAsAdmin('/status/operations/drills');
  const drills = panel(page, 'Drills');
  await drills.getByText('1 of 2 faults did not hold').waitFor();
  await drills.getByText('1,500 units acknowledged, 2 lost, 0 doubled').waitFor();
  const rows = drills.getByRole('table', { name: 'Faults of the drill with seed 4711' }).getByRole('row');
  expect(await rows.filter({ hasText: 'F1 a worker is killed' }).innerText()).toContain(
    '900 ms, at most 4.00 s',
  );
  expect(await rows.filter({ hasText: 'F8' }).innerText()).toContain('Did not hold');
  await drills.getByText('1 line of drill-sessions.jsonl could not be read.').waitFor();
});

test('what was changed with the token is listed, and only that', async () => {
  const { actions } = await ask<AdminActions>('/api/admin/actions');
  const { page } = await openAsAdmin('/status/operations/actions');
  const rows = page.getByRole('table', { name: 'Admin actions' }).getByRole('row');
  const refetched = rows.filter({ hasText: `${bodiless}/refetch` });
  await refetched.waitFor();

  expect(await refetched.innerText()).toContain('Done (200)');
  expect(await rows.count()).toBe(actions.length + 1);
  expect(plain(await page.getByRole('table').innerText())).not.toContain(token);
});

test('what cannot be had says so, and comes when it is asked for again', async () => {
  const { page } = await openAsAdmin('/status');
  await page.route('**/api/admin/operations/drills', (route) => route.abort());
  await page.getByRole('link', { name: 'Operations', exact: true }).click();
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Drills' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('Gamekeeper does not answer').waitFor(PATIENT);

  await page.unroute('**/api/admin/operations/drills');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await panel(page, 'Drills').waitFor();
  expect(await alert.count()).toBe(0);
});

test.each([
  ...PAGES.map((path) => [path, {}] as const),
  ...PAGES.map((path) => [path, SMALL_PHONE] as const),
  [PAGES[0] ?? '', DARK] as const,
  ['body', {}] as const,
  ['body', SMALL_PHONE] as const,
])('%s is accessible, complains of nothing and does not scroll sideways: %o', async (path, more) => {
  const { page, complaints } = await openAsAdmin(path === 'body' ? bodyPath(strange) : path, more);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await expect.poll(() => page.locator('[aria-busy=true]').count(), PATIENT).toBe(0);
  if (path === 'body') await page.getByRole('textbox', { name: 'Find in the body' }).fill('bold');

  expect(await accessibilityFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
});

test('the question before a body is fetched again is accessible and closes by keyboard', async () => {
  const { page } = await openAsAdmin(bodyPath(strange), SMALL_PHONE);
  await page.getByRole('button', { name: 'Fetch again' }).click();
  await dialogOf(page).waitFor();
  await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished))');

  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
});

function fault(id: string, name: string, more: Partial<DrillSession['faults'][number]>) {
  return {
    id,
    name,
    held: true,
    times: 3,
    acknowledged: 0,
    lost: 0,
    duplicated: 0,
    recoveryMs: null,
    detail: '',
    ...more,
  };
}

/** Takes three games that were stored, as if a stricter version had put them aside. */
async function putAside(): Promise<[string, string, string]> {
  const database = await connectTo(directory.path);
  const ids = await until('three games are stored', 60_000, async () => {
    const { rows } = await database.query<{ id: string }>(
      `select id from gamekeeper.match where source = 'tft' and state = 'stored' order by id limit 3`,
    );
    return rows.length === 3 && (rows.map(({ id }) => id) as [string, string, string]);
  });
  const [, odd, empty] = ids;
  const { bytes, size } = packBody(odd, Buffer.from(STRANGE_BODY), new Date());
  await database.query(
    `update gamekeeper.match set state = 'quarantined', reason = $1, changed_at = now()
     where source = 'tft' and id = any($2)`,
    [REASON, ids],
  );
  await database.query(
    `update gamekeeper.raw set body = $1, size = $2, sha = '' where source = 'tft' and id = $3`,
    [bytes, size, odd],
  );
  await database.query(`delete from gamekeeper.raw where source = 'tft' and id = $1`, [empty]);
  await database.end();
  return ids;
}

async function measureLongQueue(): Promise<void> {
  const database = await connectTo(directory.path);
  await database.query(
    `with line as (
       insert into gamekeeper.operation_line (name, label) values ('jobs-waiting', '{}')
       on conflict (name, label) do update set name = excluded.name returning id)
     insert into gamekeeper.operation_sample (slot, marks, lines, readings)
     select date_trunc('minute', now()) - make_interval(mins => $1), '{"endsUntil":0,"bodies":{},"calls":{}}',
            array[id], array[$2::float8] from line`,
    [LONG_QUEUE_AGO_MINUTES, LONG_QUEUE],
  );
  await database.end();
}

async function stateOf(id: string): Promise<string | undefined> {
  const database = await connectTo(directory.path);
  const { rows } = await database.query<{ state: string }>(
    `select state from gamekeeper.match where source = 'tft' and id = $1`,
    [id],
  );
  await database.end();
  return rows[0]?.state;
}
