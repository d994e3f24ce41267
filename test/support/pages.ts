/** Pages in the browser of the global set-up, each in a context that ends with its test, and what is wrong with them. */
import axe from 'axe-core';
import type pg from 'pg';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import type { LolReports } from '../../src/contract/lol-reports.ts';
import { connectTo } from './acknowledged-rows.ts';
import { askJson, type Ask } from './pages-api.ts';
import type { UpstreamPlayer, UpstreamRule } from './pages-upstream.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const SMALL_PHONE = { ...PHONE, viewport: { width: 360, height: 740 } };
export const DESK = { viewport: { width: 1280, height: 900 } };
/** Far longer than any answer takes on a busy machine. */
export const PATIENT = { timeout: 150_000 };

export interface Opened {
  readonly page: Page;
  /** What the browser complained about: script errors, blocked resources, failed requests. */
  readonly complaints: string[];
}

/** Of the product that the global set-up started. */
export const pages = inject('pages');
export const ask: Ask = (path, change) => askJson(pages.url, pages.token, path, change);

let connected: Promise<Browser> | undefined;
/** The connection ends with the worker. */
export function browser(): Promise<Browser> {
  connected ??= chromium.connect(pages.browser);
  return connected;
}

export async function openPage(
  from: Browser,
  address: string,
  options: BrowserContextOptions = {},
  token?: string,
): Promise<Opened> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await from.newContext({ ...DESK, permissions, ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENT.timeout);
  const page = await context.newPage();
  if (token !== undefined) await signInBefore(page, token);
  const complaints = listenToComplaints(page);
  await page.goto(address);
  return { page, complaints };
}

/** Each document that the page loads from now on finds the admin signed in. */
export async function signInBefore(page: Page, token: string): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('gamekeeper-admin-token', ${JSON.stringify(token)})`);
}

export function listenToComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  return complaints;
}

export async function open(path: string, options: BrowserContextOptions = {}): Promise<Opened> {
  return openPage(await browser(), pages.url + path, options);
}

export async function openAsAdmin(
  path: string,
  options: BrowserContextOptions = {},
  { url, token }: Pick<typeof pages, 'url' | 'token'> = pages,
): Promise<Opened> {
  return openPage(await browser(), url + path, options, token);
}

/** In the dialog that asks for the token. */
export async function signIn(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByLabel('Admin token', { exact: true }).fill(pages.token);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Replaces the rules of the upstream (`pages-upstream.ts`) and releases what it held. */
export async function setRules(rules: readonly UpstreamRule[]): Promise<void> {
  const response = await fetch(pages.upstream, { method: 'PUT', body: JSON.stringify(rules) });
  if (!response.ok) throw new Error(`the rules of the upstream: ${response.status}`);
}

/** The product's PostgreSQL, until the test ends. */
export async function connectToProduct(): Promise<pg.Client> {
  const database = await connectTo(pages.dataDirectory);
  onTestFinished(() => database.end());
  return database;
}

/** Holds GET requests of the page until the returned function is called. */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.continue();
  });
  return resolve;
}

/** Marks the document; a reload would remove the mark. */
export const markDocument = (page: Page) =>
  page.evaluate("document.documentElement.dataset['opened'] = 'once'");
export const readMark = (page: Page) => page.evaluate("document.documentElement.dataset['opened']");

export const dialogOf = (page: Page) => page.getByRole('dialog');
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
export const plain = (text: string) => text.replaceAll(',', '');
export const riotIdOf = ({ gameName, tagLine }: UpstreamPlayer) => `${gameName}#${tagLine}`;
export const pathOf = ({ gameName, tagLine }: UpstreamPlayer) =>
  `/players/${encodeURIComponent(gameName)}/${tagLine}`;
export const cardOf = (page: Page, player: UpstreamPlayer) =>
  page.getByRole('listitem', { name: riotIdOf(player), exact: true });
export async function reportPath(): Promise<string> {
  const { reports } = await ask<LolReports>('/api/lol/reports');
  return `/players/reports/week/${reports[0]?.id}`;
}

/** The answer on the page belongs to the question in the address. */
export const settled = (page: Page) => page.locator('[data-old="false"]').waitFor();

/** As a desk shows the page in the light, then as a small phone does in the dark. */
export async function inEachLook<Seen>(page: Page, look: () => Promise<readonly Seen[]>): Promise<Seen[]> {
  const seen = [...(await look())];
  await show(page, SMALL_PHONE.viewport, 'dark');
  seen.push(...(await look()));
  await show(page, DESK.viewport, 'light');
  return seen;
}

async function show(page: Page, viewport: typeof DESK.viewport, scheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
  await untilStill(page);
}

/** Nothing moves on the page, and no answer is on its way. What begins to move does so two frames later. */
async function untilStill(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      .then(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))))`,
  );
}

export async function accessibilityFaults(page: Page): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  // As text, because it runs in the page, where other globals exist than here.
  return page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
}

/** The faults of the dialog that the button opens, in each look; the dialog is closed by keyboard. */
export async function faultsOfDialog(page: Page, button: RegExp): Promise<string[]> {
  await page.getByRole('button', { name: button }).first().click();
  await dialogOf(page).waitFor();
  await untilStill(page);
  const faults = await inEachLook(page, () => accessibilityFaults(page));
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  return faults;
}

/** By how much a page is too wide for its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
