/** The search for players and a player's page in a real browser, on histories that are collected while it looks. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LolHistory } from '../../src/contract/lol-collection.ts';
import { launchBrowser } from '../support/browser.ts';
import { startLolWorld, type LolWorld, type WorldPlayer } from '../support/lol-world.ts';
import { accessibilityFaults, openPage, overflowOf, PHONE, type Opened } from '../support/pages.ts';
import { makeDataDirectory, startProduct, stopProduct, type Product } from '../support/product.ts';
import { until } from '../support/until.ts';

/** Calls a second that the product may make: slow enough to be watched. */
const CALLS = '40:1';
/** Whole products answer in their own time, and slower on a busy machine. */
const PATIENT = { timeout: 150_000 };

const directory = makeDataDirectory();
let world: LolWorld;
let product: Product;
let url: string;
let browser: Browser;
/** Collected before the first test. */
let known: WorldPlayer;
let watched: WorldPlayer;
let cancelled: WorldPlayer;
let empty: WorldPlayer;
let waiting: WorldPlayer;

beforeAll(async () => {
  world = await startLolWorld(CALLS);
  product = startProduct(directory.path, { ...world.environment, RATE_LIMIT_PER_MINUTE: '20000' });
  [url, browser] = await Promise.all([product.ready, launchBrowser()]);
  [[known], [watched, cancelled], [empty], [waiting]] = (await Promise.all([
    world.choose(1, (games) => games > 100 && games < 250),
    world.choose(2, (games) => games > 300 && games < 700, { isRanked: true }),
    world.choose(1, (games) => games === 0),
    world.choose(1, (games) => games > 0 && games < 100),
  ])) as [[WorldPlayer], [WorldPlayer, WorldPlayer], [WorldPlayer], [WorldPlayer]];
  await until('a collected history', 60_000, async () => (await askHistory(known)).collection.isFresh);
});
afterAll(async () => {
  // The browser last: where it could not be started, everything else has to end all the same.
  await stopProduct(product);
  await world.stop();
  directory.remove();
  await browser.close();
});

async function askHistory(player: WorldPlayer, query = ''): Promise<LolHistory> {
  const response = await fetch(`${url}/api/lol${pathOf(player)}/history${query}`);
  if (!response.ok) throw new Error(`${player.gameName}: ${response.status} ${await response.text()}`);
  return (await response.json()) as LolHistory;
}

function pathOf({ gameName, tagLine }: Pick<WorldPlayer, 'gameName' | 'tagLine'>): string {
  return `/players/${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}`;
}

function open(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  return openPage(browser, url + path, { permissions, timezoneId: 'Asia/Tokyo', ...options });
}

const riotIdOf = ({ gameName, tagLine }: WorldPlayer) => `${gameName}#${tagLine}`;
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const collectionOf = (page: Page) => panel(page, 'Collection');
const titleOf = (page: Page, player: WorldPlayer) =>
  page.getByRole('heading', { level: 1, name: riotIdOf(player), exact: true });
/** What is shown belongs to the options in the address. */
const settled = (page: Page) => page.locator('[data-old="false"]').waitFor();
const plain = (text: string) => text.replaceAll(',', '');
/** Within one turn of the page, which has shown none of it before the last is chosen. */
const selectAtOnce = (page: Page, choices: Readonly<Record<string, string>>) =>
  page.evaluate(
    `for (const [label, value] of Object.entries(${JSON.stringify(choices)})) {
      const select = [...document.querySelectorAll('select')].find(({ labels }) => labels[0]?.textContent === label);
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    }`,
  );

test('a search says what is missing, opens a player and is remembered', async () => {
  const { page, complaints } = await open('/');
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Players' }).click();
  await page.getByText('Nobody yet. Players whose history you open').waitFor();
  const field = page.getByRole('combobox', { name: 'Riot ID' });
  await field.fill('Nobody at all');
  await page.getByRole('button', { name: 'Show history' }).click();
  await page.getByText('Add # and the tag behind the name').waitFor();

  await field.fill(` ${riotIdOf(known)} `);
  await page.getByLabel('Plays on').selectOption(known.platform);
  await field.press('Enter');
  await titleOf(page, known).waitFor();
  expect(new URL(page.url()).pathname).toBe(pathOf(known));
  expect(searchOf(page)).toEqual({ platform: known.platform });
  await panel(page, 'By hour').waitFor();

  await page.goBack();
  const lately = panel(page, 'Looked at lately');
  await lately.getByRole('link', { name: riotIdOf(known) }).click();
  await titleOf(page, known).waitFor();
  await page.goBack();
  await lately.getByRole('button', { name: `Forget ${riotIdOf(known)}` }).click();
  await page.getByText('Nobody yet. Players whose history you open').waitFor();
  expect(complaints).toEqual([]);
});

test('players who are stored are suggested by how their name begins, and listed', async () => {
  const { page } = await open('/players');
  const stored = panel(page, 'Stored here').getByRole('listitem').filter({ hasText: known.gameName });
  await stored.getByText(`${known.games} games`).waitFor();

  await page.getByRole('combobox', { name: 'Riot ID' }).fill(known.gameName.slice(0, 4));
  await page.getByRole('option', { name: riotIdOf(known) }).click();
  await titleOf(page, known).waitFor();
  expect(new URL(page.url()).pathname).toBe(pathOf(known));
});

test('a collection is watched from its beginning to its end, without a reload', async () => {
  // Without this, a busy machine may have collected everything before the page shows the first charts.
  const [methods, minMs] = [['match-v5.getMatch'], 5_000];
  await world.setFaults([{ kind: 'delay-after-counting', methods, fromCall: 100, minMs, maxMs: minMs }]);
  const { page, complaints } = await open('/players');
  await page.evaluate("document.documentElement.dataset['opened'] = 'once'");
  await page.getByRole('combobox', { name: 'Riot ID' }).fill(riotIdOf(watched));
  await page.getByRole('button', { name: 'Show history' }).click();

  const bar = collectionOf(page).getByRole('progressbar', { name: 'Games stored' });
  await bar.waitFor();
  const storedNow = async (): Promise<number> => {
    const text = (await collectionOf(page).innerText({ timeout: 2_000 })).match(
      /([\d,]+) of ([\d,]+) games stored/,
    );
    return Number(plain(text?.[1] ?? '0'));
  };
  const seen: number[] = [];
  await until('a partial chart while it is being collected', 45_000, async () => {
    seen.push(await storedNow());
    return (await panel(page, 'By hour').count()) > 0 && (await collectionOf(page).count()) > 0;
  });
  const partial = await page.getByText(/of [\d,]+ games counted/).innerText();
  await page.getByText('So far; games are still coming.').waitFor();
  await world.setFaults([]);
  while ((await collectionOf(page).count()) > 0) {
    const now = await storedNow().catch(() => undefined);
    if (now !== undefined && now > 0 && now !== seen.at(-1)) seen.push(now);
  }

  await page.getByText(`${watched.games} of ${watched.games} games stored`).waitFor();
  const { analysis } = await askHistory(watched);
  await page
    .getByText(`${analysis.counts.counted} of ${analysis.counts.stored} games counted`)
    .waitFor({ timeout: 20_000 });
  expect(new Set(seen).size).toBeGreaterThan(3);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(partial).not.toContain(`${analysis.counts.counted} of`);
  expect(await page.evaluate("document.documentElement.dataset['opened']")).toBe('once');
  expect(complaints).toEqual([]);
});

test('what is shown is what the API says: numbers, findings, heat map, calendar', async () => {
  const { page } = await open(`${pathOf(known)}?zone=Europe/Berlin`);
  const { analysis, words } = await askHistory(known, '?zone=Europe/Berlin');
  const { hours, heatMap, months, counts, findings, champions, records } = analysis;
  await page.getByText(words).waitFor();
  await page.getByText(`${counts.counted} of ${counts.stored} games counted`).waitFor();

  await panel(page, 'By hour').getByText('As a table').click();
  const rows = page.getByRole('table', { name: 'By hour', exact: true }).getByRole('row');
  expect(await rows.count()).toBe(25);
  const busiest = hours.reduce((best, cell) => (cell.n > best.n ? cell : best));
  const row = await rows.filter({ hasText: busiest.label }).innerText();
  expect(row).toContain(`${((busiest.winRate?.value ?? 0) * 100).toFixed(1)} %`);
  expect(row.split(/\s+/)).toContain(String(busiest.n));

  const cells = page.getByRole('table', { name: 'Games won by hour and weekday' }).getByRole('cell');
  const shown = (await cells.allInnerTexts()).map((text) => Number(text.split(/\s+/).at(-1)));
  expect(shown).toEqual(heatMap.map(({ n }) => n));

  const newest = months.at(-1);
  const sheet = page.getByRole('table', { name: newest?.label ?? '' });
  await sheet.getByText(newest?.n === 0 ? 'no games' : `${newest?.n} games`).waitFor();
  for (const finding of findings) await page.getByText(finding.words).waitFor();
  if (findings.length === 0)
    await page.getByText('Nothing stands out by more than chance explains.').waitFor();
  await page
    .getByRole('table', { name: 'Champions' })
    .getByText(champions[0]?.label ?? '')
    .waitFor();
  expect(await page.getByRole('table', { name: 'Records' }).getByRole('rowheader').count()).toBe(
    records.length,
  );
});

test('where the player stands is drawn for each queue, from the first time that they were asked for', async () => {
  const ranks = await until('a rank', 30_000, async () => {
    const { analysis } = await askHistory(watched);
    const seen = analysis.ranks.filter(({ points }) => points.length > 0);
    return seen.length > 0 && seen;
  });
  const { page } = await open(pathOf(watched));
  await panel(page, `Rank, ${ranks[0]?.label}`).waitFor();
  for (const { label, points } of ranks) {
    const curve = await panel(page, `Rank, ${label}`).innerText();
    expect(curve).toContain(points.length === 1 ? 'one rank seen so far' : 'different ranks seen');
    // Read out to those who cannot see the line.
    expect(curve).toContain(`${label}: from ${points[0]?.label} to ${points.at(-1)?.label}.`);
  }
});

test('every option goes into the address and out of it with the back button', async () => {
  const { page, complaints } = await open(pathOf(known));
  await page.getByText('Times are those of UTC').waitFor();
  const options = panel(page, 'Options');

  await options.getByRole('button', { name: 'Use Asia/Tokyo' }).click();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({ zone: 'Asia/Tokyo' });
  await page.getByText('Times are those of Asia/Tokyo').waitFor();
  const zone = options.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({ zone: 'Europe/Berlin' });
  await page.goBack();
  await page.getByText('Times are those of Asia/Tokyo').waitFor();

  await selectAtOnce(page, { 'Day begins at': '05:00', 'New session after': '30' });
  await expect
    .poll(() => searchOf(page), PATIENT)
    .toEqual({ zone: 'Asia/Tokyo', dayStart: '05:00', gap: '30' });
  await settled(page);
  await page.getByText('a day begins at 05:00').waitFor();

  await page.getByRole('table', { name: 'Champions' }).getByRole('link').first().click();
  await expect.poll(() => searchOf(page)['champion'], PATIENT).toMatch(/^\d+$/);
  await settled(page);
  await options.getByRole('combobox', { name: 'Roles' }).click();
  await page.getByRole('option', { name: /^Top/ }).click();
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ role: 'TOP' });
  await options.getByRole('button', { name: 'Clear the filter' }).click();
  await expect
    .poll(() => searchOf(page), PATIENT)
    .toEqual({ zone: 'Asia/Tokyo', dayStart: '05:00', gap: '30' });
  await settled(page);

  await options.getByRole('combobox', { name: 'Queues' }).click();
  await page.getByRole('listbox', { name: 'Queues' }).getByRole('option').first().click();
  await expect.poll(() => searchOf(page)['queue'], PATIENT).toMatch(/^\d+$/);
  await options.getByLabel('From').fill('2020-01-01');
  await options.getByLabel('Until').fill('2020-01-02');
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ from: '2020-01-01', until: '2020-01-02' });
  await page.getByText('No game is left by these options').waitFor();
  await page.getByRole('link', { name: 'clear it' }).click();
  await panel(page, 'By hour').waitFor();
  for (let step = 0; step < 4; step++) await page.goBack();
  await expect
    .poll(() => searchOf(page), PATIENT)
    .toEqual({ zone: 'Asia/Tokyo', dayStart: '05:00', gap: '30' });
  expect(complaints).toEqual([]);
});

test('the calendar turns to another year, which the address says', async () => {
  const { page } = await open(pathOf(known));
  const years = page.getByRole('navigation', { name: 'Year' }).getByRole('link');
  const { months } = (await askHistory(known)).analysis;
  const first = months[0]?.key.slice(0, 4);

  await years.last().click();
  await expect.poll(() => searchOf(page)['year'], PATIENT).toBe(first);
  await page.getByRole('table', { name: new RegExp(`^${months[0]?.label}`) }).waitFor();
});

test('old charts stay while those of other options are on their way', async () => {
  const { page } = await open(pathOf(known));
  await panel(page, 'By hour').waitFor();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/history?zone=**', async (route) => {
    await held;
    await route.continue();
  });

  await panel(page, 'Options').getByRole('button', { name: 'Use Asia/Tokyo' }).click();
  await page.locator('[data-old="true"]').waitFor();
  const whileWaiting = await panel(page, 'By hour').innerText();
  letGo();

  await page.getByText('Times are those of Asia/Tokyo').waitFor();
  expect(whileWaiting).toContain('by the clock of UTC');
});

test('a history is taken away as CSV, as JSON and as a link', async () => {
  const { page } = await open(`${pathOf(known)}?zone=Asia/Seoul`);
  await panel(page, 'By hour').waitFor();

  const csv = await fetch(url + (await page.getByRole('link', { name: 'CSV' }).getAttribute('href')));
  const json = await fetch(url + (await page.getByRole('link', { name: 'JSON' }).getAttribute('href')));
  expect(csv.headers.get('content-type')).toContain('text/csv');
  const { analysis } = (await json.json()) as LolHistory;
  expect(analysis.options.zone).toBe('Asia/Seoul');
  expect((await csv.text()).trim().split('\n')).toHaveLength(analysis.counts.stored + 1);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `${url}${pathOf(known)}?zone=Asia/Seoul`,
  );
});

test('whoever looks for new games too soon is told how long to wait', async () => {
  const { page } = await open(pathOf(known));
  await panel(page, 'By hour').waitFor();
  const button = page.getByRole('button', { name: 'Look for new games' });

  const answered = page.waitForResponse((response) => response.url().includes('refresh=true'));
  await button.click();
  await answered; // Pressed while it asks, it does not ask again.
  await button.click();

  const told = page.getByText(/Asked for a moment ago: can be refreshed in \d+ s/);
  const seconds = Number((await told.innerText()).match(/\d+/)?.[0]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
});

test('a mate’s page keeps the clock and drops the filter', async () => {
  const { page } = await open(`${pathOf(known)}?zone=Asia/Seoul&queue=420,440,400,450`);
  const mate = page.getByRole('table', { name: 'Players on the same team' }).getByRole('link').first();
  const name = (await mate.innerText()).trim();
  await mate.click();

  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(searchOf(page)).toEqual({ zone: 'Asia/Seoul', platform: known.platform });
});

test('the admin cancels a collection, and what was fetched stays', async () => {
  const token = product.said.find(({ event }) => event === 'admin-token')?.['token'];
  const { page } = await open(pathOf(cancelled));
  await collectionOf(page)
    .getByText(/[1-9]\d* of \d+ games stored/)
    .waitFor();

  await collectionOf(page).getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Admin token' }).fill(String(token));
  await dialog.getByRole('button', { name: 'Sign in' }).click();

  await collectionOf(page).getByRole('heading', { name: 'Collecting was cancelled' }).waitFor();
  const { progress, state } = (await askHistory(cancelled)).collection;
  expect(state).toBe('cancelled');
  expect(progress.done).toBeGreaterThan(0);
  expect(progress.done).toBeLessThan(cancelled.games);
});

test('a player without games is told so', async () => {
  const { page, complaints } = await open(pathOf(empty));

  await page.getByRole('heading', { name: 'No games to show' }).waitFor();
  await page.getByText('Riot lists no game of this player').waitFor();
  await page.getByText('No game is listed').waitFor();
  expect(complaints).toEqual([]);
});

test('a Riot ID that nobody has is told so, with another try at hand', async () => {
  const { page } = await open('/players/Nobody%20At%20All/ZZZZ');
  await page.getByRole('heading', { name: 'Nobody has the Riot ID Nobody At All#ZZZZ' }).waitFor();
  const field = page.getByRole('combobox', { name: 'Riot ID' });
  expect(await field.inputValue()).toBe('Nobody At All#ZZZZ');

  await field.fill(riotIdOf(known));
  await field.press('Enter');
  await titleOf(page, known).waitFor();
});

test('options that cannot be read are told by name, with a way out', async () => {
  const { page } = await open(`${pathOf(known)}?zone=Moon/Base&gap=1`);
  await page.getByText('zone is “Moon/Base”: expected the IANA name').waitFor();
  await page.getByText('gap is “1”').waitFor();
  await page.getByRole('link', { name: 'Start over without options' }).click();
  await panel(page, 'By hour').waitFor();

  await page.goto(`${url}${pathOf(known)}?platform=moon1`);
  await page.getByText('platform: expected one of na1').waitFor();
  expect(await panel(page, 'By hour').count()).toBe(0);
});

test('an upstream that refuses the key is told, and the page goes on by itself when it answers again', async () => {
  await world.setKey({ expired: true });
  const { page } = await open(pathOf(waiting));
  await page.getByText('Riot refuses the API key').waitFor();
  await page.getByText(/It is asked again by itself in \d+ s/).waitFor();

  await world.setKey({ expired: false });

  await panel(page, 'By hour').waitFor({ timeout: 180_000 });
  expect(await page.getByText('Riot refuses the API key').count()).toBe(0);
});

const DARK = { colorScheme: 'dark' as const };
test.each([
  ['player', {}],
  ['player', DARK],
  ['player', PHONE],
  ['player', { ...PHONE, ...DARK }],
  ['empty', {}],
  ['unknown', PHONE],
  ['cancelled', DARK],
  ['cancelled', PHONE],
  ['search', {}],
  ['search', { ...PHONE, ...DARK }],
])('%s is accessible, complains of nothing and does not scroll sideways: %o', async (what, more) => {
  const { page, complaints } = await open(addressOf(what), more);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  if (what === 'player') await panel(page, 'Records').waitFor();
  if (what === 'unknown') await page.getByText('Nobody has the Riot ID').waitFor();
  if (what === 'cancelled') await panel(page, 'Collection').waitFor();

  expect(await accessibilityFaults(page)).toEqual([]);
  expect(complaints.filter((complaint) => what !== 'unknown' || !complaint.includes('404'))).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
});

function addressOf(what: string): string {
  const players: Readonly<Record<string, WorldPlayer>> = { player: known, empty, cancelled };
  const player = players[what];
  if (player) return `${pathOf(player)}?zone=Europe/Berlin&dayStart=05:00`;
  return what === 'search' ? '/players' : '/players/Nobody%20At%20All/ZZZZ';
}
