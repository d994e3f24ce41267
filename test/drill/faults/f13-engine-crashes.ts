/**
 * F13: the ClickHouse engine crashes (SIGSEGV) in the middle of questions and inserts, and at last a file of a part is damaged on the disk.
 * Questions are answered or refused with 503 until it is back; what is damaged is found by `gamekeeper verify` and made anew from
 * PostgreSQL.
 */
import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clickhouseOf } from '../../support/processes.ts';
import { readStatus, runCommand } from '../../support/product.ts';
import { until } from '../../support/until.ts';
import { createCrawlFault, untilUnderWay } from '../crawl-fault.ts';
import type { Crawl } from '../crawl-stage.ts';
import { onlyOnLinux, type FaultSetting } from '../fault.ts';
import { askQuestions } from '../question-asker.ts';

/** How the supervisor tells of it. */
export const CRASHED = /"msg":"ClickHouse process ended; starting it again"/;
const CRASHES = { short: 2, long: 12 } as const;
const TABLE = 'tft_board';
const BACK_WITHIN_MS = 60_000;

/** Answers how long it took until the engine answered again. */
async function crashEngine(crawl: Crawl, signal: 'SIGSEGV' | 'SIGKILL'): Promise<number> {
  const url = await crawl.url();
  const restarts = await readRestarts(url);
  const from = performance.now();
  process.kill(clickhouseOf(crawl.main().product.process.pid), signal);
  await until('the engine runs again', BACK_WITHIN_MS, async () => {
    const response = await fetch(`${url}/readyz`);
    return response.ok && (await readRestarts(url)) > restarts;
  });
  return performance.now() - from;
}

async function readRestarts(url: string): Promise<number> {
  return (await readStatus(url)).parts.find(({ id }) => id === 'clickhouse')?.restarts ?? 0;
}

export async function crashEngines(crawl: Crawl, times: number, { chance, signal }: FaultSetting) {
  await untilUnderWay(crawl);
  const questions = askQuestions(await crawl.url());
  const recoveriesMs: number[] = [];
  for (let crash = 0; crash < times; crash++) {
    await delay(chance() * 2_000, undefined, { signal });
    recoveriesMs.push(await crashEngine(crawl, 'SIGSEGV'));
  }
  const { wrong, answers } = await questions.stop();
  return { times, recoveriesMs, wrong, detail: `questions answered: ${JSON.stringify(answers)}` };
}

/** The largest file of columns of one table; a few of its bytes become others. */
function damageOnePart(directory: string): string {
  const table = join(directory, 'clickhouse/engine/data/gamekeeper', TABLE);
  const [largest] = readdirSync(table, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.bin'))
    .map((name) => ({ name, bytes: statSync(join(table, name)).size }))
    .sort((one, other) => other.bytes - one.bytes);
  if (largest === undefined) throw new Error(`${TABLE} has no part that could be damaged`);
  const handle = openSync(join(table, largest.name), 'r+');
  writeSync(handle, Buffer.alloc(64, 0xa5), 0, 64, Math.floor(largest.bytes / 2));
  closeSync(handle);
  return largest.name;
}

async function damageAndMend(crawl: Crawl, { directory }: FaultSetting) {
  while ((await crawl.untilProgress('the crawl goes on')) !== null) {
    // Until everything is collected: later inserts must not hide what is damaged.
  }
  const name = damageOnePart(directory);
  const backMs = await crashEngine(crawl, 'SIGKILL');
  const mended: string[] = [];
  for (const command of ['verify', 'rebuild', 'verify']) {
    const { code } = await runCommand(directory, [command], crawl.settings);
    mended.push(`${command} ${code}`);
    if (command === 'verify' && code === 0) break;
  }
  const wrong = mended.at(-1) === 'verify 0' ? [] : [`a damaged part was not mended: ${mended.join(', ')}`];
  return { backMs, wrong, detail: `${TABLE}/${name} damaged: ${mended.join(', ')}` };
}

export const engineCrashes = createCrawlFault({
  id: 'F13',
  name: 'the ClickHouse engine crashes, a part is damaged',
  plan: () => onlyOnLinux({ expectedErrors: [CRASHED, /Checksum doesn't match|ClickHouse lost rows/] }),
  async trouble(crawl, setting) {
    const crashed = await crashEngines(crawl, CRASHES[setting.size], setting);
    const damaged = await damageAndMend(crawl, setting);
    return {
      times: crashed.times + 1,
      recoveriesMs: [...crashed.recoveriesMs, damaged.backMs],
      wrong: [...crashed.wrong, ...damaged.wrong],
      detail: `${crashed.detail}; ${damaged.detail}`,
    };
  },
});
