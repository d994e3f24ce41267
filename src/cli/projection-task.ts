/**
 * Requests tasks of the projector and watches them. While Gamekeeper runs, its own projector does them;
 * otherwise one is started here for this command. With external stores both may run, and the one that leads
 * does them.
 */
import type { Logger } from 'pino';
import { createAllProjections, PROJECTED_TABLES } from '#/app/open-projector.ts';
import type { Config } from '#/config.ts';
import { UserError } from '#/domain/user-error.ts';
import {
  type AskedTask,
  PROJECTED_SOURCES,
  type ProjectedSource,
  type ProjectionTask,
  readProjectionTask,
  requestProjectionTask,
} from '#/match/project/projection-task.ts';
import { GAMES_PER_BATCH } from '#/match/project/projection.ts';
import { createProjector, type Projector } from '#/match/project/projector.ts';
import type { ClickHouse } from '#/runtime/clickhouse/clickhouse.ts';
import { createMissingTables } from '#/runtime/clickhouse/projected-tables.ts';
import { pause } from '#/runtime/pause.ts';
import { placesBelow, SHIPPED } from '#/runtime/places.ts';
import type { PostgresConnection } from '#/runtime/postgres/database.ts';
import { findRunningPostgres } from '#/runtime/postgres/embedded/embedded-postgres.ts';
import { migratePostgres } from '#/runtime/postgres/migrate.ts';
import { seedPatches } from '#/tft/patch.ts';
import { type CommandContext, createCommandLog } from './command.ts';
import { type CommandStores, withStores } from './with-stores.ts';

const LOOK_MS = 200;
const SAY_EVERY_MS = 2_000;
/** A task that nobody has begun by then has nobody to do it, and whoever waits should know. */
const PATIENCE_MS = 10_000;

/** How each of them ended, in their order. */
export function runProjectionTasks(
  context: CommandContext,
  asked: readonly AskedTask[],
): Promise<ProjectionTask[]> {
  const { config } = context;
  const log = createCommandLog(config);
  return withStores(config, log, async (stores) => {
    const { database } = stores;
    await migratePostgres(database, SHIPPED.postgresMigrations);
    await seedPatches(database);
    const clickhouse = await stores.clickhouse();
    const projector = clickhouse === undefined ? null : await openHere(config, stores, clickhouse, log);
    try {
      projector?.start();
      const ids: number[] = [];
      for (const one of asked) ids.push(await requestProjectionTask(database, one));
      const ended: ProjectionTask[] = [];
      for (const id of ids) ended.push(await watch(context, stores, id, projector));
      return ended;
    } finally {
      await projector?.stop();
    }
  });
}

async function openHere(
  config: Config,
  { database }: CommandStores,
  clickhouse: ClickHouse,
  log: Logger,
): Promise<Projector> {
  await createMissingTables({
    client: clickhouse.writer,
    postgres: database,
    tables: PROJECTED_TABLES,
  });
  return createProjector({
    connection: await postgresOf(config),
    database,
    clickhouse: clickhouse.writer,
    log,
    // Old patches are dropped by the running Gamekeeper, not by a command.
    projections: createAllProjections({ database, log, keptPatches: Number.POSITIVE_INFINITY }),
    pageSize: GAMES_PER_BATCH,
  });
}

async function postgresOf(config: Config): Promise<PostgresConnection> {
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL };
  const running = await findRunningPostgres(placesBelow(config.DATA_DIR).postgres);
  if (running !== undefined) return running;
  throw new Error(`the PostgreSQL in ${config.DATA_DIR} was just opened, and does not answer`);
}

async function watch(
  { output }: CommandContext,
  { database }: CommandStores,
  id: number,
  projector: Projector | null,
): Promise<ProjectionTask> {
  const never = new AbortController().signal;
  const bar = createBar(output.forPeople);
  const startedAt = performance.now();
  let saidAt = performance.now();
  let isWarned = false;
  for (;;) {
    const task = await readProjectionTask(database, id);
    if (task === undefined) throw new Error(`task ${id} of the projector has vanished`);
    if (task.state === 'done' || task.state === 'failed') {
      bar.clear();
      return task;
    }
    refuseOutdated(projector);
    const words = toWords(task);
    bar.show(words);
    if (!output.forPeople && performance.now() - saidAt > SAY_EVERY_MS) {
      saidAt = performance.now();
      output.say({ event: 'progress', task: id, state: task.state, ...task.progress }, words);
    }
    if (task.state === 'wanted' && !isWarned && performance.now() - startedAt > PATIENCE_MS) {
      isWarned = true;
      output.say(
        { event: 'waiting', task: id },
        'Waiting for the projector: it is busy, or no Gamekeeper with the role `projector` runs.',
      );
    }
    await pause(LOOK_MS, never);
  }
}

function refuseOutdated(projector: Projector | null): void {
  if (projector?.describe().state !== 'outdated') return;
  throw new UserError(
    'The statistics were written by a newer Gamekeeper than this one.',
    'Run the command with the newer version.',
  );
}

function toWords({ source, kind: what, state, progress }: ProjectionTask): string {
  const kind = `${what} ${source}`;
  const {
    looked = 0,
    of = 0,
    perSecond = 0,
  } = progress as { looked?: number; of?: number; perSecond?: number };
  if (state === 'wanted') return `${kind}: waiting for its turn`;
  const share = of === 0 ? 1 : Math.min(looked / of, 1);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `${kind} ${bar} ${Math.floor(share * 100)} %  ${looked.toLocaleString('en')} of ${of.toLocaleString('en')} games, ${perSecond.toLocaleString('en')}/s`;
}

const BAR_WIDTH = 30;

/** One line that is written again and again, beside the output proper. */
function createBar(isShown: boolean): { show(words: string): void; clear(): void } {
  const write = (text: string): void => void (isShown && process.stderr.write(`\r\u001b[2K${text}`));
  return { show: write, clear: () => write('') };
}

export const SOURCE_NAMES: Readonly<Record<ProjectedSource, string>> = {
  tft: 'Teamfight Tactics',
  lol: 'League of Legends',
};

export function askedSources({ options }: Pick<CommandContext, 'options'>): readonly ProjectedSource[] {
  const asked = options['source'];
  if (typeof asked !== 'string') return PROJECTED_SOURCES;
  const source = PROJECTED_SOURCES.find((one) => one === asked);
  if (source !== undefined) return [source];
  throw new UserError(
    `${JSON.stringify(asked)} is not a source of statistics.`,
    `Expected ${PROJECTED_SOURCES.join(' or ')}.`,
  );
}
