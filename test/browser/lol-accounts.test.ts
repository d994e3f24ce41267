/** Linked accounts, tracked players and reports in a real browser, with everything that an admin can change there. */
import { expect, test } from 'vitest';
import type { LolAccounts, LolAccount } from '../../src/contract/lol-accounts.ts';
import type { LolStoredReport } from '../../src/contract/lol-reports.ts';
import type { LolTracked } from '../../src/contract/lol-tracking.ts';
import {
  ask,
  cardOf,
  dialogOf,
  faultsOfDialog,
  open,
  openAsAdmin,
  pages,
  panel,
  PATIENT,
  plain,
  reportPath,
  riotIdOf,
  searchOf,
  signIn,
} from '../support/pages.ts';
import { PLAYERS, type UpstreamPlayer } from '../support/pages-upstream.ts';
import { until } from '../support/until.ts';

const { followed, forgotten, synced, tracked, unlinked } = PLAYERS;

const link = ({ gameName, tagLine, platform }: UpstreamPlayer) =>
  ask<LolAccount>('/api/lol/accounts', { method: 'POST', body: { gameName, tagLine, platform } });

test('a token that the server refuses is given up, and asked for again', async () => {
  const { page } = await open('/');
  await page.evaluate("sessionStorage.setItem('gamekeeper-admin-token', 'gk_of-yesterday')");
  await page.goto(`${pages.url}/players/accounts`);
  const card = cardOf(page, synced);
  await page.getByText('You are signed in as the admin.').waitFor();
  await card.getByRole('button', { name: /^Sync now/ }).click();

  await card.getByRole('alert').getByText('This is not the admin token.').waitFor();
  await page.getByText('Linking, syncing and unlinking needs the admin token.').waitFor();
  expect(await page.evaluate("sessionStorage.getItem('gamekeeper-admin-token')")).toBeNull();
  const asked = page.waitForResponse((response) => response.url().endsWith('/sync'));
  await card.getByRole('button', { name: /^Sync now/ }).click();
  await signIn(page);
  // Done without another click.
  expect((await asked).status()).toBe(202);
});

test('unlinking keeps what was collected, deleting forgets the person', async () => {
  await Promise.all([unlinked, forgotten].map(link));
  await until('both are synced', PATIENT.timeout, async () => {
    const { accounts } = await ask<LolAccounts>('/api/lol/accounts');
    const [one, other] = [unlinked, forgotten].map(({ gameName }) =>
      accounts.find((account) => account.gameName === gameName),
    );
    return one?.completedAt && other?.completedAt;
  });
  const { page } = await openAsAdmin('/players/accounts');
  await cardOf(page, unlinked)
    .getByRole('button', { name: `Unlink ${riotIdOf(unlinked)}` })
    .click();
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await cardOf(page, unlinked)
    .getByRole('button', { name: `Unlink ${riotIdOf(unlinked)}` })
    .click();
  await dialogOf(page).getByRole('button', { name: 'Unlink' }).click();
  await page.getByText(`${riotIdOf(unlinked)} is unlinked; what was collected stays.`).waitFor();
  await cardOf(page, unlinked).waitFor({ state: 'detached' });

  await cardOf(page, forgotten)
    .getByRole('button', { name: `Delete all data of ${riotIdOf(forgotten)}` })
    .click();
  await dialogOf(page).getByText('This cannot be undone.').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Delete everything' }).click();
  const deleted = page.getByText(`${riotIdOf(forgotten)} is deleted. Forgotten:`);
  await deleted.waitFor();
  expect(plain(await deleted.innerText())).toContain(`${forgotten.games} places in games`);
  await cardOf(page, forgotten).waitFor({ state: 'detached' });
  const namesOf = async ({ gameName }: UpstreamPlayer) =>
    (await ask<{ players: object[] }>(`/api/lol/players?query=${encodeURIComponent(gameName)}`)).players
      .length;

  expect([await namesOf(unlinked), await namesOf(forgotten)]).toEqual([1, 0]);
});

test('a player is tracked, collected with options and put into a group', async () => {
  const { page, complaints } = await openAsAdmin('/players/tracked');
  await page.getByText('every Monday at').waitFor();
  const form = page.getByRole('form', { name: 'Track a player' });
  await form.getByRole('textbox', { name: 'Riot ID' }).fill(riotIdOf(tracked));
  await form.getByLabel('Plays on').selectOption(tracked.platform);
  await form.getByLabel('Days and weeks begin by').selectOption('Asia/Tokyo');
  await form.getByLabel('Days back').fill('0');
  await form.getByRole('button', { name: 'Track player' }).click();
  await form.getByText('A whole number from 1 to 730, or nothing.').waitFor();
  await form.getByLabel('Days back').fill('21');
  await form.getByRole('button', { name: 'Track player' }).click();

  const row = page
    .getByRole('table', { name: 'Tracked players' })
    .getByRole('row')
    .filter({ hasText: riotIdOf(tracked) });
  await row.getByText('Asia/Tokyo').waitFor(PATIENT);
  const { done, total } = await until('its games are stored', PATIENT.timeout, async () => {
    const { players } = await ask<LolTracked>('/api/lol/tracked');
    const progress = players.find(({ gameName }) => gameName === tracked.gameName)?.progress;
    return progress !== undefined && progress.total > 0 && progress.wanted === 0 && progress;
  });
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
  await dialogOf(page).getByLabel(riotIdOf(tracked)).check();
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  const group = page
    .getByRole('table', { name: 'Groups' })
    .getByRole('row')
    .filter({ hasText: 'Night owls' });
  await group.getByText(`1: ${riotIdOf(tracked)}`).waitFor();
  await group.getByRole('button', { name: 'Change Night owls' }).click();
  await dialogOf(page).getByLabel('Name').fill('Early birds');
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('rowheader', { name: 'Early birds', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('a report is made, read, taken away and found again', async () => {
  const { page, complaints } = await openAsAdmin('/players/reports');
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
    pages.url + (await page.getByRole('link', { name: 'Save as JSON' }).getAttribute('href')),
  );
  const html = await fetch(
    pages.url + (await page.getByRole('link', { name: 'Save as HTML' }).getAttribute('href')),
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

test('the dialogs are accessible', async () => {
  const { page } = await openAsAdmin('/players/tracked', { reducedMotion: 'reduce' });

  expect(await faultsOfDialog(page, /^Collect now/)).toEqual([]);
  expect(await faultsOfDialog(page, /^Stop tracking/)).toEqual([]);
  expect(await faultsOfDialog(page, /^New group/)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await faultsOfDialog(page, /^Sign in/)).toEqual([]);
});
