/**
 * A match day at many times its speed: about forty matches, two processes that follow them and collect clips, and every few seconds one
 * of the two is killed and another one started. Then the upstream falls silent, so that the day has an end; what is known by then is
 * finished. At last it is proved, by asking the world, the tables and the objects, that every goal was found and searched for once,
 * and that no clip is lost or there twice.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { SHIPPED } from '../../src/process/places.ts';
import { createFolderObjectStore } from '../../src/stores/objects/folder/folder-object-store.ts';
import { createDatabase } from '../../src/stores/postgres/database.ts';
import { migratePostgres } from '../../src/stores/postgres/migrate.ts';
import { drawKillMoments } from '../drill/kill-moments.ts';
import { createOwnPostgres, type OwnPostgres } from '../support/jobs-postgres.ts';
import type { MatchDayProcessSettings } from '../support/match-day-process.ts';
import { root } from '../support/product.ts';
import { NotYet, until } from '../support/until.ts';
import { compareGoals, compareWithTruth, type Comparison } from './compare-with-truth.ts';
import {
  readClips,
  readFollowed,
  readGoals,
  readHeard,
  readObjects,
  readScars,
  readWorkLeft,
  type Scars,
} from './kept-of-the-day.ts';
import { startWorld, type TrueMatch, type WorldOfTheDay } from './world-of-the-day.ts';

export interface MatchDayOptions {
  readonly seed: number;
  readonly kills: number;
  /** At most so long after the one before. */
  readonly killWithinMs: number;
  readonly startAt: string;
  readonly speed: number;
  /** What the practice world takes for football. */
  readonly football: object;
  readonly pollSeconds: number;
  readonly searches: number;
  /** How long what the upstream says must have been said to be judged by it, in the world's time. */
  readonly certainMs: number;
  /** How long the rest may take when nobody is killed any more. */
  readonly restMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface MatchDayResult extends Comparison, Scars {
  readonly kills: number;
  readonly fixtures: number;
  readonly goals: Readonly<Record<string, number>>;
  readonly clips: Readonly<Record<string, number>>;
  readonly dropped: Readonly<Record<string, number>>;
  readonly objects: number;
  /** From the first moment to the silence of the upstream, in the world. */
  readonly worldMinutes: number;
  /** What the processes said, beyond what a kill explains. */
  readonly faults: readonly string[];
}

/** Below these numbers too little happened for a proof. */
const LEAST = { fixtures: 26, certain: 16, kept: 1 };
const SCRIPT = join(root, 'test/support/match-day-process.ts');
const PROCESSES = 2;
const SHOWN = 2_000;
/** Heard so often after the last kill, everything that is certain was heard three times, unless the upstream left it out meanwhile. */
const LAST_POLLS = 5;
const DEATH = /^(its worker died|\d+ workers died while they ran it)$/;

interface Day {
  readonly options: MatchDayOptions;
  readonly world: WorldOfTheDay;
  readonly directory: string;
  readonly postgres: OwnPostgres;
  readonly client: pg.Client;
  readonly running: Set<ChildProcess>;
  readonly said: string[];
}

/** Every violation but lost and doubled goals or clips, in words. */
export function findDayFaults(result: MatchDayResult): string[] {
  const { strange, orphans, faults, fixtures, certain, clips, objects } = result;
  const kept = clips['kept'] ?? 0;
  const counts = [
    ['matches were followed', fixtures, LEAST.fixtures],
    ['goals had to be found', certain, LEAST.certain],
    ['clips were kept', kept, LEAST.kept],
    ['objects were stored', objects, kept],
  ] as const;
  return [
    ...strange,
    ...orphans,
    ...faults,
    ...counts
      .filter(([, count, least]) => count < least)
      .map(([what, count, least]) => `${count} ${what}; expected at least ${least}`),
  ];
}

export async function runMatchDay(options: MatchDayOptions): Promise<MatchDayResult> {
  const directory = mkdtempSync(join(tmpdir(), 'gamekeeper-match-day-'));
  const postgres = await createOwnPostgres();
  let day: Day | undefined;
  let world: WorldOfTheDay | undefined;
  try {
    await postgres.start();
    await migrate(postgres);
    const { seed, startAt, speed, football } = options;
    const clipFolder = join(directory, 'practice-clips');
    world = await startWorld({ seed, time: { startAt, speed }, football, clipFolder });
    const client = new pg.Client(postgres.url);
    await client.connect();
    day = { options, world, directory, postgres, client, running: new Set(), said: [] };
    return await play(day, world);
  } finally {
    for (const child of day?.running ?? []) child.kill('SIGKILL');
    await day?.client.end();
    await world?.stop();
    await postgres.remove();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function play(day: Day, world: WorldOfTheDay): Promise<MatchDayResult> {
  const { options, client } = day;
  const begun = world.now();
  await Promise.all(Array.from({ length: PROCESSES }, () => begin(day)));
  const spans = { shareAtStart: 0, startMs: 0, readyMs: options.killWithinMs };
  for (const { afterMs } of drawKillMoments(options.seed, options.kills, spans)) {
    await delay(afterMs, undefined, { signal: options.signal });
    await killOldest(day);
    await begin(day);
  }
  const heardUntil = await hearEverything(day, begun);
  await world.silence();
  const silentAt = world.now();
  await until('everything that is known is finished', options.restMs, async () => {
    options.signal?.throwIfAborted();
    const left = await readWorkLeft(client);
    if (Object.values(left).some((count) => count > 0)) throw new NotYet(JSON.stringify(left));
    return true;
  });
  for (const child of day.running) await kill(day, child);
  await sweep(day);
  return prove(day, { begun, heardUntil, silentAt });
}

/**
 * Until when everything was heard, in the world's time. The upstream leaves a row, or all of a match, out for a minute at a time, and on a slow machine
 * that is most of the last polls. So the goals are awaited; those that do not come, or do not go, are for the proof to tell.
 */
async function hearEverything(day: Day, begun: number): Promise<number> {
  const { options, client, world } = day;
  const { polls } = await readHeard(client);
  let heardUntil: number | undefined;
  try {
    await until('every match in play was heard of again', options.restMs, async () => {
      const { allBy } = await readHeard(client);
      if (allBy === null || allBy.poll < polls + LAST_POLLS) return false;
      heardUntil = allBy.at;
      const times = { from: begun, until: heardUntil, silentAt: world.now(), certainMs: options.certainMs };
      const matches = await readMatches(day, begun);
      const { lost, duplicated } = compareGoals({ matches, ...times }, await readGoals(client));
      return options.signal?.aborted === true || lost.length + duplicated.length === 0;
    });
  } catch (error) {
    if (heardUntil === undefined) throw error;
  }
  options.signal?.throwIfAborted();
  return heardUntil ?? 0;
}

/** Of the world, those that were asked about. */
async function readMatches({ client, world }: Day, begun: number): Promise<TrueMatch[]> {
  const asked = new Set(await readFollowed(client));
  return (await world.matches(begun)).filter(({ fixture }) => asked.has(fixture));
}

async function migrate({ connection }: OwnPostgres): Promise<void> {
  const database = createDatabase({
    connection,
    applicationName: 'test',
    maxConnections: 2,
    statementTimeoutMs: 30_000,
    log: pino({ level: 'silent' }),
  });
  await migratePostgres(database, SHIPPED.postgresMigrations);
  await database.close();
}

async function begin(
  { options, world, directory, postgres, running, said }: Day,
  sweeps = false,
): Promise<void> {
  const settings: MatchDayProcessSettings = {
    databaseUrl: postgres.url,
    footballBaseUrl: world.footballBaseUrl,
    key: world.key,
    siteUrl: world.clipSiteUrl,
    directory,
    clock: world.clock,
    pollSeconds: options.pollSeconds,
    searches: options.searches,
    sweeps,
  };
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  createInterface(child.stderr).on('line', (line) => said.push(line));
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`a process ended by itself:\n${said.join('\n')}`)),
  );
  ended.catch(() => undefined); // Most are killed long after they were ready.
  await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
}

async function killOldest(day: Day): Promise<void> {
  const [oldest] = day.running;
  if (oldest !== undefined) await kill(day, oldest);
}

async function kill({ running }: Day, child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  if (!child.kill('SIGKILL')) throw new Error('a process ended before it was killed');
  await exited;
  running.delete(child);
}

/** As the product does every hour, without waiting until what was left behind is old. */
async function sweep(day: Day): Promise<void> {
  const { client } = day;
  await client.query(`update gamekeeper.clip set object_changed_at = now() - interval '1 hour'`);
  await begin(day, true);
  await until('rows and objects were compared', day.options.restMs, async () => {
    const { rows } = await client.query(
      `select 1 from gamekeeper.job_log where kind = 'football/sweep-objects' and outcome in ('done', 'skipped')`,
    );
    return rows.length > 0;
  });
  for (const child of day.running) await kill(day, child);
}

async function prove(
  day: Day,
  times: { readonly begun: number; readonly heardUntil: number; readonly silentAt: number },
): Promise<MatchDayResult> {
  const { options, world, client, directory, said } = day;
  const { begun, heardUntil, silentAt } = times;
  const goals = await readGoals(client);
  const clips = await readClips(client);
  const store = createFolderObjectStore({ directory: join(directory, 'objects') });
  const objects = await readObjects(store);
  const matches = await readMatches(day, begun);
  const videos = await world.videosOf(
    matches.map(({ fixture }) => fixture),
    clips.map(({ post }) => post),
  );
  const comparison = compareWithTruth(
    { matches, videos, from: begun, until: heardUntil, silentAt, certainMs: options.certainMs },
    { goals, clips, objects },
  );
  const scars = await readScars(client);
  const troubles = scars.troubles.filter(({ reason }) => !DEATH.test(reason ?? ''));
  return {
    ...comparison,
    ...scars,
    kills: options.kills,
    fixtures: matches.length,
    goals: countBy(goals.map(({ state }) => state)),
    clips: countBy(clips.map(({ state }) => state)),
    dropped: countBy(
      clips.flatMap(({ state, reason }) => (state === 'kept' ? [] : [`${state} ${reason?.split(':')[0]}`])),
    ),
    objects: objects.length,
    worldMinutes: Math.round((silentAt - begun) / 60_000),
    faults: [
      ...troubles.map(({ kind, outcome, reason, times }) => `${times} × ${kind} ${outcome}: ${reason}`),
      ...said.filter(isFault).map((line) => line.slice(0, SHOWN)),
    ],
  };
}

/** Warnings are part of such a day; errors, and what is no line of our log, are not. */
function isFault(line: string): boolean {
  try {
    return (JSON.parse(line) as { level: number }).level >= 50;
  } catch {
    return true; // Which is what is looked for.
  }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
