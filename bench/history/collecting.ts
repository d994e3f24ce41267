/**
 * The collection of a whole history on a personal key (20 calls a second, 100 in two minutes), by the product itself and over HTTP: how long
 * after the first question the page has a chart, and how close the whole comes to what the limits allow at all.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { LolHistory } from '../../src/contract/lol-collection.ts';
import { startLolWorld, type WorldPlayer } from '../../test/support/lol-world.ts';
import { makeDataDirectory, startProduct, stopProduct, type Product } from '../../test/support/product.ts';
import type { Figures } from '../benchmark.ts';

const PERSONAL_KEY = '20:1,100:120';
const LOOK_MS = 200;
/** Two calls tell who it is and where they play; then come the lists, a hundred ids each. */
const CALLS_TO_FIND = 2;

export async function measureCollecting(leastGames: number): Promise<{ ours: Figures; floor: Figures }> {
  const world = await startLolWorld(PERSONAL_KEY);
  const directory = makeDataDirectory();
  try {
    const isMeant = (games: number): boolean => games >= leastGames && games < leastGames * 1.2;
    const [player] = await world.choose(1, isMeant);
    if (player === undefined) throw new Error(`nobody has played ${leastGames} games`);
    // Whoever looks five times a second is more than one person.
    const product = startProduct(directory.path, { ...world.environment, RATE_LIMIT_PER_MINUTE: '100000' });
    const seen = await watchTo(product, player);
    const floorSeconds = floorOf(CALLS_TO_FIND + Math.floor(player.games / 100) + 1 + player.games);
    return {
      ours: {
        collectedGames: player.games,
        ratioToFloor: round(seen.wholeSeconds / floorSeconds),
        firstChartSeconds: round(seen.firstChartSeconds),
        wholeSeconds: round(seen.wholeSeconds),
      },
      floor: { collectingSeconds: floorSeconds },
    };
  } finally {
    directory.remove();
    await world.stop();
  }
}

async function watchTo(product: Product, player: WorldPlayer) {
  try {
    return await watch(await product.ready, player);
  } finally {
    await stopProduct(product);
  }
}

async function watch(url: string, { gameName, tagLine, games }: WorldPlayer) {
  const path = `/api/lol/players/${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}/history`;
  const startedAt = performance.now();
  let firstChartSeconds: number | undefined;
  for (;;) {
    const response = await fetch(url + path);
    const seconds = (performance.now() - startedAt) / 1_000;
    if (response.status !== 200 && response.status !== 202)
      throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    const { analysis, collection } = (await response.json()) as LolHistory;
    if (analysis.counts.counted > 0) firstChartSeconds ??= seconds;
    if (response.status === 200 && firstChartSeconds !== undefined) {
      if (collection.progress.done !== games)
        throw new Error(`${collection.progress.done} of ${games} games came; expected all of them`);
      return { firstChartSeconds, wholeSeconds: seconds };
    }
    await delay(LOOK_MS);
  }
}

/** Windows of a hundred for two minutes, which are filled twenty a second. */
function floorOf(calls: number): number {
  const inLastWindow = ((calls - 1) % 100) + 1;
  return (Math.ceil(calls / 100) - 1) * 120 + Math.ceil(inLastWindow / 20) - 1;
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
