/** `npm run screenshots`: starts the product and takes the pictures that README.md shows. It takes some minutes: data has to come first. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FootballDay } from '../src/contract/football.ts';
import type { LolHistory, LolPlayers } from '../src/contract/lol-collection.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { makeDataDirectory, startProduct, stopProduct } from '../test/support/product.ts';
import { until } from '../test/support/until.ts';

const images = join(import.meta.dirname, '../docs/images');
const WAIT_MS = 300_000;
const DAY_MS = 86_400_000;
/** A visitor may not ask much more often. */
const BETWEEN_LOOKS_MS = 1_000;

const directory = makeDataDirectory();
const product = startProduct(directory.path);
const browser = await launchBrowser();
try {
  const url = await product.ready;
  await until('there is something to explore', WAIT_MS, async () => {
    const { patches } = await read<{ patches: { boards: number }[] }>(`${url}/api/tft/options`);
    return (patches[0]?.boards ?? 0) > 20_000;
  });
  const [player, match] = await Promise.all([findPlayer(url), findMatch(url)]);
  await take('explorer-light', `${url}/tft`, 'Baseline');
  await take('player-light', url + player, 'Weekday');
  await take('football-dark', url + match, 'Confirmed');
  await take('operations-light', `${url}/status/operations`, 'Games stored');
} finally {
  await browser.close();
  await stopProduct(product);
  directory.remove();
}

/** The name ends with the colour scheme. */
async function take(name: string, address: string, waitFor: string): Promise<void> {
  const colorScheme = name.endsWith('-dark') ? 'dark' : 'light';
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
  const token = product.said.find(({ event }) => event === 'admin-token')?.['token'];
  await page.addInitScript(`sessionStorage.setItem('gamekeeper-admin-token', '${String(token)}')`);
  await page.goto(address);
  await page.getByRole('status', { name: 'Connection' }).getByText('Live').waitFor();
  await page.getByText(waitFor).filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(images, `${name}.png`) });
  await page.close();
}

async function look(address: string): Promise<Response> {
  await delay(BETWEEN_LOOKS_MS);
  return fetch(address);
}

async function read<T>(address: string): Promise<T> {
  return (await (await look(address)).json()) as T;
}

/** The path of a player with more than a hundred games. */
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

/** The path of a match of today or yesterday with two confirmed goals and two clips. */
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
