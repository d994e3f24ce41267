/**
 * `node test/drill/run-crawl-kills.ts [--kills 25] [--seed 1]`: a line for each life, what was found, and as the last line one JSON
 * object. Ends with 1 when anything was lost, doubled or failed.
 */
import { inspect, parseArgs } from 'node:util';
import { runCrawlKillDrill, type DrillResult } from './crawl-kill-drill.ts';
import type { Life } from './life.ts';
import { LONG_DRILL } from './drill-sizes.ts';

const SHOWN = 20;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function toWhole(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`--${name} is ${JSON.stringify(text)}; expected a whole number from ${min} to ${max}`);
}

const COLUMNS = [
  ['life', 4],
  ['killed', 16],
  ['ready s', 8],
  ['1st call s', 10],
  ['in flight', 9],
  ['lost bodies', 11],
  ['oldest ms', 9],
  ['wanted', 7],
  ['stored', 7],
] as const;

function toRow(cells: readonly string[]): string {
  return cells.map((cell, index) => cell.padStart(COLUMNS[index]?.[1] ?? 0)).join('  ');
}

function toCells(life: Life, number: number): string[] {
  const { moment, readyMs, firstCallMs, inFlight, lostBodies, oldestLostMs, games } = life;
  const cells = [
    number,
    moment === null ? 'never' : `${moment.from} + ${moment.afterMs} ms`,
    inSeconds(readyMs),
    inSeconds(firstCallMs),
    inFlight,
    lostBodies,
    Math.round(oldestLostMs),
    games['wanted'] ?? 0,
    games['stored'] ?? 0,
  ];
  return cells.map(String);
}

function inSeconds(ms: number | null): string {
  return ms === null ? '–' : (ms / 1_000).toFixed(1);
}

/** Of what came to be in a start after a kill; the first start makes the stores, and is another matter. */
function recovery(lives: readonly Life[], of: 'readyMs' | 'firstCallMs') {
  const sorted = lives
    .slice(1)
    .flatMap((life) => life[of] ?? [])
    .toSorted((one, other) => one - other);
  const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return { n: sorted.length, p50: at(0.5), max: at(1) };
}

function toSummary(result: DrillResult, seconds: number) {
  const { lives, lost, duplicated, needless, faults } = result;
  const lostAtKills = lives.map(({ lostBodies }) => lostBodies);
  return {
    lost: lost.length,
    duplicated: duplicated.length + needless.length,
    failed: faults.length,
    kills: lives.filter(({ moment }) => moment !== null).length,
    players: result.players,
    listed: result.listed,
    stored: result.stored,
    missing: result.missing,
    boards: result.boards,
    calls: result.calls,
    r429: result.limited,
    repeatedByKills: result.repeatedByKills,
    mostRepeatedByOneKill: Math.max(...lostAtKills),
    oldestInFlightMs: Math.round(Math.max(...lives.map(({ oldestLostMs }) => oldestLostMs))),
    jobsRetaken: result.retaken,
    jobsGivenUp: result.givenUp,
    voidBatches: result.voidBatches,
    readyMs: recovery(lives, 'readyMs'),
    firstCallMs: recovery(lives, 'firstCallMs'),
    seconds: Math.round(seconds),
  };
}

function sayWhatWasFound({ warnings, lost, duplicated, needless, faults }: DrillResult): void {
  say('\nwarnings in the logs:');
  for (const [message, times] of Object.entries(warnings)) say(`  ${String(times).padStart(4)} × ${message}`);
  const wrong = {
    lost,
    duplicated,
    'asked for without need': needless,
    'not as it should be': faults,
  };
  for (const [what, all] of Object.entries(wrong)) {
    if (all.length === 0) continue;
    say(`\n${what}: ${all.length}`);
    for (const one of all.slice(0, SHOWN)) say(`  ${one}`);
    if (all.length > SHOWN) say('  …');
  }
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { kills: { type: 'string', default: '25' }, seed: { type: 'string', default: '1' } },
  });
  const kills = toWhole('kills', values.kills, 0, 1_000);
  const seed = toWhole('seed', values.seed, 0, 0x7f_ff_ff_ff);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  say(`${kills} kills, seed ${seed}\n\n${toRow(COLUMNS.map(([name]) => name))}`);
  let lives = 0;
  const begun = performance.now();
  const result = await runCrawlKillDrill({
    ...LONG_DRILL,
    kills,
    seed,
    signal: stop.signal,
    onLife: (life) => say(toRow(toCells(life, ++lives))),
  });
  sayWhatWasFound(result);
  const summary = { name: 'crawl-kills', ...toSummary(result, (performance.now() - begun) / 1_000), seed };
  say(`\n${JSON.stringify(summary)}`);
  process.exitCode = summary.lost + summary.duplicated + summary.failed === 0 ? 0 : 1;
}

try {
  await run();
} catch (error) {
  // Whoever reads the last line must not take a drill that broke off for one that was never held.
  process.stderr.write(`${inspect(error)}\n`);
  say(JSON.stringify({ name: 'crawl-kills', lost: 0, duplicated: 0, failed: 1, error: String(error) }));
  process.exitCode = 1;
}
