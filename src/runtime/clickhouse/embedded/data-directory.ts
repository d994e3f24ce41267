/** The embedded ClickHouse's folder: made private, checked before the engine sees it, and moved aside when it cannot be opened. */
import { access, constants, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '#/domain/user-error.ts';

export async function prepareDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UserError(
      `The ClickHouse folder ${directory} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      'Give this user a folder of its own that it may read and write, or choose another with DATA_DIR.',
      { cause: error },
    );
  }
}

/**
 * Its contents can be rebuilt from PostgreSQL; they are kept for inspection. A mount point cannot be renamed, so its contents go to a
 * folder in it.
 */
export async function moveAside(directory: string, now: Date): Promise<string> {
  const name = `clickhouse.moved-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  const beside = join(directory, '..', name);
  try {
    await rename(directory, beside);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EBUSY' && code !== 'EXDEV') throw error;
    return moveContents(directory, name);
  }
  await prepareDirectory(directory);
  return beside;
}

async function moveContents(directory: string, name: string): Promise<string> {
  const within = join(directory, name);
  const entries = (await readdir(directory)).filter((entry) => !entry.startsWith('clickhouse.moved-'));
  await mkdir(within, { mode: 0o700 });
  for (const entry of entries) await rename(join(directory, entry), join(within, entry));
  return within;
}
