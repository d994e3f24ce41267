/** Reads the numbered `.sql` files of one store. The checksum ignores how the checkout writes line ends. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { planMigrations, type Migration } from '#/domain/migration-plan.ts';
import { UserError } from '#/domain/user-error.ts';

export interface MigrationFile extends Migration {
  readonly sql: string;
}

/**
 * One commit changed comments in a file that had been applied; they were changed back. Data directories may record either checksum.
 * The key is the checksum with the other comment.
 */
const SAME_STATEMENTS: ReadonlyMap<string, string> = new Map([
  [
    'c9ef0691775cc7562022879be565f0548e784f3405fef78e5f0562918583f5f5',
    '7530168843b9e688362d0e250458d40c22e99ab39a9b42ada39ea764690b4556',
  ],
]);

export async function readMigrations(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (fileName) => {
      const sql = (await readFile(join(directory, fileName), 'utf8')).replaceAll('\r\n', '\n');
      return {
        name: fileName.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}

/** The files still to run, or a refusal that says which one does not fit. */
export function pendingMigrations(
  store: string,
  files: readonly MigrationFile[],
  applied: readonly Migration[],
): MigrationFile[] {
  const known = applied.map(({ name, checksum }) => ({
    name,
    checksum: SAME_STATEMENTS.get(checksum) ?? checksum,
  }));
  const plan = planMigrations(files, known);
  if (!plan.ok) {
    throw new UserError(
      `${store} cannot be migrated: ${plan.fault}.`,
      'Migrations are append-only: restore the file as it was, or run the Gamekeeper version that this data belongs to.',
    );
  }
  return files.filter((file) => plan.pending.includes(file.name));
}
