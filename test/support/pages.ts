/** Pages in a real browser, each in a context of its own that ends with its test, and what is wrong with them. */
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DESK = { viewport: { width: 1280, height: 900 } };

export interface Opened {
  readonly page: Page;
  /** What the browser complained about: script errors, blocked resources, failed requests. */
  readonly complaints: string[];
}

export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ ...DESK, ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(150_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOfPicture(message) && !isAskedAgain(message))
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(address);
  return { page, complaints };
}

/** A picture that the upstream does not have is replaced by initials; the browser complains all the same. */
function isOfPicture(message: ConsoleMessage): boolean {
  return message.location().url.includes('/api/tft/icons/');
}

/** "Try again in a moment" is an answer on a machine with much to do, and the page does; what never comes is missed by its test. */
function isAskedAgain(message: ConsoleMessage): boolean {
  return /status of 50[23]\b/.test(message.text()) && message.location().url.includes('/api/');
}

export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // As text, because it runs in the page, where other globals exist than here.
  return page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
}

/** By how much a page is too wide for its window. */
export function overflowOf(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
