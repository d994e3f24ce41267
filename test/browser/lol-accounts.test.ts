/** Linked accounts, tracked players, reports and jobs in a real browser, with everything that an admin can change there. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FailedJobs, JobsOverview } from '../../src/contract/jobs.ts';
import type { LolAccount, LolAccounts, LolProgress } from '../../src/contract/lol-accounts.ts';
import type { LolReports, LolStoredReport } from '../../src/contract/lol-reports.ts';
import type { LolTracked } from '../../src/contract/lol-tracking.ts';
import { connectTo } from '../support/acknowledged-rows.ts';
import { launchBrowser } from '../support/browser.ts';
import { startLolWorld, type LolWorld, type WorldPlayer } from '../support/lol-world.ts';
import { accessibilityFaults, openPage, overflowOf, PHONE, type Opened } from '../support/pages.ts';
import { makeDataDirectory, startProduct, stopProduct, type Product } from '../support/product.ts';
import { until } from '../support/until.ts';

/** Calls a second that the product may make: slow enough to be watched. */
const CALLS = '40:1';
/** Whole products answer in their own time, and slower on a busy machine. */
const PATIENT = { timeout: 150_000 };
/** A game that is missing upstream is asked for again for a minute and a half before a sync does without it. */
const SYNC_MS = 150_000;
const LONG_TEST_MS = 600_000;

const directory = makeDataDirectory();
let world: LolWorld;
let product: Product;
let url: string;
let token: string;
let browser: Browser;
/** Few games: their sync is watched to its end. */
let small: WorldPlayer;
/** So many games that the sync still runs when it is asked for again. */
let large: WorldPlayer;
let unlucky: WorldPlayer;
let followed: WorldPlayer;

beforeAll(async () => {
  world = await startLolWorld(CALLS);
  product = startProduct(directory.path, {
    ...world.environment,
    RATE_LIMIT_PER_MINUTE: '20000',
    // A call that fails is not tried again for long: it is the sync that is tried again here.
    RIOT_MAX_RETRIES: '1',
  });
  [url, browser] = await Promise.all([product.ready, launchBrowser()]);
  token = String(product.said.find(({ event }) => event === 'admin-token')?.['token']);
  [small, unlucky] = (await world.choose(2, (games) => games > 40 && games < 200, { isWhole: true })) as [
    WorldPlayer,
    WorldPlayer,
  ];
  [large, followed] = (await world.choose(2, (games) => games > 800)) as [WorldPlayer, WorldPlayer];
});
afterAll(async () => {
  // The browser last: where it could not be started, everything else has to end all the same.
  await stopProduct(product);
  await world.stop();
  directory.remove();
  await browser.close();
});

const riotIdOf = ({ gameName, tagLine }: WorldPlayer) => `${gameName}#${tagLine}`;
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cardOf = (page: Page, player: WorldPlayer) =>
  page.getByRole('listitem', { name: riotIdOf(player), exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');
const plain = (text: string) => text.replaceAll(',', '');

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

async function ask<Answer>(
  path: string,
  change?: { readonly method: string; readonly body?: object },
): Promise<Answer> {
  const response = await fetch(url + path, {
    method: change?.method ?? 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(change?.body && { body: JSON.stringify(change.body) }),
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return (response.status === 204 ? null : await response.json()) as Answer;
}

const link = ({ gameName, tagLine, platform }: WorldPlayer) =>
  ask<LolAccount>('/api/lol/accounts', { method: 'POST', body: { gameName, tagLine, platform } });

async function progressOf({ gameName, tagLine }: WorldPlayer): Promise<LolProgress> {
  const { accounts } = await ask<LolAccounts>('/api/lol/accounts');
  const account = accounts.find((one) => one.gameName === gameName && one.tagLine === tagLine);
  if (account === undefined) throw new Error(`${gameName}#${tagLine} is not linked`);
  return account.progress;
}

async function signIn(page: Page): Promise<void> {
  await dialogOf(page).getByLabel('Admin token', { exact: true }).fill(token);
  await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
}

test(
  'linking asks for the token, refuses a wrong one, and does what was asked for when it is right',
  async () => {
    const { page, complaints } = await open('/players');
    await page.getByRole('navigation', { name: 'Players' }).getByRole('link', { name: 'Accounts' }).click();
    await page.getByText('No account is linked.').waitFor();
    await page.evaluate("document.documentElement.dataset['opened'] = 'once'");
    await page.getByText('Linking, syncing and unlinking needs the admin token.').waitFor();
    const linkButton = page.getByRole('button', { name: 'Link account' });
    await linkButton.click();
    await page.getByText('Type a Riot ID').waitFor();
    await page.getByRole('textbox', { name: 'Riot ID' }).fill(riotIdOf(small));
    await linkButton.click();
    await dialogOf(page).getByLabel('Admin token', { exact: true }).fill('gk_not-the-token');
    await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialogOf(page).getByText('This is not the admin token.').waitFor();
    expect((await ask<LolAccounts>('/api/lol/accounts')).accounts).toEqual([]);
    await signIn(page);

    const card = cardOf(page, small);
    await card.waitFor();
    const seen = new Set<string>();
    await until('the sync is over', SYNC_MS, async () => {
      const text = plain(await card.innerText());
      seen.add(/(\d+) of \d+ games/.exec(text)?.[1] ?? 'none');
      return text.includes('In sync');
    });
    // Between nothing and everything there were numbers on the way, and nobody has reloaded the page.
    expect(seen.size).toBeGreaterThan(2);
    const synced = await progressOf(small);
    expect(synced).toMatchObject({ wanted: 0, total: synced.done + synced.unfetchable });
    expect(synced.total).toBeGreaterThanOrEqual(small.games);
    expect(plain(await card.innerText())).toContain(`${synced.done} of ${synced.total} games`);
    expect(await page.evaluate("document.documentElement.dataset['opened']")).toBe('once');
    expect(await page.evaluate("sessionStorage.getItem('gamekeeper-admin-token')")).toBe(token);
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(token);
    expect(complaints.filter((complaint) => !complaint.includes('/api/admin/whoami'))).toEqual([]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await page.evaluate("sessionStorage.getItem('gamekeeper-admin-token')")).toBeNull();
    await card.getByRole('button', { name: /^Sync now/ }).click();
    await dialogOf(page).getByRole('heading', { name: 'Sign in as the admin' }).waitFor();
  },
  LONG_TEST_MS,
);

test('a second sync is refused and told how far the first one is', async () => {
  await link(large);
  const { page } = await openAsAdmin('/players/accounts');
  const card = cardOf(page, large);
  await card.getByText('Fetching games and their timelines').waitFor(PATIENT);

  const refused = page.waitForResponse((response) => response.url().endsWith('/sync'));
  await card.getByRole('button', { name: /^Sync now/ }).click();

  const answer = await refused;
  expect(answer.status()).toBe(409);
  const { account, detail } = (await answer.json()) as { account: LolAccount; detail: string };
  expect(detail).toContain(`${account.progress.done} of ${account.progress.total} games`);
  await card.getByRole('alert').getByText(detail).waitFor();
  await card.getByText('Syncing', { exact: true }).waitFor();
  const { accounts } = await ask<LolAccounts>('/api/lol/accounts');
  expect(accounts.find(({ id }) => id === account.id)?.startedAt).toBe(account.startedAt);
});

test('a token that the server refuses is given up, and asked for again', async () => {
  const { page } = await open('/');
  await page.evaluate("sessionStorage.setItem('gamekeeper-admin-token', 'gk_of-yesterday')");
  await page.goto(`${url}/players/accounts`);
  const card = cardOf(page, large);
  await page.getByText('You are signed in as the admin.').waitFor();
  await card.getByRole('button', { name: /^Sync now/ }).click();

  await card.getByRole('alert').getByText('This is not the admin token.').waitFor();
  await page.getByText('Linking, syncing and unlinking needs the admin token.').waitFor();
  expect(await page.evaluate("sessionStorage.getItem('gamekeeper-admin-token')")).toBeNull();
  const asked = page.waitForResponse((response) => response.url().endsWith('/sync'));
  await card.getByRole('button', { name: /^Sync now/ }).click();
  await signIn(page);
  // What was wanted is done without pressing again.
  expect([202, 409]).toContain((await asked).status());
});

test(
  'a failed sync tells its reason and when it is tried again, and recovers by itself',
  async () => {
    const methods = ['match-v5.getMatchIdsByPUUID'];
    await world.setFaults([{ kind: 'server-error', share: 1, statuses: [503], bodies: ['json'], methods }]);
    const { page } = await openAsAdmin('/players/accounts');
    await page.getByRole('textbox', { name: 'Riot ID' }).fill(riotIdOf(unlucky));
    await page.getByLabel('Plays on').selectOption(unlucky.platform);
    await page.getByRole('button', { name: 'Link account' }).click();

    const card = cardOf(page, unlucky);
    await card.getByText('Failed', { exact: true }).waitFor(PATIENT);
    await card.getByText('the list of games:').waitFor();
    await card.getByText(/It is tried again (in|any moment)/).waitFor();
    await world.setFaults([]);
    await letPauseBeOver();

    // Nobody presses anything. Whether it comes to its end is shown above: of some games the end takes long.
    await until('it fetches games again', SYNC_MS, async () => (await progressOf(unlucky)).done > 0);
    await card
      .getByText(/Syncing|In sync/)
      .first()
      .waitFor(PATIENT);
    await card.getByText('the list of games:').waitFor({ state: 'detached', ...PATIENT });
    expect((await progressOf(unlucky)).done).toBeGreaterThan(0);
  },
  LONG_TEST_MS,
);

/** A failed sync is tried again after a minute. */
async function letPauseBeOver(): Promise<void> {
  const database = await connectTo(directory.path);
  await database.query('update gamekeeper.account set retry_at = now() where retry_at is not null');
  await database.end();
}

test('unlinking keeps what was collected, deleting forgets the person', async () => {
  const { page } = await openAsAdmin('/players/accounts');
  await cardOf(page, unlucky)
    .getByRole('button', { name: `Unlink ${riotIdOf(unlucky)}` })
    .click();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await cardOf(page, unlucky)
    .getByRole('button', { name: `Unlink ${riotIdOf(unlucky)}` })
    .click();
  await dialogOf(page).getByRole('button', { name: 'Unlink' }).click();
  await page.getByText(`${riotIdOf(unlucky)} is unlinked; what was collected stays.`).waitFor();
  await cardOf(page, unlucky).waitFor({ state: 'detached' });

  await cardOf(page, small)
    .getByRole('button', { name: `Delete all data of ${riotIdOf(small)}` })
    .click();
  await dialogOf(page).getByText('This cannot be undone.').waitFor();
  const { total } = await progressOf(small);
  await dialogOf(page).getByRole('button', { name: 'Delete everything' }).click();
  const deleted = page.getByText(`${riotIdOf(small)} is deleted. Forgotten:`);
  await deleted.waitFor();
  expect(plain(await deleted.innerText())).toContain(`${total} places in games`);
  await cardOf(page, small).waitFor({ state: 'detached' });
  const namesOf = async ({ gameName }: WorldPlayer) =>
    (await ask<{ players: object[] }>(`/api/lol/players?query=${encodeURIComponent(gameName)}`)).players
      .length;

  expect((await ask<LolAccounts>('/api/lol/accounts')).accounts).toHaveLength(1);
  expect([await namesOf(unlucky), await namesOf(small)]).toEqual([1, 0]);
});

test(
  'a player is tracked, collected with options and put into a group',
  async () => {
    const { page, complaints } = await openAsAdmin('/players/tracked');
    await page.getByText('Nobody is tracked.').waitFor();
    await page.getByText('every Monday at').waitFor();
    const form = page.getByRole('form', { name: 'Track a player' });
    await form.getByRole('textbox', { name: 'Riot ID' }).fill(riotIdOf(followed));
    await form.getByLabel('Plays on').selectOption(followed.platform);
    await form.getByLabel('Days and weeks begin by').selectOption('Asia/Tokyo');
    await form.getByLabel('Days back').fill('0');
    await form.getByRole('button', { name: 'Track player' }).click();
    await form.getByText('A whole number from 1 to 730, or nothing.').waitFor();
    await form.getByLabel('Days back').fill('21');
    await form.getByRole('button', { name: 'Track player' }).click();

    const row = page
      .getByRole('table', { name: 'Tracked players' })
      .getByRole('row')
      .filter({ hasText: riotIdOf(followed) });
    await row.getByText('Asia/Tokyo').waitFor(PATIENT);
    const { players } = await until('its games are stored', SYNC_MS, async () => {
      const tracked = await ask<LolTracked>('/api/lol/tracked');
      const progress = tracked.players[0]?.progress;
      return progress !== undefined && progress.total > 0 && progress.wanted === 0 && tracked;
    });
    const { done, total } = players[0]?.progress ?? { done: 0, total: 0 };
    await row.getByText(`${done} of ${total} games`).waitFor(PATIENT);
    await row.getByText('complete until').waitFor();

    await row.getByRole('button', { name: /^Collect now/ }).click();
    await dialogOf(page).getByLabel('At most so many new games').fill('5');
    await dialogOf(page)
      .getByLabel(/Read the list again/)
      .check();
    await dialogOf(page).getByLabel('Asked for by').fill('browser test');
    const sent = page.waitForRequest((request) => request.url().endsWith('/collect'));
    await dialogOf(page).getByRole('button', { name: 'Collect', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({ force: true, count: 5, requestedBy: 'browser test' });
    await row.getByText('A collection is on its way.').waitFor();

    await page.getByRole('button', { name: 'New group' }).click();
    await dialogOf(page).getByLabel('Name').fill('Night owls');
    await dialogOf(page).getByLabel(riotIdOf(followed)).check();
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    const group = page
      .getByRole('table', { name: 'Groups' })
      .getByRole('row')
      .filter({ hasText: 'Night owls' });
    await group.getByText(`1: ${riotIdOf(followed)}`).waitFor();
    await group.getByRole('button', { name: 'Change Night owls' }).click();
    await dialogOf(page).getByLabel('Name').fill('Early birds');
    await dialogOf(page).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: 'Early birds', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  },
  LONG_TEST_MS,
);

test('a report is made, read, taken away and found again', async () => {
  const { page, complaints } = await openAsAdmin('/players/reports');
  await page.getByText('No report was made yet.').waitFor();
  await page.getByLabel('Report of').selectOption({ label: riotIdOf(followed) });
  await page.getByRole('button', { name: 'Make report' }).click();
  await page.getByRole('heading', { level: 1, name: riotIdOf(followed) }).waitFor(PATIENT);

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const stored = await ask<LolStoredReport>(`/api/lol/reports/${id}`);
  const { week, figures } = stored.report;
  await page.getByText(`${week.from} to ${week.until}, Asia/Tokyo`).waitFor();
  const shown = await page.getByRole('article', { name: 'Weekly report' }).innerText();
  expect(plain(shown)).toContain(String(figures.totals.games));
  for (const { wins, games } of figures.days.filter((day) => day.games > 0))
    expect(shown).toContain(`${wins} of ${games} won`);
  expect(await panel(page, 'Hours').getByRole('listitem').count()).toBe(24);

  const json = await fetch(
    url + (await page.getByRole('link', { name: 'Save as JSON' }).getAttribute('href')),
  );
  const html = await fetch(
    url + (await page.getByRole('link', { name: 'Save as HTML' }).getAttribute('href')),
  );
  expect(await json.json()).toEqual(stored);
  expect(html.headers.get('content-disposition')).toMatch(/^attachment; filename="week-/);
  expect(html.headers.get('content-type')).toContain('text/html');

  await page.getByRole('link', { name: `All reports of ${riotIdOf(followed)}` }).click();
  const reports = page.getByRole('table', { name: 'Reports' });
  await reports.getByRole('rowheader').first().waitFor();
  expect(searchOf(page)).toEqual({ subject: stored.report.subject.id });
  await page.getByLabel('Week with the day', { exact: true }).fill('2020-01-01');
  await page.getByText('There is no report of that.').waitFor();
  expect(searchOf(page)).toEqual({ subject: stored.report.subject.id, week: '2020-01-01' });
  await page.getByRole('button', { name: 'All reports' }).click();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({});
  await reports.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: riotIdOf(followed) }).waitFor();
  expect(complaints).toEqual([]);
});

test('a report on paper is dark on white and has neither navigation nor buttons', async () => {
  const { page } = await open(await reportPath(), { colorScheme: 'dark' });
  await panel(page, 'Champions').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const style = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);

  expect(await style('body', 'backgroundColor')).toBe('rgb(255, 255, 255)');
  expect(await style('article section', 'breakInside')).toBe('avoid');
  expect(await style('article h2', 'color')).toBe('rgb(0, 0, 0)');
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
  await page.getByText('Gamekeeper is not endorsed by Riot Games').waitFor();
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

test.each([
  ['/players/accounts', {}],
  ['/players/accounts', { ...PHONE, colorScheme: 'dark' as const }],
  ['/players/tracked', {}],
  ['/players/tracked', PHONE],
  ['/players/tracked', { colorScheme: 'dark' as const }],
  ['/players/reports', PHONE],
  ['/players/reports', { colorScheme: 'dark' as const }],
  ['report', {}],
  ['report', PHONE],
  ['report', { colorScheme: 'dark' as const }],
  ['/status/jobs', {}],
  ['/status/jobs', { ...PHONE, colorScheme: 'dark' as const }],
])('%s is accessible, complains of nothing and does not scroll sideways: %o', async (path, more) => {
  const { page, complaints } = await openAsAdmin(path === 'report' ? await reportPath() : path, more);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('heading', { level: 2 }).nth(1).waitFor();

  expect(await accessibilityFaults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
});

test.each([[{}], [PHONE], [{ colorScheme: 'dark' as const }]])(
  'the dialogs are accessible: %o',
  async (more) => {
    const { page } = await openAsAdmin('/players/tracked', { ...more, reducedMotion: 'reduce' });
    const shows = async (button: RegExp) => {
      await page.getByRole('button', { name: button }).first().click();
      await dialogOf(page).waitFor();
      await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished))');
      const faults = await accessibilityFaults(page);
      await page.keyboard.press('Escape');
      await dialogOf(page).waitFor({ state: 'detached' });
      return faults;
    };

    expect(await shows(/^Collect now/)).toEqual([]);
    expect(await shows(/^Stop tracking/)).toEqual([]);
    expect(await shows(/^New group/)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await shows(/^Sign in/)).toEqual([]);
  },
);

async function reportPath(): Promise<string> {
  const { reports } = await ask<LolReports>('/api/lol/reports');
  return `/players/reports/week/${reports[0]?.id}`;
}

/** As another version might have left it: this one does not know what to do with it. */
async function loseJob(payload: object): Promise<void> {
  const database = await connectTo(directory.path);
  await database.query(
    `insert into pgboss.job (name, data, dead_letter, retry_limit, policy)
     select name, $2, dead_letter, retry_limit, policy from pgboss.queue where name = $1`,
    ['lol/collect-player', JSON.stringify(payload)],
  );
  await database.end();
}

async function mendLostJob(): Promise<void> {
  const { players } = await ask<LolTracked>('/api/lol/tracked');
  const payload = { puuid: players[0]?.puuid, force: false, requestedBy: 'browser test' };
  const database = await connectTo(directory.path);
  await database.query("update pgboss.job set data = $1 where source_name = 'lol/collect-player'", [
    JSON.stringify(payload),
  ]);
  await database.end();
}
