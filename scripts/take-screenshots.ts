/** `npm run screenshots`: starts the product and takes the pictures that the documents show. It takes some minutes: data has to come first. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FootballDay } from '../src/contract/football.ts';
import type { LolHistory, LolPlayers } from '../src/contract/lol-collection.ts';
import { launchBrowser } from '../test/support/browser.ts';
import {
  eventually,
  makeDataDirectory,
  readStatus,
  startProduct,
  stopProduct,
} from '../test/support/product.ts';
import { until } from '../test/support/until.ts';

const images = join(import.meta.dirname, '../docs/images');
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const WAIT_MS = 300_000;
const DAY_MS = 86_400_000;
/** A visitor may not ask much oftener. */
const BETWEEN_LOOKS_MS = 1_000;

const directory = makeDataDirectory();
const product = startProduct(directory.path);
const browser = await launchBrowser();
try {
  const url = await product.ready;
  // The first heartbeat tells of the start itself; the second one of a process at rest.
  await eventually(async () => {
    const { processes } = await readStatus(url);
    return processes.some((row) => row.cpuPercent < 20) || undefined;
  }, 'the process is at rest');
  await untilExplored(url);
  const [player, match] = await Promise.all([findPlayer(url), findMatch(url)]);
  const pages = [
    { name: 'explorer', path: '/tft', waitFor: 'Baseline' },
    { name: 'player', path: player, waitFor: 'Weekday' },
    { name: 'football', path: match, waitFor: 'Confirmed' },
    { name: 'status', path: '/status', waitFor: 'PostgreSQL' },
    { name: 'operations', path: '/status/operations', waitFor: 'Games stored' },
  ];
  for (const page of pages) {
    await take(url, page, 'light', DESK);
    await take(url, page, 'dark', DESK);
    await take(url, page, 'dark', PHONE, 'phone');
  }
} finally {
  await browser.close();
  await stopProduct(product);
  directory.remove();
}

async function take(
  url: string,
  { name, path, waitFor }: { readonly name: string; readonly path: string; readonly waitFor: string },
  colorScheme: 'light' | 'dark',
  viewport: { readonly width: number; readonly height: number },
  suffix: string = colorScheme,
): Promise<void> {
  const page = await browser.newPage({ viewport, colorScheme });
  if (name === 'operations')
    await page.addInitScript(`sessionStorage.setItem('gamekeeper-admin-token', '${adminToken()}')`);
  await page.goto(url + path);
  await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor();
  await page.getByText(waitFor).filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(images, `${name}-${suffix}.png`) });
  await page.close();
}

/** The operations page is the admin's. */
function adminToken(): string {
  return String(product.said.find(({ event }) => event === 'admin-token')?.['token']);
}

async function look(address: string): Promise<Response> {
  await delay(BETWEEN_LOOKS_MS);
  return fetch(address);
}

async function read<T>(address: string): Promise<T> {
  return (await (await look(address)).json()) as T;
}

async function untilExplored(url: string): Promise<void> {
  await until('there is something to explore', WAIT_MS, async () => {
    const { patches } = await read<{ patches: { boards: number }[] }>(`${url}/api/tft/options`);
    return (patches[0]?.boards ?? 0) > 20_000;
  });
}

/** Somebody with a history that is worth looking at. */
async function findPlayer(url: string): Promise<string> {
  const { players } = await read<LolPlayers>(`${url}/api/lol/players?query=&limit=5`);
  for (const { gameName, tagLine } of players) {
    const name = `${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}`;
    const counted = await until(`${gameName} is collected`, WAIT_MS, async () => {
      const response = await look(`${url}/api/lol/players/${name}/history`);
      if (response.status === 404) return -1;
      return response.status === 200 && ((await response.json()) as LolHistory).analysis.counts.counted;
    });
    if (counted > 100) return `/players/${name}`;
  }
  throw new Error('none of five players has played a hundred games');
}

/** One with two goals whose clips are there. */
async function findMatch(url: string): Promise<string> {
  const match = await until('a match has goals with clips', WAIT_MS, async () => {
    for (const daysAgo of [0, 1]) {
      const day = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
      const { fixtures } = await read<FootballDay>(`${url}/api/football/days/${day}`);
      const found = fixtures.find(({ goals, clips }) => goals.stable >= 2 && clips >= 2);
      if (found !== undefined) return found;
    }
    return false;
  });
  return `/football/fixtures/${match.id}`;
}
