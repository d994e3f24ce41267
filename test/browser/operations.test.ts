/** The operations pages and the page of jobs in a real browser. */
import { expect, test } from 'vitest';
import type { AdminActions } from '../../src/contract/admin-actions.ts';
import type { FailedJobs, JobsOverview } from '../../src/contract/jobs.ts';
import type { LolTracked } from '../../src/contract/lol-tracking.ts';
import type {
  BudgetGauges,
  OperationHistory,
  QuarantineList,
  StorageOverview,
} from '../../src/contract/operations.ts';
import {
  ask,
  connectToProduct,
  dialogOf,
  faultsOfDialog,
  open,
  openAsAdmin,
  overflowOf,
  pages,
  panel,
  PATIENT,
  plain,
  searchOf,
  signIn,
  SMALL_PHONE,
} from '../support/pages.ts';
import { LONG_QUEUE, QUARANTINE_REASON, QUARANTINED, STRANGE_BODY } from '../support/pages-rows.ts';
import { until } from '../support/until.ts';

/** The width of a chart's axes. */
const CHART_LEFT = 50;
const CHART_RIGHT = 8;

const { fit, strange, bodiless } = QUARANTINED;
const bodyPath = (id: string) => `/status/operations/quarantine/tft/match/${id}`;

async function stateOf(id: string): Promise<string> {
  const database = await connectToProduct();
  const { rows } = await database.query<{ state: string }>(
    `select state from gamekeeper.match where source = 'tft' and id = $1`,
    [id],
  );
  return rows[0]?.state ?? 'missing';
}

test('nothing is shown or requested before the sign-in, and nothing after the sign-out', async () => {
  const { page, complaints } = await open('/status/operations/storage');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByText('Seeing this needs the admin token.').waitFor();
  expect(await page.getByRole('link', { name: 'Operations', exact: true }).count()).toBe(0);
  expect(asked.filter((path) => path.startsWith('/api/admin/'))).toEqual([]);

  await page.getByRole('button', { name: 'Sign in' }).click();
  await signIn(page);
  await panel(page, 'PostgreSQL').waitFor();
  await page.getByRole('link', { name: 'Operations', exact: true }).waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Seeing this needs the admin token.').waitFor();
  expect(await panel(page, 'PostgreSQL').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: 'Operations' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the charts tell what was measured at the chosen moment, by pointer and by keyboard', async () => {
  const { page, complaints } = await openAsAdmin('/');
  const history = await ask<OperationHistory>('/api/admin/operations/history');
  // Always this answer: in that of a minute later, every moment stands one place further to the left.
  await page.route('**/operations/history**', (route) => route.fulfill({ json: history }));
  await page.getByRole('link', { name: 'Operations', exact: true }).click();
  const chart = page.getByRole('article', { name: 'Jobs waiting' });
  await chart.waitFor(PATIENT);
  const waiting = history.series.find(({ name }) => name === 'jobs-waiting');
  const long = waiting?.values.indexOf(LONG_QUEUE) ?? -1;
  expect(long).toBeGreaterThan(0);

  const moment = page.getByRole('slider', { name: 'Moment' });
  // The page leaves out the time before anybody measured; what is newest stands at the right end of both.
  const newest = Math.max(
    ...history.series.map(({ values }) => values.findLastIndex((value) => value !== null)),
  );
  const last = Number(await moment.getAttribute('max'));
  const leftOut = newest - last;
  await moment.fill(String(long - leftOut));
  await chart.getByText('1,234,567', { exact: true }).waitFor();
  // The minute before was not measured, which is not the same as nothing waiting.
  await moment.press('ArrowLeft');
  await chart.getByText('not measured').waitFor();

  const drawing = chart.locator('svg').last();
  const box = await drawing.boundingBox();
  if (box === null) throw new Error('the chart has no drawing');
  const share = (long - leftOut) / last;
  const x = CHART_LEFT + share * (box.width - CHART_LEFT - CHART_RIGHT);
  await drawing.hover({ position: { x, y: 40 }, force: true });
  await chart.getByText('1,234,567', { exact: true }).waitFor();

  await page.unroute('**/operations/history**');
  await page.getByText('24 h', { exact: true }).click();
  await expect.poll(() => searchOf(page)).toEqual({ hours: '24' });
  await page.reload();
  await chart.waitFor();
  expect(await page.getByRole('radio', { name: '24 h' }).isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});

test('every budget of every host has a gauge that says what the API says', async () => {
  const { gauges } = await ask<BudgetGauges>('/api/admin/operations/budgets');
  expect(gauges).not.toEqual([]);
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

test('the quarantine shows reasons, filters by source, and opens a body', async () => {
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
  await page.getByRole('region', { name: strange }).getByText(QUARANTINE_REASON).waitFor();
  await page.getByRole('link', { name: 'All of the quarantine' }).click();
  await list.getByRole('link', { name: fit }).waitFor();
  expect(complaints).toEqual([]);
});

test('a body is shown as text whatever is in it, searched by keyboard, and copied as it was sent', async () => {
  const { page, complaints } = await openAsAdmin(bodyPath(strange));
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

  await page.goto(pages.url + bodyPath(fit));
  await page.getByRole('button', { name: 'Check again' }).click();
  await dialogOf(page).getByRole('button', { name: 'Check again' }).click();
  await page.getByText('It passes now. It is stored, and will be counted.').waitFor();
  expect(await stateOf(fit)).toBe('stored');

  await page.goto(pages.url + bodyPath(bodiless));
  await page.getByText('It was refused before there was a body to keep.').waitFor();
  expect(await page.getByRole('button', { name: 'Check again' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Fetch again' }).click();
  await dialogOf(page).getByRole('button', { name: 'Fetch again' }).click();
  await page.getByText('The upstream will be asked for it anew.').waitFor();
  await until('it was fetched', 30_000, async () => (await stateOf(bodiless)) === 'stored');

  await page.goto(pages.url + bodyPath(fit));
  await page.getByText('This is not in quarantine.').waitFor();
});

test('storage is shown by table and patch, as in the answer of the API', async () => {
  const storage = await ask<StorageOverview>('/api/admin/operations/storage');
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

test('a drill is shown with what it caused, what held and what did not', async () => {
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
  const { page } = await openAsAdmin('/status/operations');
  // The page's own answer: other tests act as the admin too.
  const answer = page.waitForResponse((response) => response.url().includes('/api/admin/actions'));
  await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Actions' }).click();
  const { actions } = (await (await answer).json()) as AdminActions;
  const rows = page.getByRole('table', { name: 'Admin actions' }).getByRole('row');
  const refetched = rows.filter({ hasText: `${bodiless}/refetch` });
  await refetched.waitFor();

  expect(await refetched.innerText()).toContain('Done (200)');
  expect(await rows.count()).toBe(actions.length + 1);
  expect(plain(await page.getByRole('table').innerText())).not.toContain(pages.token);
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

test('the question before a body is fetched again is accessible and closes by keyboard', async () => {
  const { page } = await openAsAdmin(bodyPath(strange));

  expect(await faultsOfDialog(page, /^Fetch again/)).toEqual([]);
});

test('the job page shows what the API says, and decides about what was given up', async () => {
  await loseJob({ puuid: 7 });
  const { page } = await openAsAdmin('/status');
  await page.getByRole('link', { name: 'The work in the background' }).click();
  const given = panel(page, 'Given up').getByRole('listitem');
  await given.getByText('the payload does not fit').waitFor(PATIENT);
  const jobs = await ask<JobsOverview>('/api/jobs');
  const kinds = await page
    .getByRole('table', { name: 'Kinds of work' })
    .getByRole('rowheader')
    .allInnerTexts();
  expect(kinds.map((text) => text.split('\n')[0])).toEqual(jobs.kinds.map(({ kind }) => kind));
  await given.getByText('What it was to do').click();
  await given.getByText('"puuid": 7').waitFor();

  await given.getByRole('button', { name: 'Retry' }).click();
  await given.getByRole('alert').getByText('It cannot be done again').waitFor();
  // A newer version takes what this one refused.
  await mendLostJob();
  await given.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('lol/collect-player: It is done again.').waitFor();
  await page.getByText('No job was given up.').waitFor();

  await loseJob({ puuid: 8 });
  await given.getByRole('button', { name: 'Discard' }).click(PATIENT);
  await dialogOf(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByText('lol/collect-player: It was thrown away.').waitFor();
  expect(await ask<FailedJobs>('/api/jobs/failed')).toEqual({ jobs: [], total: 0 });

  await page.getByLabel('Kind', { exact: true }).selectOption('lol/sync-account');
  await page.getByLabel('Outcome in the log').selectOption('done');
  await page.getByText('day', { exact: true }).click();
  await expect
    .poll(() => searchOf(page), PATIENT)
    .toEqual({ kind: 'lol/sync-account', outcome: 'done', minutes: '1440' });
  const log = page.getByRole('table', { name: 'Log of jobs' });
  await expect
    .poll(async () => new Set(await log.getByRole('rowheader').allInnerTexts()), PATIENT)
    .toEqual(new Set(['lol/sync-account']));
});

/** As another version might have left it: this one does not know what to do with it. */
async function loseJob(payload: object): Promise<void> {
  const database = await connectToProduct();
  await database.query(
    `insert into pgboss.job (name, data, dead_letter, retry_limit, policy)
     select name, $2, dead_letter, retry_limit, policy from pgboss.queue where name = $1`,
    ['lol/collect-player', JSON.stringify(payload)],
  );
}

async function mendLostJob(): Promise<void> {
  const { players } = await ask<LolTracked>('/api/lol/tracked');
  const payload = { puuid: players[0]?.puuid, force: false, requestedBy: 'browser test' };
  const database = await connectToProduct();
  await database.query("update pgboss.job set data = $1 where source_name = 'lol/collect-player'", [
    JSON.stringify(payload),
  ]);
}

test('the header fits a small phone while the live feed connects', async () => {
  const { page } = await openAsAdmin('/', SMALL_PHONE);
  // A feed that accepts the connection and never sends.
  await page.routeWebSocket(/\/live/, () => undefined);
  await page.reload();
  await page.getByText('Connecting', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();

  expect(await overflowOf(page)).toBe(0);
});
