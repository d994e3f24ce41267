/** The explorer of Teamfight Tactics in a real browser: every control is used once. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { TftAnswer } from '../../src/contract/tft-explore.ts';
import {
  faultsOfDialog,
  open,
  overflowOf,
  pages,
  PATIENT,
  PHONE,
  searchOf,
  settled,
} from '../support/pages.ts';

const unit = { id: 'tft17_bee', label: 'Bee' };
const item = { id: 'tft_item_axe', label: 'Axe' };
const trait = { id: 'tft17_trait_bog', label: 'Bog' };
const NEWEST = '17.4';
const OLDER = '17.3';

const answerOf = (page: Page) => page.getByRole('region', { name: 'Answer' });
const rowsOf = (page: Page) =>
  answerOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const placesOf = (page: Page) => page.getByRole('list', { name: 'Boards by place' }).getByRole('listitem');
const chips = (page: Page) => page.getByRole('list', { name: 'Filter' });
/** Without the initials that stand where a picture is missing. */
const nameIn = (text: string) => text.split('\n').at(-1) ?? '';

/** Types into a field of names and takes the first that is found. */
async function chooseName(field: Locator, name: string): Promise<void> {
  await field.click();
  await field.fill(name);
  await field.page().getByRole('option', { name }).first().waitFor();
  await field.press('Enter');
}

test('the table shows what the API answered: labels, samples and the baseline', async () => {
  const { page, complaints } = await open('/');
  const answered = page.waitForResponse((response) => response.url().includes('/api/tft/explore'));
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'TFT' }).click();
  const answer = (await (await answered).json()) as TftAnswer;
  await rowsOf(page).first().waitFor();

  const shown = (await rowsOf(page).getByRole('rowheader').allInnerTexts()).map(nameIn);
  const baseline = await page.getByRole('region', { name: 'Baseline' }).innerText();
  const firstRow = await rowsOf(page).first().innerText();

  expect(shown).toEqual(answer.rows.map(({ label }) => label));
  expect(baseline.replaceAll(',', '')).toContain(String(answer.baseline.n));
  expect(firstRow.replaceAll(',', '')).toContain(String(answer.rows[0]?.n));
  expect(firstRow).toContain(answer.rows[0]?.average.value.toFixed(2));
  await page.getByText(answer.words).waitFor();
  await page.getByText(/Newest game .* games waiting · lag/).waitFor();
  await page.getByText(/of [\d,]+ listed games stored/).waitFor();
  expect(complaints).toEqual([]);
});

test('every breakdown opens, with its chart where it has one', async () => {
  const { page } = await open('/tft');
  const tabs = page.getByRole('navigation', { name: 'Breakdown' });
  const boards = {
    Items: 'item',
    Traits: 'trait',
    Compositions: 'composition',
    Levels: 'level',
    Placement: 'placement',
    Trend: 'day',
    Patches: 'patch',
    Regions: 'region',
    Platforms: 'platform',
    Tiers: 'tier',
    'LP bands': 'lp',
    Total: 'total',
    'Of a unit': 'unit-item',
    'Builds of 3': 'unit-build-3',
    'Builds of 2': 'unit-build-2',
    Stars: 'unit-stars',
    'Item count': 'unit-items',
    'Of an item': 'item-holder',
  };
  for (const [name, by] of Object.entries(boards)) {
    await tabs.getByRole('link', { name, exact: true }).click();
    await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ by });
    await settled(page);
    await answerOf(page)
      .getByText(/Rows 1–|No rows/)
      .waitFor();
    if (by === 'day') await answerOf(page).locator('figure polyline').waitFor({ state: 'attached' });
    if (by === 'placement') await placesOf(page).nth(7).waitFor();
  }
  await chooseName(page.getByRole('combobox', { name: 'Item', exact: true }), item.label);
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ by: 'item-holder', of: item.id });
  await tabs.getByRole('link', { name: 'Of a unit' }).click();
  await chooseName(page.getByRole('combobox', { name: 'Unit', exact: true }), unit.label);
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ by: 'unit-item', of: unit.id });
});

test('a row is filtered by, excluded, and traced back to its games; the back button undoes it', async () => {
  const { page } = await open('/tft?sort=n');
  await rowsOf(page).first().waitFor();
  const label = nameIn(await rowsOf(page).first().getByRole('rowheader').innerText());

  await page.getByRole('button', { name: `Filter by ${label}` }).click();
  await chips(page).getByText(label, { exact: true }).waitFor();
  await settled(page);
  await page.goBack();
  await expect.poll(() => chips(page).getByText(label, { exact: true }).count(), PATIENT).toBe(0);

  await page.getByRole('button', { name: `Exclude ${label}` }).click();
  await chips(page).getByText(`not ${label}`, { exact: true }).waitFor();
  await settled(page);
  await page.getByRole('button', { name: `Remove: not ${label}` }).click();
  await expect.poll(() => searchOf(page)['where'], PATIENT).toBeUndefined();

  await page.getByRole('button', { name: `Games behind ${label}` }).click();
  const drawer = page.getByRole('dialog', { name: 'Games behind this row' });
  await drawer.getByRole('list', { name: 'Games' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /^Game / }).waitFor();
  await page.getByRole('list', { name: 'Units of place 8' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/tft\/matches\/\w+$/);
});

test('the builder says everything that can be asked, two groups deep', async () => {
  const { page } = await open('/tft');
  await rowsOf(page).first().waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Filter' });
  const toggle = (name: string | RegExp) => drawer.getByRole('button', { name }).click();
  const field = (name: string) => drawer.getByRole('spinbutton', { name, exact: true });

  await toggle(new RegExp(`^${NEWEST} `));
  await drawer.getByLabel('Compare with').selectOption(OLDER);
  await toggle(/^Europe ?[\d,]+$/);
  await toggle(/^Double Up/);
  await toggle(/^Unknown/);
  await field('League points: at least').fill('-2800');
  await drawer.getByLabel('Players whose rank is not known').selectOption('include');
  await toggle('Last 7 days');
  await drawer.getByLabel('until before (UTC)').fill('2099-01-01T00:00');
  await field('Level: at least').fill('5');
  await field('Final place: at most').fill('7');
  await drawer.getByLabel('Rank used').selectOption('strict');

  await chooseName(drawer.getByRole('combobox', { name: 'Add a condition: unit' }), unit.label);
  await field('Stars: at least').fill('1');
  await field('Items held: at most').fill('3');
  await chooseName(drawer.getByRole('combobox', { name: 'Does not hold: add an item' }), item.label);
  await drawer.getByRole('button', { name: 'Group' }).click();
  const inner = drawer
    .getByRole('group')
    .filter({ hasNot: page.getByText('Patch') })
    .last();
  await chooseName(inner.getByRole('combobox', { name: 'Add a condition: trait' }), trait.label);
  await inner.getByLabel('Add a condition: count').selectOption('units');
  await inner.getByLabel('How these conditions are joined').selectOption('any');
  await expect
    .poll(() => drawer.getByLabel('Boards that this filter leaves').innerText(), PATIENT)
    .toMatch(/^[\d,]+ boards$/);
  await drawer.getByRole('button', { name: 'Apply', exact: true }).click();

  await expect
    .poll(() => searchOf(page), PATIENT)
    .toMatchObject({
      patch: NEWEST,
      versus: OLDER,
      rank: 'strict',
      level: '5..',
      placed: '..7',
    });
  const { where = '', lp } = searchOf(page);
  expect(lp).toMatch(/^-2800\.\./);
  expect(where).toContain(`unit(${unit.id};stars=1..`);
  expect(where).toContain(`lacks=${item.id}`);
  expect(where).toContain(`any(trait(${trait.id}),count(units;is=1..))`);
  await settled(page);
  await chips(page).getByText(`Compared with ${OLDER}`).waitFor();
  await chips(page).getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({});
});

test('on a phone, Master+ is one click, and so is the rank as of the match', async () => {
  const { page, complaints } = await open('/tft', PHONE);
  await answerOf(page).waitFor();
  const master = chips(page).getByRole('button', { name: 'Master+', exact: true });
  const isPressed = () => master.getAttribute('aria-pressed');
  expect(await isPressed()).toBe('false');

  const answered = page.waitForResponse((response) => response.url().includes('explore?lp=0..'));
  await master.click();
  const { ranks } = (await (await answered).json()) as TftAnswer;
  await settled(page);
  expect(await isPressed()).toBe('true');
  expect(searchOf(page)).toEqual({ lp: '0..' });
  await page.getByText('by players of Master or higher, using the nearest known rank').waitFor();
  const shown = await page.getByText(/^Ranks of boards: /).innerText();
  expect(shown.replaceAll(',', '').match(/\d+/g)?.map(Number)).toEqual([
    ranks.strict,
    ranks.day,
    ranks.older,
    ranks.unknown,
  ]);

  const used = page.getByRole('radiogroup', { name: 'Rank used' });
  await used.getByText('As of the match').click();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({ lp: '0..', rank: 'strict' });
  await settled(page);
  await page.getByText('by players of Master or higher, using the rank as of the match').waitFor();
  await used.getByText('Nearest').click();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({ lp: '0..' });
  await master.click();
  await expect.poll(() => searchOf(page), PATIENT).toEqual({});
  expect(await isPressed()).toBe('false');
  expect(await overflowOf(page)).toBe(0);
  expect(complaints).toEqual([]);
});

test('two patches stand side by side, with the change and its interval', async () => {
  const { page } = await open(`/tft?patch=${NEWEST}&versus=${OLDER}&by=level`);
  await rowsOf(page).first().waitFor();

  await answerOf(page)
    .getByRole('columnheader', { name: `In ${OLDER}` })
    .waitFor();
  await answerOf(page).getByRole('columnheader', { name: 'Change' }).getByRole('button').click();

  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ sort: 'change' });
  await page.getByRole('region', { name: 'Baseline' }).getByText(`In ${OLDER}`).waitFor();
});

test('rows are sorted by any column, by a cautious bound, cut by sample and paged', async () => {
  const { page } = await open('/tft?by=item&size=5');
  await rowsOf(page).first().waitFor();

  await answerOf(page).getByRole('columnheader', { name: 'Top 4' }).getByRole('button').click();
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ sort: 'top4' });
  await page.getByText('Cautious bound').click();
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ sort: 'top4-low' });
  await page.getByRole('button', { name: 'Descending; turn round' }).click();
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ order: 'asc' });
  await page.getByLabel('Sort by', { exact: true }).selectOption('n');
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ sort: 'n' });
  await page.getByLabel('Smallest sample').selectOption('100');
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ min: '100' });
  await settled(page);
  const first = await rowsOf(page).first().getByRole('rowheader').innerText();

  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ page: '1' });
  // Written from the answer itself, so it cannot be that of the page before.
  await answerOf(page)
    .getByText(/^Rows (?!1–)/)
    .waitFor();
  expect(await rowsOf(page).first().getByRole('rowheader').innerText()).not.toBe(first);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(() => searchOf(page)['page'], PATIENT).toBeUndefined();
});

test('an answer is kept as a view', async () => {
  const { page } = await open('/tft?by=trait&min=5');
  await rowsOf(page).first().waitFor();

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('My traits');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto(`${pages.url}/tft`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Rename My traits' }).click();
  await page.getByRole('textbox', { name: 'New name of My traits' }).fill('Traits');
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Traits' }).click();
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ by: 'trait', min: '5' });
  await page.getByRole('button', { name: 'Traits', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Traits' }).click();
  await page.getByText('Nothing saved yet.', { exact: false }).waitFor();
});

test('the keyboard searches, walks through rows, filters, excludes and explains itself', async () => {
  const { page } = await open('/tft');
  await rowsOf(page).first().waitFor();
  const focusedRow = () => page.evaluate("document.activeElement?.closest('tr')?.dataset.rowKey ?? ''");
  const keys = () =>
    page.evaluate("[...document.querySelectorAll('tr[data-row-key]')].map((row) => row.dataset.rowKey)");

  await page.keyboard.press('/');
  await page.keyboard.type(unit.label);
  await page.getByRole('option', { name: unit.label }).first().waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => searchOf(page), PATIENT).toMatchObject({ where: `unit(${unit.id})` });
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Search units, items and traits' }).blur();
  await page.keyboard.press('Escape');
  await expect.poll(() => searchOf(page), PATIENT).toEqual({});
  await settled(page);

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Filter by the row').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.goto(`${pages.url}/tft?sort=key&order=asc`);
  await settled(page);
  const [first, second] = (await keys()) as string[];
  await rowsOf(page).first().getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focusedRow, PATIENT).toBe(second);
  await page.keyboard.press('ArrowUp');
  await expect.poll(focusedRow, PATIENT).toBe(first);
  await page.keyboard.press('x');
  await expect.poll(() => searchOf(page)['where'], PATIENT).toBe(`none(${first?.replace(':', '(')}))`);
  await settled(page);
  const [left] = (await keys()) as string[];
  await rowsOf(page).first().getByRole('link').focus();
  await page.keyboard.press('f');
  await expect.poll(() => searchOf(page)['where'], PATIENT).toContain(left?.replace(':', '('));
  await settled(page);
  await rowsOf(page).first().getByRole('link').focus();
  await page.keyboard.press('g');
  await page.getByRole('dialog', { name: 'Games behind this row' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => searchOf(page)['games'], PATIENT).toBeUndefined();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await rowsOf(page).first().getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname, PATIENT).toMatch(/^\/tft\/units\//);
});

test.each([
  [
    'unit',
    ['Items', 'Builds of 3', 'Builds of 2', 'Stars', 'Items held', 'Traits beside it', 'Levels', 'Trend'],
  ],
  ['item', ['Holders', 'Levels', 'Trend']],
  ['trait', ['Tiers', 'Units most often with it', 'Trend']],
  ['composition', ['Core units', 'Traits', 'Levels', 'Trend']],
])('the page of a %s opens from its row and keeps the filter', async (by, panels) => {
  const { page, complaints } = await open(`/tft?by=${by}&sort=n&level=5..`);
  await rowsOf(page).first().getByRole('link').click();

  await expect.poll(() => new URL(page.url()).pathname, PATIENT).toMatch(new RegExp(`^/tft/${by}s/`));
  await chips(page).getByText('Level 5+').waitFor();
  for (const panel of panels) {
    const section = page.getByRole('region', { name: panel, exact: true });
    await (
      panel === 'Trend' ? section.locator('figure polyline') : section.getByRole('rowheader').first()
    ).waitFor();
  }
  await page.getByRole('button', { name: 'Remove: Level 5+' }).click();
  await expect.poll(() => searchOf(page)['level'], PATIENT).toBeUndefined();
  await page.getByRole('link', { name: /^Explore / }).click();
  await expect.poll(() => new URL(page.url()).pathname, PATIENT).toBe('/tft');
  expect(searchOf(page)['where']).toContain(by === 'composition' ? 'composition(' : `${by}(`);
  expect(complaints).toEqual([]);
});

test('the search opens a page', async () => {
  const { page } = await open('/tft');
  await page.getByRole('combobox', { name: 'Search units, items and traits' }).fill(item.label);
  await page.getByRole('option', { name: item.label }).last().click();

  await page.getByRole('heading', { level: 1, name: item.label }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/tft/items/${item.id}`);
});

test('the filter drawer is accessible', async () => {
  const where = `all(unit(${unit.id};stars=2..),any(item(${item.id}),trait(${trait.id})))`;
  const { page } = await open(`/tft?where=${where}`, { reducedMotion: 'reduce' });
  await answerOf(page).waitFor();

  expect(await faultsOfDialog(page, /^Filter$/)).toEqual([]);
});
