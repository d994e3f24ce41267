/** The match day and the page of a match in a real browser, on matches of a day long gone, of which everything is known. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { FootballDay, FootballFixtureView } from '../../src/contract/football.ts';
import { CLIPS, DAY, GOALS, HOSTILE, LATE_MATCH, MATCH, writeLateMatch } from '../support/football-rows.ts';
import {
  ask,
  connectToProduct,
  dialogOf,
  faultsOfDialog,
  holdBack,
  markDocument,
  open,
  openAsAdmin,
  pages,
  PATIENT,
  readMark,
  searchOf,
  settled,
} from '../support/pages.ts';

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const fixturePath = (id: number) => `/football/fixtures/${id}`;
const cardOf = (page: Page, goalId: string) => page.locator(`#goal-${goalId}`);
const askMatch = () => ask<FootballFixtureView>(`/api/football/fixtures/${MATCH}`);

test('the day shows its matches by competition, as in the answer of the API', async () => {
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

test('no part of a video is fetched before play is pressed, and a missing one is reported', async () => {
  const { page } = await open('/');
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/video')) fetched.push(request.url());
  });
  await page.goto(pages.url + fixturePath(MATCH));
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
  expect(fetched[0]).toBe(`${pages.url}/api/football/clips/${CLIPS.best}/video`);
});

test('the steps of a goal are requested when they are opened, and run again by the admin', async () => {
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
  await dialogOf(page).getByLabel('Admin token', { exact: true }).fill(pages.token);
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
  await markDocument(watcher.page);

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
  expect(await readMark(watcher.page)).toBe('once');
  expect([...complaints, ...watcher.complaints]).toEqual([]);
});

test('the dialogs are accessible', async () => {
  const { page } = await openAsAdmin(fixturePath(MATCH), { reducedMotion: 'reduce' });
  await cardOf(page, GOALS.opener).waitFor();
  expect(await faultsOfDialog(page, /^Hide/)).toEqual([]);
  expect(await faultsOfDialog(page, /^Restore/)).toEqual([]);
  expect(await faultsOfDialog(page, /^Delete/)).toEqual([]);
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

test('today leads to what began yesterday and is still played', async () => {
  const { page } = await open('/football');
  await page.getByText(/, today, by the clock of UTC/).waitFor();
  // Where the matches are played it may be tomorrow already.
  await settled(page);
  const today = await page.locator('input[type="date"]').inputValue();
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const database = await connectToProduct();
  await writeLateMatch(database, yesterday);
  await page.reload();

  await page.getByRole('link', { name: /began yesterday (is|are) still in play/ }).click();
  const late = region(page, 'Norland: League 702').getByRole('listitem');
  await late.getByText('88′').waitFor();
  expect(searchOf(page)).toEqual({ day: yesterday, show: 'live' });
  await database.query('delete from gamekeeper.fixture where id = $1', [LATE_MATCH]);
});

test('without a key and without the practice world the page says what to do', async () => {
  const { page, complaints } = await open('/football');
  await page.getByText('No matches are followed:').waitFor();
  await page.getByText('API_FOOTBALL_KEY').first().waitFor();
  expect(await page.getByRole('button', { name: 'Read this day now' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
