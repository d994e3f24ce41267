/**
 * The match day and the page of a match in a real browser: on matches of a day long gone, of which everything is known, and on the matches of
 * the practice world, which are played while the test looks.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FootballDay, FootballFixtureView } from '../../src/contract/football.ts';
import { connectTo } from '../support/acknowledged-rows.ts';
import { launchBrowser } from '../support/browser.ts';
import {
  CLIPS,
  DAY,
  GOALS,
  HOSTILE,
  LATE_MATCH,
  MATCH,
  writeFootballRows,
  writeLateMatch,
} from '../support/football-rows.ts';
import { accessibilityFaults, openPage, overflowOf, PHONE, type Opened } from '../support/pages.ts';
import { FEW_GAMES, makeDataDirectory, startProduct, stopProduct, type Product } from '../support/product.ts';
import { until } from '../support/until.ts';

/** Whole products answer in their own time, and slower on a busy machine. */
const PATIENT = { timeout: 150_000 };
/** From a goal that falls in the practice world to its first clip, with a browser and everything else on two cores. */
const CLIP_MS = 240_000;

const directory = makeDataDirectory();
let product: Product;
let url: string;
let token: string;
let browser: Browser;

beforeAll(async () => {
  product = startProduct(directory.path, {
    ...FEW_GAMES,
    RATE_LIMIT_PER_MINUTE: '20000',
    PRACTICE_SPEED: '20',
    PRACTICE_POLL_SECONDS: '2',
  });
  [url, browser] = await Promise.all([product.ready, launchBrowser()]);
  token = String(product.said.find(({ event }) => event === 'admin-token')?.['token']);
  const database = await connectTo(directory.path);
  await writeFootballRows(database);
  await database.end();
});
afterAll(async () => {
  // The browser last: where it could not be started, everything else has to end all the same.
  await stopProduct(product);
  directory.remove();
  await browser.close();
});

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
  const response = await fetch(url + path);
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');
const fixturePath = (id: number) => `/football/fixtures/${id}`;
const cardOf = (page: Page, goalId: string) => page.locator(`#goal-${goalId}`);
const askMatch = () => ask<FootballFixtureView>(`/api/football/fixtures/${MATCH}`);

test('the day shows its matches by competition, as the API tells them', async () => {
  const { page, complaints } = await open(`/football?day=${DAY}`);
  const { fixtures, coverage } = await ask<FootballDay>(`/api/football/days/${DAY}`);
  await page.getByText('Saturday 14 March 2026').waitFor();

  expect(fixtures.map(({ home }) => home.name)).toEqual(
    expect.arrayContaining(['Eastport Rovers', 'Oakvale']),
  );
  for (const { competition, home, away, score } of fixtures) {
    const row = region(page, `${competition.country}: ${competition.name}`).getByRole('listitem');
    await row.getByText('Full time').waitFor();
    const words = (await row.getByRole('link').innerText()).split(/\s*\n\s*/).join(' ');
    expect(words).toBe(`${home.name} ${score?.home} ${away.name} ${score?.away}`);
  }
  await region(page, 'Norland: League 700')
    .getByText('3 goals · 1 being checked · 1 taken back · 1 clip')
    .waitFor();
  const figures = (await region(page, 'Coverage').innerText()).replaceAll(/\s+/g, ' ');
  expect(figures).toContain(`Goals ${coverage.goals} `);
  expect(figures).toContain(`With a clip ${coverage.withClips} 33 % of 3 goals`);
  expect(figures).toContain(`Videos found ${coverage.found} ${coverage.downloaded} downloaded`);
  expect(figures).toContain('First clip after 2 min 23 s');
  expect(complaints).toEqual([]);
});

test('day, clock and choice are in the address, and the back button undoes each', async () => {
  const { page, complaints } = await open(`/football?day=${DAY}`, { timezoneId: 'Asia/Tokyo' });
  await region(page, 'Norland: League 700').waitFor();
  const days = page.getByRole('navigation', { name: 'Day' });

  await page.getByText(/^Goals 1$/).click();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({ day: DAY, show: 'goals' });
  await region(page, 'Norland: League 701').waitFor({ state: 'detached' });
  await page.getByText(/^In play 0$/).click();
  await page.getByText('The day has matches, but none like that.').waitFor();
  await page.getByRole('link', { name: 'Show all of them' }).click();
  await region(page, 'Norland: League 701').waitFor();

  // 23:00 UTC is the next morning in Tokyo.
  await page.getByRole('button', { name: 'Use Asia/Tokyo' }).click();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({ day: DAY, zone: 'Asia/Tokyo' });
  await page.getByText('No match is known of Saturday 14 March 2026').waitFor();
  await days.getByRole('link', { name: 'Next day' }).click();
  await region(page, 'Norland: League 700').waitFor();
  expect(searchOf(page)).toEqual({ day: '2026-03-15', zone: 'Asia/Tokyo' });
  await page.getByRole('link', { name: /Eastport Rovers/ }).click();
  await page.getByText('kick-off 08:00 Asia/Tokyo').waitFor();
  await page.getByRole('link', { name: 'Sunday 15 March 2026' }).click();
  await region(page, 'Norland: League 700').waitFor();

  for (let step = 0; step < 4; step++) await page.goBack();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({ day: DAY });
  await days.getByRole('link', { name: 'Previous day' }).click();
  await page.getByText('No match is known of Friday 13 March 2026').waitFor();
  await page.getByLabel('Day', { exact: true }).and(page.locator('input')).fill(DAY);
  await region(page, 'Norland: League 700').waitFor();
  await days.getByRole('link', { name: 'Today' }).click();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({});
  expect(complaints).toEqual([]);
});

test('an address that makes no sense is today', async () => {
  const { page } = await open('/football?day=2026-02-31&zone=Moon/Base&show=nothing');
  await page.getByText(/today, by the clock of UTC/).waitFor();
  await page.getByRole('link', { name: 'Next day' }).click();
  await expect.poll(() => Object.keys(searchOf(page)), PATIENT).toEqual(['day']);
});

/** What the page reads there waits until it is let go: what it shows meanwhile would be gone before it is seen. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.continue();
  });
  return resolve;
}

test('old matches stay while those of another day are on their way', async () => {
  const { page } = await open(`/football?day=${DAY}`);
  await region(page, 'Norland: League 700').waitFor();
  const letGo = await holdBack(page, '**/api/football/days/2026-03-13**');

  await page.getByRole('link', { name: 'Previous day' }).click();
  await page.locator('[data-old="true"]').waitFor();
  const whileWaiting = await region(page, 'Norland: League 700').count();
  letGo();

  await page.getByText('No match is known of Friday 13 March 2026').waitFor();
  expect(whileWaiting).toBe(1);
});

test('the admin has a day read that nobody has read', async () => {
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

test('a match shows its goals by minute and side, what was corrected and what was taken back', async () => {
  const { page, complaints } = await open(fixturePath(MATCH));
  const { goals } = await askMatch();
  await page.getByRole('heading', { level: 1, name: 'Eastport Rovers – Millbrook United' }).waitFor();
  expect(await page.title()).toMatch(/^2–1 Eastport Rovers/);
  expect(await page.getByRole('list', { name: 'Goals of Eastport Rovers' }).innerText()).toBe(
    'A. Lindqvist 12′\nJ. Featherstone 45+3′ (own goal)',
  );
  const shown = await page
    .getByRole('list', { name: 'Goals', exact: true })
    .getByRole('heading')
    .allInnerTexts();
  expect(shown).toEqual([
    'A. Lindqvist',
    'B. Moreau',
    'J. Featherstone (own goal)',
    `${HOSTILE} (penalty)`,
    'Scorer not known (seen in the score only)',
  ]);
  expect(shown).toHaveLength(goals.length);

  const opener = cardOf(page, GOALS.opener);
  await opener.getByText('for Eastport Rovers, assist C. Okafor').waitFor();
  await opener.getByText(/Assist named: C. Okafor 3 h ago/).waitFor();
  await opener.getByText('Confirmed after 2 min. Searched 4 times, first clip after 2 min 23 s.').waitFor();
  const own = cardOf(page, GOALS.ownGoal);
  await own.getByText(/Scorer corrected: B. Griese → J. Featherstone/).waitFor();
  await own.getByText(/Corrected: goal → own goal/).waitFor();
  const removed = cardOf(page, GOALS.takenBack);
  await removed.getByText('The video referee or a correction took it back.').waitFor();
  expect(await removed.locator('video').count()).toBe(0);
  await removed.getByText('1 video was found for it').click();
  await removed.getByText('away_end on terrace').waitFor();
  await cardOf(page, GOALS.unsure).getByText('Seen 2 times so far').waitFor();
  expect(complaints).toEqual([]);
});

test('each video says why it was kept or dropped, and what strangers wrote does nothing', async () => {
  const { page, complaints } = await open(fixturePath(MATCH));
  const opener = cardOf(page, GOALS.opener);
  const kept = opener.getByRole('list', { name: /^Clips of/ }).getByRole('listitem');
  await kept.getByText('Kept: the best of 2 copies').waitFor();
  expect(await kept.count()).toBe(1);
  await kept
    .getByText('best of 2 copies · in 2 searches · words fit 75 % · 8.3 s · 640 × 360 · 812 kB')
    .waitFor();
  const source = kept.getByRole('link', { name: /north_stand on terrace/ });
  expect(await source.getAttribute('href')).toBe('https://terrace.example/posts/1');
  expect(await source.getAttribute('rel')).toBe('noopener noreferrer nofollow');

  await opener.getByText('3 videos were not kept').click();
  const dropped = opener.getByRole('list', { name: /^Not kept/ }).getByRole('listitem');
  await dropped.filter({ hasText: 'Duplicate' }).getByText('shows the same').waitFor();
  expect(await dropped.count()).toBe(3);
  const failed = dropped.filter({ hasText: 'Failed' });
  await failed.getByText('the site answered 410').waitFor();
  await failed.getByText(`“${HOSTILE}”`).waitFor();
  expect(await failed.getByRole('link').count()).toBe(0);
  await dropped
    .filter({ hasText: 'Rejected' })
    .getByRole('link', { name: 'J. Featherstone, 45+3′, 2–0' })
    .click();
  await expect.poll(() => new URL(page.url()).hash).toBe(`#goal-${GOALS.ownGoal}`);
  expect(await page.title()).not.toBe('owned');
  expect(complaints).toEqual([]);
});

test('nothing of a video is fetched before somebody presses play, and a missing one is told', async () => {
  const { page } = await open('/');
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/video')) fetched.push(request.url());
  });
  await page.goto(url + fixturePath(MATCH));
  const video = cardOf(page, GOALS.opener).locator('video');
  await video.waitFor();
  await page.waitForLoadState('networkidle');
  expect(fetched).toEqual([]);
  expect(await video.getAttribute('aria-label')).toBe(
    'Clip of A. Lindqvist, 12′, 1–0, north_stand on terrace',
  );

  await video.focus();
  await page.keyboard.press('Space');
  await cardOf(page, GOALS.opener).getByRole('alert').getByText('It could not be played.').waitFor();
  expect(fetched[0]).toBe(`${url}/api/football/clips/${CLIPS.best}/video`);
});

test('the steps of a goal are asked for when somebody opens them, and run again by the admin', async () => {
  const { page } = await open(fixturePath(MATCH));
  const opener = cardOf(page, GOALS.opener);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/steps')) asked.push(request.method());
  });
  await opener.getByText('What was done for it, step by step').click();
  const rows = opener.getByRole('table', { name: /^Steps for/ }).getByRole('row');
  await rows.filter({ hasText: 'Compare' }).waitFor();
  expect(asked[0]).toBe('GET');
  expect(await rows.count()).toBe(8);
  expect(await rows.nth(1).innerText()).toMatch(
    /^Search 1\/3: get the query\s+search-Eastport_Rovers-Lindqvist-12min\s+Done.*1\.24 s/s,
  );
  await rows.nth(4).getByText('the site answered 503').waitFor();
  // Only the newest run of each can be run again.
  expect(await rows.nth(4).getByRole('button').count()).toBe(0);

  await rows
    .nth(5)
    .getByRole('button', { name: /^Run again/ })
    .click();
  await dialogOf(page).getByLabel('Admin token', { exact: true }).fill(token);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/steps'),
  );
  const letGo = await holdBack(page, '**/steps');
  await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({ step: 'download', clipId: CLIPS.gone });
  await rows.nth(5).getByText('It is on its way.').waitFor();
  letGo();

  await cardOf(page, GOALS.ownGoal).getByText('What was done for it, step by step').click();
  await cardOf(page, GOALS.ownGoal).getByText('No step has run yet.').waitFor();
});

test('a step that makes no sense is refused in words', async () => {
  const { page } = await openAsAdmin(fixturePath(MATCH));
  const opener = cardOf(page, GOALS.opener);
  await opener.getByText('What was done for it, step by step').click();
  const row = opener.getByRole('row').filter({ hasText: 'Archive' });
  await row.getByRole('button', { name: /^Run again: upload/ }).click();
  await row.getByRole('alert').getByText('the clip is duplicate').waitFor();
  expect(await row.getByText('It is on its way.').count()).toBe(0);
});

test('the admin hides a goal and restores it; the page follows without a reload', async () => {
  const { page, complaints } = await openAsAdmin(fixturePath(MATCH));
  const watcher = await open(fixturePath(MATCH));
  const [card, watched] = [cardOf(page, GOALS.hideable), cardOf(watcher.page, GOALS.hideable)];
  await watched.getByText('Confirmed', { exact: true }).waitFor();
  await watcher.page.evaluate("document.documentElement.dataset['opened'] = 'once'");

  await card.getByRole('button', { name: /^Hide/ }).click();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  expect((await askMatch()).goals.find(({ id }) => id === GOALS.hideable)?.state).toBe('stable');
  await card.getByRole('button', { name: /^Hide/ }).click();
  await dialogOf(page).getByRole('button', { name: 'Hide', exact: true }).click();
  await card.getByText('It was hidden by hand.').waitFor();
  await watched.getByText('It was hidden by hand.').waitFor();

  await card.getByRole('button', { name: /^Restore/ }).click();
  await dialogOf(page).getByRole('button', { name: 'Restore', exact: true }).click();
  await card.getByText('Counts again: by hand').waitFor();
  await watched.getByText('Confirmed', { exact: true }).waitFor();
  expect(await watcher.page.evaluate("document.documentElement.dataset['opened']")).toBe('once');
  expect([...complaints, ...watcher.complaints]).toEqual([]);
});

test('a match that is not known is told so', async () => {
  const { page } = await open(fixturePath(123));
  await page.getByRole('heading', { name: 'No such match is known here' }).waitFor();
  await page.getByRole('link', { name: 'The matches of today' }).click();
  await page.getByRole('heading', { level: 1, name: 'Football' }).waitFor();
  await page.goto(`${url}/football/fixtures/nonsense`);
  await page.getByRole('heading', { name: 'No such match is known here' }).waitFor();
  expect(await page.title()).toBe('Match nonsense · Gamekeeper');
});

const DARK = { colorScheme: 'dark' as const };
test.each([
  ['day', {}],
  ['day', { ...PHONE, ...DARK }],
  ['today', PHONE],
  ['today', DARK],
  ['empty', PHONE],
  ['match', {}],
  ['match', DARK],
  ['match', PHONE],
  ['match', { ...PHONE, ...DARK }],
  ['unknown', PHONE],
])('%s is accessible, complains of nothing and does not scroll sideways: %o', async (what, more) => {
  const { page, complaints } = await open(addressOf(what), more);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  for (const fold of await page.locator('summary').all()) await fold.click();
  await page.waitForLoadState('networkidle');

  expect(await accessibilityFaults(page)).toEqual([]);
  expect(complaints.filter((complaint) => what !== 'unknown' || !complaint.includes('404'))).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
});

test.each([[{}], [{ ...PHONE, ...DARK }]])('the dialogs are accessible: %o', async (more) => {
  const { page } = await openAsAdmin(fixturePath(MATCH), more);
  const shows = async (button: RegExp) => {
    await page.getByRole('button', { name: button }).first().click();
    await dialogOf(page).waitFor();
    await page.evaluate('Promise.all(document.getAnimations().map((one) => one.finished))');
    const faults = await accessibilityFaults(page);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    return faults;
  };
  await cardOf(page, GOALS.opener).waitFor();
  expect(await shows(/^Hide/)).toEqual([]);
  expect(await shows(/^Restore/)).toEqual([]);
  expect(await shows(/^Delete/)).toEqual([]);
});

test('deleting a clip takes its video away and remembers that it was found', async () => {
  const { page, complaints } = await openAsAdmin(fixturePath(MATCH));
  const opener = cardOf(page, GOALS.opener);
  await opener.getByRole('button', { name: 'Delete: north_stand on terrace' }).click();
  await dialogOf(page).getByText('This cannot be undone.').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await opener.locator('video').waitFor({ state: 'detached' });

  await opener.getByText(/videos were not kept/).click();
  await opener.getByRole('listitem').filter({ hasText: 'Deleted' }).getByText('deleted by hand').waitFor();
  const clip = (await askMatch()).goals.flatMap(({ clips }) => clips).find(({ id }) => id === CLIPS.best);
  expect(clip).toMatchObject({ state: 'deleted', videoUrl: null });
  expect(complaints).toEqual([]);
});

test('the matches of today are followed without a reload', async () => {
  const { page, complaints } = await open('/football?show=live');
  await page.evaluate("document.documentElement.dataset['opened'] = 'once'");
  const row = page.getByRole('region').getByRole('listitem').filter({ hasText: '′' }).first();
  await row.waitFor(PATIENT);
  const name = (await row.getByRole('link').innerText()).split('\n')[0] ?? '';
  const same = page.getByRole('listitem').filter({ hasText: name }).first();
  // One that ends meanwhile leaves the list, which is news as well.
  const minute = async () => (await same.allInnerTexts())[0]?.split('\n')[0];
  const first = await minute();

  await expect.poll(minute, PATIENT).not.toBe(first);
  expect(await page.evaluate("document.documentElement.dataset['opened']")).toBe('once');
  expect(complaints).toEqual([]);
});

test('today leads to what began yesterday and is still played', async () => {
  const { page } = await open('/football');
  await page.getByText(/, today, by the clock of UTC/).waitFor();
  // Where the matches are played it may be tomorrow already.
  await page.locator('[data-old="false"]').waitFor();
  const today = await page.locator('input[type="date"]').inputValue();
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const database = await connectTo(directory.path);
  await writeLateMatch(database, yesterday);
  await page.reload();

  await page.getByRole('link', { name: /began yesterday (is|are) still in play/ }).click();
  const late = region(page, 'Norland: League 702').getByRole('listitem');
  await late.getByText('88′').waitFor();
  expect(searchOf(page)).toEqual({ day: yesterday, show: 'live' });
  await database.query('delete from gamekeeper.fixture where id = $1', [LATE_MATCH]);
  await database.end();
});

test(
  'a goal of the practice world gets a clip that can be watched',
  async () => {
    const { match, goal } = await until('a goal with an archived clip', CLIP_MS, findWatchable);
    const { page, complaints } = await open(fixturePath(match));
    const video = cardOf(page, goal).locator('video').first();
    await video.waitFor();
    await video.focus();
    await page.keyboard.press('Space');
    const playedSeconds = `document.querySelector('#goal-${goal} video').currentTime`;
    await until('it plays', PATIENT.timeout, async () => Number(await page.evaluate(playedSeconds)) > 0);
    const address = await video.getAttribute('src');
    const part = await fetch(url + address, { headers: { range: 'bytes=0-99' } });

    expect(part.status).toBe(206);
    expect(part.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await part.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');
    expect(complaints).toEqual([]);
  },
  CLIP_MS + 60_000,
);

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
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

test('without a key and without the practice world the page says what to do', async () => {
  const other = makeDataDirectory();
  const off = startProduct(other.path, { PRACTICE: 'off' });
  try {
    const { page, complaints } = await openPage(browser, `${await off.ready}/football`);
    await page.getByText('No matches are followed:').waitFor();
    await page.getByText('API_FOOTBALL_KEY').first().waitFor();
    expect(await page.getByRole('button', { name: 'Read this day now' }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  } finally {
    await stopProduct(off);
    other.remove();
  }
});

function addressOf(what: string): string {
  if (what === 'match') return fixturePath(MATCH);
  if (what === 'unknown') return fixturePath(123);
  if (what === 'today') return '/football';
  return `/football?day=${what === 'day' ? DAY : '2025-01-01'}`;
}
