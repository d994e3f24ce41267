/** The search for players and the page of a player in a real browser, on histories that were collected before. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { LolHistory } from '../../src/contract/lol-collection.ts';
import * as shared from '../support/pages.ts';
import { ask, panel, pathOf, PATIENT, riotIdOf, searchOf, settled } from '../support/pages.ts';
import { PLAYERS, type UpstreamPlayer } from '../support/pages-upstream.ts';

const { known, refreshed } = PLAYERS;

const askHistory = (player: UpstreamPlayer, query = '') =>
  ask<LolHistory>(`/api/lol${pathOf(player)}/history${query}`);

function open(path: string, options: BrowserContextOptions = {}): Promise<shared.Opened> {
  return shared.open(path, { timezoneId: 'Asia/Tokyo', ...options });
}

const titleOf = (page: Page, player: UpstreamPlayer) =>
  page.getByRole('heading', { level: 1, name: riotIdOf(player), exact: true });
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
  const { analysis } = await askHistory(known);
  const ranks = analysis.ranks.filter(({ points }) => points.length > 0);
  expect(ranks.map(({ label }) => label)).toHaveLength(2);
  const { page } = await open(pathOf(known));
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

test('a second search for new games is refused with the time to wait', async () => {
  const { page } = await open(pathOf(refreshed));
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

test('an unknown Riot ID is reported, with a field for another one', async () => {
  const { page } = await open('/players/Nobody%20At%20All/ZZZZ');
  await page.getByRole('heading', { name: 'Nobody has the Riot ID Nobody At All#ZZZZ' }).waitFor();
  const field = page.getByRole('combobox', { name: 'Riot ID' });
  expect(await field.inputValue()).toBe('Nobody At All#ZZZZ');

  await field.fill(riotIdOf(known));
  await field.press('Enter');
  await titleOf(page, known).waitFor();
});
