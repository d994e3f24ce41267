/**
 * Every page, as a desk shows it in the light and as a small phone does in the dark: accessible, without a complaint of the browser,
 * without scrolling sideways.
 */
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MATCH } from '../support/football-rows.ts';
import {
  accessibilityFaults,
  browser,
  DESK,
  inEachLook,
  listenToComplaints,
  overflowOf,
  pages,
  PATIENT,
  reportPath,
  signInBefore,
} from '../support/pages.ts';
import { QUARANTINED } from '../support/pages-rows.ts';

const admin = true;
/** What stands on the page when its answers have come. */
const PAGES: readonly [path: string, shown: RegExp, isAdmin?: boolean][] = [
  ['/', /Football/],
  ['/no-such-page', /page/i],
  ['/status', /PostgreSQL/],
  ['/tft', /Rows 1–/],
  ['/tft?by=day', /Rows 1–/],
  ['/tft?by=placement', /Rows 1–|8th/],
  ['/tft/units/tft17_ant', /Trend/],
  ['/tft/matches/EUW1_7000000', /Game /],
  ['/players/Kelda%20Brandt/PAGE?zone=Europe/Berlin&dayStart=05:00', /Records/],
  ['/players/Empty%20Chair/PAGE', /Riot lists no game of this player/],
  ['/players/Nobody%20At%20All/ZZZZ', /Nobody has the Riot ID/],
  ['/players/Mina%20Roswell/PAGE', /Collecting was cancelled/],
  ['/players', /Stored here/],
  ['/players/accounts', /Arvo Linden/, admin],
  ['/players/tracked', /Tess Harrow/, admin],
  ['/players/reports', /Tess Harrow/, admin],
  ['report', /Champions/, admin],
  ['/status/jobs', /Kinds of work/, admin],
  [`/football?day=${DAY}`, /Eastport Rovers/],
  ['/football', /today, by the clock/],
  ['/football?day=2025-01-01', /No match is known/],
  [`/football/fixtures/${MATCH}`, /Eastport Rovers/],
  ['/football/fixtures/123', /No such match/],
  ['/status/operations', /Jobs waiting/, admin],
  ['/status/operations/failures', /given up/, admin],
  ['/status/operations/quarantine', /Reasons|Quarantine/, admin],
  ['/status/operations/storage', /ClickHouse/, admin],
  ['/status/operations/drills', /4711/, admin],
  ['/status/operations/actions', /Done/, admin],
  [`/status/operations/quarantine/tft/match/${QUARANTINED.strange}`, /Find in the body/, admin],
];
/** The browser complains of the answer 404 that these pages show. */
const isUnknown = /Nobody|fixtures\/123/;

/** One for all, so that scripts and styles are loaded and compiled once. */
let context: BrowserContext;
beforeAll(async () => {
  context = await (await browser()).newContext(DESK);
  context.setDefaultTimeout(PATIENT.timeout);
});
afterAll(() => context.close());

test.each(PAGES)(
  '%s is accessible, complains of nothing and fits the screen',
  async (path, shown, isAdmin) => {
    const page = await context.newPage();
    const complaints = listenToComplaints(page);
    if (isAdmin === true) await signInBefore(page, pages.token);
    await page.goto(pages.url + (path === 'report' ? await reportPath() : path));
    await page.getByText(shown).filter({ visible: true }).first().waitFor();
    await expect.poll(() => page.locator('[aria-busy=true]').count(), PATIENT).toBe(0);
    for (const fold of await page.locator('main summary').all()) await fold.click();

    const faults = await inEachLook(page, async () => [
      ...(await accessibilityFaults(page)),
      `too wide by ${await overflowOf(page)} px`,
    ]);
    expect(faults.filter((fault) => fault !== 'too wide by 0 px')).toEqual([]);
    expect(complaints.filter((one) => !(isUnknown.test(path) && one.includes('404')))).toEqual([]);
    await page.close();
  },
);
