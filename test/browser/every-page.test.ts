/** Every page in each theme and on each size of screen: accessible, without a complaint of the browser, without scrolling sideways. */
import type { BrowserContext } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { LolReports } from '../../src/contract/lol-reports.ts';
import { DAY, MATCH } from '../support/football-rows.ts';
import {
  accessibilityFaults,
  ask,
  browser,
  DARK,
  DESK,
  listenToComplaints,
  overflowOf,
  pages,
  PATIENT,
  signInBefore,
  SMALL_PHONE,
} from '../support/pages.ts';
import { QUARANTINED } from '../support/pages-rows.ts';

const LOOKS = {
  desk: DESK,
  dark: { ...DESK, ...DARK },
  phone: SMALL_PHONE,
  night: { ...SMALL_PHONE, ...DARK },
} as const;
const PLAYER = '/players/Kelda%20Brandt/PAGE?zone=Europe/Berlin&dayStart=05:00';
const FIXTURE = `/football/fixtures/${MATCH}`;
const BODY = `/status/operations/quarantine/tft/match/${QUARANTINED.strange}`;
/** The browser complains of the answer 404 that these pages show. */
const isUnknown = /Nobody|fixtures\/123/;
const admin = true;

/** What stands on the page when its answers have come. */
const PAGES: readonly [path: string, shown: RegExp, looks: string, isAdmin?: boolean][] = [
  ['/', /Football/, 'desk phone'],
  ['/no-such-page', /page/i, 'desk'],
  ['/status', /PostgreSQL/, 'desk dark phone'],
  ['/tft', /Rows 1–/, 'desk dark phone'],
  ['/tft?by=day', /Rows 1–/, 'phone'],
  ['/tft?by=placement', /Rows 1–|8th/, 'night'],
  ['/tft/units/tft17_ant', /Trend/, 'desk night'],
  ['/tft/matches/EUW1_7000000', /Game /, 'desk phone'],
  [PLAYER, /Records/, 'desk dark phone night'],
  ['/players/Empty%20Chair/PAGE', /No games to show/, 'desk'],
  ['/players/Nobody%20At%20All/ZZZZ', /Nobody has the Riot ID/, 'phone'],
  ['/players/Mina%20Roswell/PAGE', /Collecting was cancelled/, 'dark phone'],
  ['/players', /Stored here/, 'desk night'],
  ['/players/accounts', /Arvo Linden/, 'desk night', admin],
  ['/players/tracked', /Tess Harrow/, 'desk phone dark', admin],
  ['/players/reports', /Tess Harrow/, 'phone dark', admin],
  ['report', /Champions/, 'desk phone dark', admin],
  ['/status/jobs', /Kinds of work/, 'desk night', admin],
  [`/football?day=${DAY}`, /Eastport Rovers/, 'desk night'],
  ['/football', /today, by the clock/, 'phone dark'],
  ['/football?day=2025-01-01', /No match is known/, 'phone'],
  [FIXTURE, /Eastport Rovers/, 'desk dark phone night'],
  ['/football/fixtures/123', /No such match/, 'phone'],
  ['/status/operations', /Jobs waiting/, 'desk dark night', admin],
  ['/status/operations/failures', /given up/, 'desk night', admin],
  ['/status/operations/quarantine', /Reasons|Quarantine/, 'desk night', admin],
  ['/status/operations/storage', /ClickHouse/, 'desk night', admin],
  ['/status/operations/drills', /4711/, 'desk night', admin],
  ['/status/operations/actions', /Done/, 'desk night', admin],
  [BODY, /Find in the body/, 'desk night', admin],
];
const LOADS = PAGES.flatMap(([path, shown, looks, isAdmin = false]) =>
  looks.split(' ').map((look) => [path, look as keyof typeof LOOKS, shown, isAdmin] as const),
);

const contexts = new Map<string, BrowserContext>();
afterAll(async () => {
  for (const context of contexts.values()) await context.close();
});

/** One for each look, so that scripts and styles are loaded and compiled once. */
async function contextOf(look: keyof typeof LOOKS): Promise<BrowserContext> {
  const context = contexts.get(look) ?? (await (await browser()).newContext(LOOKS[look]));
  contexts.set(look, context);
  return context;
}

test.each(LOADS)(
  '%s is accessible, complains of nothing and fits the screen: %s',
  async (path, look, shown, isAdmin) => {
    const context = await contextOf(look);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENT.timeout);
    const complaints = listenToComplaints(page);
    if (isAdmin) await signInBefore(page, pages.token);
    await page.goto(pages.url + (path === 'report' ? await reportPath() : path));
    await page.getByText(shown).filter({ visible: true }).first().waitFor();
    await expect.poll(() => page.locator('[aria-busy=true]').count(), PATIENT).toBe(0);
    for (const fold of await page.locator('main summary').all()) await fold.click();

    expect(await accessibilityFaults(page)).toEqual([]);
    expect(complaints.filter((complaint) => !(isUnknown.test(path) && complaint.includes('404')))).toEqual(
      [],
    );
    expect(await overflowOf(page)).toBe(0);
    await page.close();
  },
);

async function reportPath(): Promise<string> {
  const { reports } = await ask<LolReports>('/api/lol/reports');
  return `/players/reports/week/${reports[0]?.id}`;
}
