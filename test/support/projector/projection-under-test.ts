/** Both stores, real and migrated, with a projector's parts on them, for one test file. */
import type { ClickHouseWriter } from '#/runtime/clickhouse/clickhouse.ts';
import { createTestClickHouse, type TestClickHouse } from '../test-clickhouse.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { silentLog, type TestServer } from '#/runtime/clickhouse/embedded/server-under-test.ts';
import { seedPatches } from '#/tft/patch.ts';
import { createAllProjections } from '../../../src/app/open-projector.ts';
import { createGameReader, createPatchSource, createTftProjection } from '../../../src/tft/flatten.ts';
import type { ProjectorParts } from '../../../src/match/project/projection.ts';
import {
  createProjector,
  type Projector,
  type ProjectorOptions,
} from '../../../src/match/project/projector.ts';

export interface ProjectionUnderTest {
  readonly postgres: TestDatabase;
  readonly clickhouse: TestClickHouse;
  /** Of Teamfight Tactics. */
  readonly parts: ProjectorParts;
  /** Of Teamfight Tactics, unless it is told of other projections. */
  projector(changes?: Partial<ProjectorOptions> & { readonly keptPatches?: number }): Projector;
  /** Both stores as after the first start. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** On the shared engine, unless the tests bring one of their own. */
export async function startProjectionUnderTest(server?: TestServer): Promise<ProjectionUnderTest> {
  const postgres = await createTestDatabase();
  const { database } = postgres;
  const clickhouse = await createTestClickHouse(database, server);
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
    clickhouse,
    parts,
    async clear() {
      await database.query(`truncate gamekeeper.raw, gamekeeper.match, gamekeeper.rank_snapshot, gamekeeper.projection,
        gamekeeper.batch, gamekeeper.projection_task, gamekeeper.patch, gamekeeper.timeline`);
      await seedPatches(database);
      for (const { name } of all.flatMap(({ live }) => live.tables))
        await clickhouse.writer.command(`truncate table ${name}`);
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
      await clickhouse.drop();
      await postgres.drop();
    },
  };
}

/** The same client, with something around the calls of one method. */
export function withCall(
  client: ClickHouseWriter,
  method: 'insert' | 'command',
  /** `target`: the table of an insert, or the text of a command. */
  around: (run: () => Promise<void>, target: string) => Promise<void>,
): ClickHouseWriter {
  return method === 'insert'
    ? { ...client, insert: (insert) => around(() => client.insert(insert), insert.table) }
    : { ...client, command: (sql, params) => around(() => client.command(sql, params), sql) };
}
