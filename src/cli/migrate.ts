import { PROJECTED_TABLES } from '#/app/open-projector.ts';
import { createMissingTables } from '#/runtime/clickhouse/projected-tables.ts';
import { SHIPPED } from '#/runtime/places.ts';
import { migratePostgres } from '#/runtime/postgres/migrate.ts';
import { type CommandContext, createCommandLog, type ExitCode } from './command.ts';
import { withStores } from './with-stores.ts';

export async function migrate(context: CommandContext): Promise<ExitCode> {
  const { config, output } = context;
  await withStores(config, createCommandLog(config), async (stores) => {
    report(context, 'PostgreSQL', await migratePostgres(stores.database, SHIPPED.postgresMigrations));
    const clickhouse = await stores.clickhouse();
    if (clickhouse === undefined) {
      output.say(
        { event: 'migrated', store: 'ClickHouse', applied: null },
        'ClickHouse: used by the Gamekeeper that runs, which created its tables at its start',
      );
      return;
    }
    const created = await createMissingTables({
      client: clickhouse.writer,
      postgres: stores.database,
      tables: PROJECTED_TABLES,
    });
    report(context, 'ClickHouse', created);
  });
  return 0;
}

function report({ output }: CommandContext, store: string, applied: readonly string[]): void {
  const words = applied.length === 0 ? 'already up to date' : `applied ${applied.join(', ')}`;
  output.say({ event: 'migrated', store, applied }, `${store}: ${words}`);
}
