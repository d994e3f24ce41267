/** What moves while it is looked at: histories and syncs from beginning to end. The upstream holds what must be seen half-way. */
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { LolAccount, LolAccounts, LolProgress } from '../../src/contract/lol-accounts.ts';
import type { LolHistory } from '../../src/contract/lol-collection.ts';
import {
  accessibilityFaults,
  ask,
  cardOf,
  connectToProduct,
  dialogOf,
  markDocument,
  open,
  openAsAdmin,
  pages,
  panel,
  pathOf,
  PATIENT,
  plain,
  readMark,
  riotIdOf,
  setRules,
  signIn,
} from '../support/pages.ts';
import {
  gamesPathOf,
  listPathOf,
  PLAYERS,
  type UpstreamPlayer,
  type UpstreamRule,
} from '../support/pages-upstream.ts';

const { busy, linked, refused, stopped, unlucky, watched } = PLAYERS;

const askHistory = (player: UpstreamPlayer) => ask<LolHistory>(`/api/lol${pathOf(player)}/history`);
const collectionOf = (page: Page) => panel(page, 'Collection');

/** Until the test replaces them or ends. */
async function rule(...rules: readonly UpstreamRule[]): Promise<void> {
  onTestFinished(() => setRules([]));
  await setRules(rules);
}

async function accountOf({ gameName }: UpstreamPlayer): Promise<LolAccount | undefined> {
  const { accounts } = await ask<LolAccounts>('/api/lol/accounts');
  return accounts.find((account) => account.gameName === gameName);
}

test('a collection is watched from its beginning to its end, without a reload', async () => {
  const path = gamesPathOf(watched);
  await rule({ path, after: 50 });
  const { page, complaints } = await open('/players');
  await markDocument(page);
  await page.getByRole('combobox', { name: 'Riot ID' }).fill(riotIdOf(watched));
  await page.getByRole('button', { name: 'Show history' }).click();

  await collectionOf(page).getByText('50 of 120 games stored').waitFor();
  await collectionOf(page).getByRole('progressbar', { name: 'Games stored' }).waitFor();
  await panel(page, 'By hour').waitFor();
  await page.getByText('So far; games are still coming.').waitFor();
  await page.getByText('50 of 50 games counted').waitFor();
  await setRules([{ path, after: 30 }]);
  await collectionOf(page).getByText('80 of 120 games stored').waitFor();
  await page.getByText('80 of 80 games counted').waitFor();
  await setRules([]);

  await page.getByText('120 of 120 games stored').waitFor();
  await page.getByText('120 of 120 games counted').waitFor();
  expect((await askHistory(watched)).analysis.counts).toMatchObject({ stored: 120, counted: 120 });
  expect(await readMark(page)).toBe('once');
  expect(complaints).toEqual([]);
});

test('the admin cancels a collection, and what was fetched stays', async () => {
  await rule({ path: gamesPathOf(stopped), after: 20 });
  const { page } = await open(pathOf(stopped));
  await collectionOf(page).getByText('20 of 60 games stored').waitFor();

  await collectionOf(page).getByRole('button', { name: 'Cancel' }).click();
  await signIn(page);

  await collectionOf(page).getByRole('heading', { name: 'Collecting was cancelled' }).waitFor();
  const { progress, state } = (await askHistory(stopped)).collection;
  expect(state).toBe('cancelled');
  expect(progress.done).toBe(20);
});

test('linking asks for the token, refuses a wrong one, and then syncs the account', async () => {
  // Two calls for each of 40 games, the timeline first: between 20 and 30 games are complete.
  await rule({ path: gamesPathOf(linked), after: 60 });
  const { page, complaints } = await open('/players');
  await page.getByRole('navigation', { name: 'Players' }).getByRole('link', { name: 'Accounts' }).click();
  await markDocument(page);
  await page.getByText('Linking, syncing and unlinking needs the admin token.').waitFor();
  const linkButton = page.getByRole('button', { name: 'Link account' });
  await linkButton.click();
  await page.getByText('Type a Riot ID').waitFor();
  await page.getByRole('textbox', { name: 'Riot ID' }).fill(riotIdOf(linked));
  await linkButton.click();
  await dialogOf(page).getByLabel('Admin token', { exact: true }).fill('gk_not-the-token');
  await dialogOf(page).getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialogOf(page).getByText('This is not the admin token.').waitFor();
  expect(await accountOf(linked)).toBeUndefined();
  await signIn(page);

  const card = cardOf(page, linked);
  await card.getByText(/\b(2\d|30) of 40 games/).waitFor();
  await setRules([]);
  await card.getByText('In sync').waitFor();
  expect(plain(await card.innerText())).toContain('40 of 40 games');
  const progress: LolProgress | undefined = (await accountOf(linked))?.progress;
  expect(progress).toMatchObject({ total: 40, done: 40, wanted: 0 });
  expect(await readMark(page)).toBe('once');
  expect(await page.evaluate("sessionStorage.getItem('gamekeeper-admin-token')")).toBe(pages.token);
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(pages.token);
  expect(complaints.filter((complaint) => !complaint.includes('/api/admin/whoami'))).toEqual([]);

  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await page.evaluate("sessionStorage.getItem('gamekeeper-admin-token')")).toBeNull();
  await card.getByRole('button', { name: /^Sync now/ }).click();
  await dialogOf(page).getByRole('heading', { name: 'Sign in as the admin' }).waitFor();
});

test('a second sync is refused with the progress of the first one', async () => {
  await rule({ path: gamesPathOf(busy), after: 10 });
  const { gameName, tagLine, platform } = busy;
  await ask('/api/lol/accounts', { method: 'POST', body: { gameName, tagLine, platform } });
  const { page } = await openAsAdmin('/players/accounts');
  const card = cardOf(page, busy);
  await card.getByText('Fetching games and their timelines').waitFor(PATIENT);

  const refusal = page.waitForResponse((response) => response.url().endsWith('/sync'));
  await card.getByRole('button', { name: /^Sync now/ }).click();

  const answer = await refusal;
  expect(answer.status()).toBe(409);
  const { account, detail } = (await answer.json()) as { account: LolAccount; detail: string };
  expect(detail).toContain(`${account.progress.done} of ${account.progress.total} games`);
  await card.getByRole('alert').getByText(detail).waitFor();
  await card.getByText('Syncing', { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect((await accountOf(busy))?.startedAt).toBe(account.startedAt);
});

test('a failed sync shows its reason and its next attempt, and recovers without a click', async () => {
  await rule({ path: listPathOf(unlucky), status: 503 });
  const { page } = await openAsAdmin('/players/accounts');
  await page.getByRole('textbox', { name: 'Riot ID' }).fill(riotIdOf(unlucky));
  await page.getByLabel('Plays on').selectOption(unlucky.platform);
  await page.getByRole('button', { name: 'Link account' }).click();

  const card = cardOf(page, unlucky);
  await card.getByText('Failed', { exact: true }).waitFor(PATIENT);
  await card.getByText('the list of games:').waitFor();
  await card.getByText(/It is tried again (in|any moment)/).waitFor();
  await setRules([]);
  // Otherwise the next attempt is a minute away.
  const database = await connectToProduct();
  await database.query('update gamekeeper.account set retry_at = now() where retry_at is not null');

  await card.getByText('In sync').waitFor();
  await card.getByText('the list of games:').waitFor({ state: 'detached' });
  expect((await accountOf(unlucky))?.progress.done).toBe(unlucky.games);
});

test('an upstream that refuses the key is reported, and the page continues when it answers again', async () => {
  // No other test has a player of Asia, and a refusal counts for one host.
  await rule({ path: '/asia/', status: 403 });
  const { page } = await open(`${pathOf(refused)}?platform=${refused.platform}`);
  await page.getByText('Riot refuses the API key').waitFor();
  await page.getByText(/It is asked again by itself in \d+ s/).waitFor();

  await setRules([]);

  await panel(page, 'By hour').waitFor();
  await expect.poll(() => page.getByText('Riot refuses the API key').count(), PATIENT).toBe(0);
});
