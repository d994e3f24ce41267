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
 * One commit changed comments in files that had been applied; they were changed back. Data directories may record either checksum.
 * The key is the checksum with the other comment.
 */
const SAME_STATEMENTS: ReadonlyMap<string, string> = new Map([
  [
    '7e03f1f8d501733d75422915ac9ca4b02e710ed83902462373a1ed5925625926',
    '4ecaef2ebae184d9b473f299bb56bc5400d9c8b90592b4cdfde1ed1d0b56bd2f',
  ],
  [
    '07ac26b45797149e497c4bcd39039756b1e119c004abb3b1ab2ddd48e2921ac1',
    'd3a82d4f7082f0f2c2f97ba1d0c9f5efc9d5a5a4c7b4cd329d35e0ad4629ef50',
  ],
  [
    '927aea01216fae13625ce98d5d8e8a8dd9d11e57c0ba6344c5624c14e49578d4',
    '40c5028948246d278ebbda3abd011f1de89c0f1b73d28e93e4be3acb42ccbcab',
  ],
  [
    '2e11566986df0b70c6657de936a270eb044f67dcfbed55ef9c6a2f37a47ab864',
    'ff6b521ad59c710855d4eb5144e6987b02142f4ed61d1ff9dec1ff9446427cf7',
  ],
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
