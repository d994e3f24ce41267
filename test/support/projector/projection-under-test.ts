/** Both stores, real and migrated, with a projector's parts on them, for one test file. */
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import {
  startServerUnderTest,
  TEST_LIMITS,
  silentLog,
  type ServerUnderTest,
} from '#/stores/clickhouse/embedded/server-under-test.ts';
import { createClickHouse, type ClickHouse } from '#/stores/clickhouse/clickhouse.ts';
import { migrateClickHouse } from '#/stores/clickhouse/migrate.ts';
import { migratePostgres } from '#/stores/postgres/migrate.ts';
import { seedPatches } from '#/stores/postgres/patch.ts';
import { createAllProjections } from '#/projector/all-projections.ts';
import { createPatchSource } from '#/projector/patch-source.ts';
import type { ProjectorParts } from '#/projector/parts.ts';
import { createProjector, type Projector, type ProjectorOptions } from '#/projector/projector.ts';
import { createGameReader } from '#/projector/read-game.ts';
import { createTftProjection } from '#/projector/tft-projection.ts';

export interface ProjectionUnderTest {
  readonly postgres: TestDatabase;
  readonly server: ServerUnderTest;
  readonly clickhouse: ClickHouse;
  /** Of Teamfight Tactics. */
  readonly parts: ProjectorParts;
  /** Of Teamfight Tactics, unless it is told of other projections. */
  projector(changes?: Partial<ProjectorOptions> & { readonly keptPatches?: number }): Projector;
  migrate(): Promise<void>;
  /** Both stores as after the first start. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
export const TEST_DATABASE = 'gamekeeper';

export async function startProjectionUnderTest(): Promise<ProjectionUnderTest> {
  const [postgres, server] = await Promise.all([createTestDatabase(), startServerUnderTest(1)]);
  const clickhouse = createClickHouse(server.embedded.connection, {
    database: TEST_DATABASE,
    limits: TEST_LIMITS,
    log: silentLog,
    application: 'test',
  });
  const { database } = postgres;
  const migrate = async (): Promise<void> => {
    await migratePostgres(database, join(MIGRATIONS, 'postgres'));
    await migrateClickHouse({
      client: clickhouse.writer,
      postgres: database,
      directory: join(MIGRATIONS, 'clickhouse'),
      database: TEST_DATABASE,
    });
  };
  await migrate();
  const tft = (keptPatches: number) =>
    createTftProjection({
      database,
      log: silentLog,
      readGame: createGameReader(),
      patches: createPatchSource(database, () => new Date()),
      keptPatches,
    });
  const parts: ProjectorParts = {
    database,
    clickhouse: clickhouse.writer,
    log: silentLog,
    projection: tft(100),
    pageSize: 50,
    collectMs: 150,
  };
  const all = createAllProjections({ database, log: silentLog, keptPatches: 100 });
  const projectors: Projector[] = [];
  return {
    postgres,
    server,
    clickhouse,
    parts,
    migrate,
    async clear() {
      await database.query(`truncate gamekeeper.raw, gamekeeper.match, gamekeeper.rank_snapshot, gamekeeper.projection,
        gamekeeper.batch, gamekeeper.projection_task, gamekeeper.patch, gamekeeper.timeline`);
      await seedPatches(database);
      for (const { name } of all.flatMap(({ live }) => live.tables))
        await clickhouse.writer.command({ query: `truncate table ${name}` });
    },
    projector({ keptPatches = 100, ...changes } = {}) {
      const projector = createProjector({
        ...parts,
        // Of its own, because it remembers the calendar for a while.
        projections: [tft(keptPatches)],
        ...changes,
        connection: postgres.connection,
      });
      projectors.push(projector);
      return projector;
    },
    async stop() {
      await Promise.all(projectors.map((projector) => projector.stop()));
      await clickhouse.close();
      await server.stop();
      await postgres.drop();
    },
  };
}
