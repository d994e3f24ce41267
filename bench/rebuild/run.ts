/**
 * How fast games get from PostgreSQL into ClickHouse: stores games of the practice world (of one week, so of few patches), projects
 * them, rebuilds and verifies. `node test/support/projector-bench.ts [games] [thread|here]`
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openProjector } from '#/projector/open-projector.ts';
import { startProjectorThread } from '#/projector/start-projector-thread.ts';
import { createClickHouse } from '#/stores/clickhouse/clickhouse.ts';
import { startEmbeddedClickHouse } from '#/stores/clickhouse/embedded/embedded-clickhouse.ts';
import { migrateClickHouse } from '#/stores/clickhouse/migrate.ts';
import { createDatabase, type Database } from '#/stores/postgres/database.ts';
import { startEmbeddedPostgres } from '#/stores/postgres/embedded/embedded-postgres.ts';
import { migratePostgres } from '#/stores/postgres/migrate.ts';
import { seedPatches } from '#/stores/postgres/patch.ts';
import { readProjectionTask, requestProjectionTask } from '#/stores/postgres/projection-task.ts';
import { packBody, storeBodies } from '#/stores/postgres/raw.ts';
import { createTftMatchBody } from '../../practice/tft/match-body.ts';
import { createTftRules } from '../../practice/tft/rules.ts';
import { createTftTruth } from '../../practice/tft/truth.ts';
import { createWorldClock } from '../../practice/world-clock.ts';
import { createWorld } from '../../practice/world/create-world.ts';
import { TEST_RULES } from '../../practice/world/rules-for-tests.ts';
import { until } from './until.ts';

const [games = '6000', where = 'thread'] = process.argv.slice(2);
const wanted = Number(games);
const silent = pino({ level: 'silent' });
const limits = { seconds: 60, memoryBytes: 2e9, resultRows: 1e6 };
const WEEK_MS = 8 * 86_400_000;
const GROUP = 200;

function makeBodies(count: number): Map<string, Buffer> {
  const truth = createTftTruth(7);
  const clock = createWorldClock({ mode: 'stepped', startAt: Date.UTC(2026, 5, 10, 12) });
  const world = createWorld({ seed: 7, clock, rules: { ...TEST_RULES, tft: createTftRules(truth) } });
  const toBody = createTftMatchBody({ truth });
  const bodies = new Map<string, Buffer>();
  for (let index = 0; index < world.playerCount() && bodies.size < count; index++) {
    const player = world.player(index);
    if (player === undefined) continue;
    const query = { kind: 'tft', player, start: 0, count: 50, fromMs: clock.now() - WEEK_MS } as const;
    for (const number of world.history(query)) {
      const game = world.game('tft', player.platform, number);
      if (game !== undefined && bodies.size < count)
        bodies.set(
          `${player.platform.toUpperCase()}_${number}`,
          Buffer.from(toBody(game, (one) => `${one.index}-`.padEnd(78, 'x'))),
        );
    }
  }
  return bodies;
}

async function store(database: Database, bodies: readonly (readonly [string, Buffer])[]): Promise<void> {
  for (let at = 0; at < bodies.length; at += GROUP) {
    const group = bodies.slice(at, at + GROUP);
    const packed = group.map(([id, body]) => packBody(id, body, new Date()));
    await database.transaction(async (tx) => {
      await tx.query(
        `insert into gamekeeper.match (source, id, platform, state)
         select 'tft', id, lower(split_part(id, '_', 1)), 'stored' from unnest($1::text[]) as id`,
        [group.map(([id]) => id)],
      );
      await storeBodies(tx, { source: 'tft', kind: 'match' }, packed);
    });
  }
}

function cpuMs(pid: number | null): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const root = mkdtempSync(join(tmpdir(), 'gamekeeper-projector-bench-'));
// As root, PostgreSQL runs as another user, who must be able to enter.
chmodSync(root, 0o755);
const postgres = await startEmbeddedPostgres({ directory: join(root, 'postgres'), log: silent });
const engine = await startEmbeddedClickHouse({
  directory: join(root, 'clickhouse'),
  readers: 1,
  limits,
  log: silent,
});
const clickhouse = createClickHouse(engine.connection, {
  database: 'gamekeeper',
  limits,
  log: silent,
  application: 'bench',
});
const database = createDatabase({
  connection: postgres.connection,
  applicationName: 'bench',
  maxConnections: 4,
  statementTimeoutMs: 60_000,
  log: silent,
});
const migrations = join(import.meta.dirname, '../../migrations');
await migratePostgres(database, join(migrations, 'postgres'));
await seedPatches(database);
await migrateClickHouse({
  client: clickhouse.writer,
  postgres: database,
  directory: join(migrations, 'clickhouse'),
  database: 'gamekeeper',
});
await store(database, [...makeBodies(wanted)]);
await database.query('analyze');

const options = {
  postgres: postgres.connection,
  clickhouse: engine.connection,
  database: 'gamekeeper',
  keptPatches: 100,
  log: pino({ level: 'warn' }),
};
const here = where === 'here' ? openProjector(options) : null;
here?.start();
const projector = here ?? startProjectorThread({ ...options, onChange: () => undefined });

async function measure(what: string, work: () => Promise<number | null>): Promise<void> {
  const before = { at: performance.now(), cpu: process.cpuUsage(), engine: cpuMs(engine.describe().pid) };
  const seconds = (await work()) ?? (performance.now() - before.at) / 1000;
  const { user, system } = process.cpuUsage(before.cpu);
  const perGame = (ms: number): string => (ms / wanted).toFixed(2);
  process.stdout.write(
    `${what}: ${Math.round(wanted / seconds)} games/s; ms of CPU per game: ${perGame((user + system) / 1000)} here, ` +
      `${perGame(cpuMs(engine.describe().pid) - before.engine)} ClickHouse\n`,
  );
}

async function runTask(kind: 'verify' | 'rebuild'): Promise<number> {
  const id = await requestProjectionTask(database, { kind, patch: null });
  return until(`${kind} ends`, 600_000, async () => {
    const task = await readProjectionTask(database, id);
    if (task?.state === 'failed') throw new Error(JSON.stringify(task.outcome));
    return task?.state === 'done' && Number(task.outcome?.['seconds']);
  });
}

try {
  await measure('first projection', async () => {
    await until('all games are projected', 600_000, () => projector.describe().games >= wanted);
    return null;
  });
  for (const kind of ['rebuild', 'rebuild', 'verify'] as const) await measure(kind, () => runTask(kind));
} finally {
  await projector.stop();
  await Promise.all([clickhouse.close(), database.close()]);
  await engine.stop();
  await postgres.stop();
  rmSync(root, { recursive: true, force: true });
}
