/**
 * The words beside the objects of a folder, in a tree of their own: `.metadata/{key}~.json`. They are written before the object and
 * removed after it, so an object that can be seen has them. One that somebody has put there by hand has none.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeMetadata, encodeMetadata } from '../object-metadata.ts';
import { ObjectStoreFault } from '../object-store-fault.ts';
import type { ObjectMetadata } from '../object-store.ts';
import { moveIntoPlace, writeAside } from './durable-file.ts';
import { isAbsent } from './folder-fault.ts';
import { describe, walkFolder } from './walk-folder.ts';

export const METADATA_FOLDER = '.metadata';

export interface MetadataFiles {
  write(key: string, metadata: ObjectMetadata): Promise<void>;
  read(key: string): Promise<ObjectMetadata>;
  remove(key: string): Promise<void>;
  /** Whose object is gone; a killed `delete` leaves such. */
  removeOrphans(olderThan: Date): Promise<number>;
}

/** No key has a tilde in it, so no folder of another key is in the way. */
const EXTENSION = '~.json';

export function createMetadataFiles(directory: string, unfinished: string): MetadataFiles {
  const root = join(directory, METADATA_FOLDER);
  const fileOf = (key: string): string => join(root, `${key}${EXTENSION}`);
  return {
    async write(key, metadata) {
      const text = JSON.stringify(encodeMetadata(metadata));
      const aside = join(unfinished, randomUUID());
      try {
        await writeAside(aside, once(Buffer.from(text)), (error) => error);
        await moveIntoPlace(aside, fileOf(key), directory);
      } finally {
        await rm(aside, { force: true });
      }
    },
    async read(key) {
      try {
        return decodeMetadata(JSON.parse(await readFile(fileOf(key), 'utf8')) as Record<string, string>);
      } catch (error) {
        if (isAbsent(error)) return {};
        if (!(error instanceof SyntaxError)) throw error;
        throw new ObjectStoreFault('broken', `${fileOf(key)} is not JSON. Remove it, or put ${key} again.`, {
          cause: error,
        });
      }
    },
    async remove(key) {
      await rm(fileOf(key), { force: true });
    },
    async removeOrphans(olderThan) {
      let removed = 0;
      for await (const { key: name, changedAt } of walkFolder(root, '')) {
        if (changedAt >= olderThan || !name.endsWith(EXTENSION)) continue;
        const key = name.slice(0, -EXTENSION.length);
        if ((await describe(join(directory, key))) !== undefined) continue;
        await rm(join(root, name), { force: true });
        removed++;
      }
      return removed;
    },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
