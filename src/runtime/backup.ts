/**
 * A backup of everything that cannot be rebuilt, as a folder that can be used as DATA_DIR: PostgreSQL, clips, logins of clip sites.
 * ClickHouse, icons and tools are left out; a start without them creates them again.
 *
 * PostgreSQL is copied first: an object is stored before its row refers to it and deleted after it no longer does, so the copy has every
 * object of its rows, except those deleted meanwhile. The folder is written under another name and renamed: an existing backup is complete.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UserError } from '#/domain/user-error.ts';
import { type ClusterCopy, copyRunningCluster, copyTree } from './postgres/embedded/copy-cluster.ts';
import { placesBelow } from './places.ts';

export interface Backup {
  readonly madeAt: string;
  /** Of Gamekeeper. */
  readonly version: string;
  readonly postgres: ClusterCopy;
  readonly objects: { readonly files: number; readonly bytes: number };
  readonly seconds: number;
}

export interface BackupOptions {
  /** Whose embedded PostgreSQL runs. */
  readonly dataDirectory: string;
  /** Must not exist yet. */
  readonly to: string;
  readonly version: string;
}

export async function makeBackup({ dataDirectory, to: target, version }: BackupOptions): Promise<Backup> {
  const startedAt = performance.now();
  const to = resolve(target);
  if (existsSync(to))
    throw new UserError(
      `${to} is there already.`,
      'Name a folder that does not exist yet: each backup is a new one.',
    );
  const folder = `${to}.unfinished`;
  const [from, aside] = [placesBelow(dataDirectory), placesBelow(folder)];
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o711 });
  try {
    const madeAt = new Date().toISOString();
    const postgres = await copyRunningCluster(from.postgres, aside.postgres);
    const objects = await copyTree(from.objects, aside.objects);
    await copyTree(from.browserProfile, aside.browserProfile);
    if (existsSync(from.practiceMemory)) await copyFile(from.practiceMemory, aside.practiceMemory);
    const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));
    const backup = { madeAt, version, postgres, objects, seconds };
    await writeFile(join(folder, 'backup.json'), `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600 });
    await rename(folder, to);
    return backup;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
