import { SHIPPED } from '#/runtime/places.ts';
import { PROJECTED_TABLES } from '#/app/open-projector.ts';
import { migrateClickHouse } from '#/runtime/clickhouse/migrate.ts';
import { migratePostgres } from '#/runtime/postgres/migrate.ts';
import { createCommandLog, type CommandContext, type ExitCode } from './command.ts';
import { withStores } from './with-stores.ts';

export async function migrate(context: CommandContext): Promise<ExitCode> {
  const { config, output } = context;
  await withStores(config, createCommandLog(config), async (stores) => {
    report(context, 'PostgreSQL', await migratePostgres(stores.database, SHIPPED.postgresMigrations));
    const clickhouse = await stores.clickhouse();
    if (clickhouse === undefined) {
      output.say(
        { event: 'migrated', store: 'ClickHouse', applied: null },
        'ClickHouse: belongs to the Gamekeeper that runs, which has migrated it at its start',
      );
      return;
    }
    const applied = await migrateClickHouse({
      client: clickhouse.writer,
      postgres: stores.database,
      directory: SHIPPED.clickhouseMigrations,
      database: config.CLICKHOUSE_DATABASE,
      tables: PROJECTED_TABLES,
    });
    report(context, 'ClickHouse', applied);
  });
  return 0;
}

function report({ output }: CommandContext, store: string, applied: readonly string[]): void {
  const words = applied.length === 0 ? 'already up to date' : `applied ${applied.join(', ')}`;
  output.say({ event: 'migrated', store, applied }, `${store}: ${words}`);
}
