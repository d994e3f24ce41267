/** The embedded ClickHouse's folder: made private, checked before the engine sees it, and moved aside when it cannot be opened. */
import { access, constants, mkdir, rename } from 'node:fs/promises';
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

/** What it holds can be rebuilt from PostgreSQL, so nothing is lost; it is kept for whoever wants to look. */
export async function moveAside(directory: string, now: Date): Promise<string> {
  const moved = `${directory}.moved-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(directory, moved);
  await prepareDirectory(directory);
  return moved;
}
