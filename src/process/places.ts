/** Where things lie: what the repository ships, and what is made below DATA_DIR. */
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export const SHIPPED = {
  postgresMigrations: join(root, 'migrations', 'postgres'),
  clickhouseMigrations: join(root, 'migrations', 'clickhouse'),
  practiceWorld: join(root, 'practice', 'main.ts'),
  builtUi: join(root, 'dist', 'ui'),
} as const;

export function placesBelow(dataDirectory: string) {
  return {
    postgres: join(dataDirectory, 'postgres'),
    clickhouse: join(dataDirectory, 'clickhouse'),
    icons: join(dataDirectory, 'icons'),
  } as const;
}
