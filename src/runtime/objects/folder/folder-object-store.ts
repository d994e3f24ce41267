/**
 * Objects as files, which a person can look at and back up: the key is the path below the folder. `.metadata/` holds the words
 * beside them, `.unfinished/` what is being written. One folder may serve several processes of one machine.
 *
 * The rename of the bytes is what makes an object visible. Whoever puts other bytes under a key that exists may be killed between its
 * words and its bytes, and has to put it again; keys that hold a hash of the bytes cannot come into that.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkStore } from '../check-store.ts';
import { checkKey, checkPrefix, isKey } from '../object-key.ts';
import { encodeMetadata } from '../object-metadata.ts';
import type { ObjectMetadata, ObjectStore, StoredObject } from '../object-store.ts';
import { readContent } from '../read-content.ts';
import { linkAside, makeFolder, moveIntoPlace, writeAside } from './durable-file.ts';
import { isAbsent, toFolderFault, withFolderFaults } from './folder-fault.ts';
import { createMetadataFiles, METADATA_FOLDER, type MetadataFiles } from './metadata-files.ts';
import { readFileObject } from './read-file-object.ts';
import { removeAbandonedFolders, removeEmptyFolders, unlinkFile } from './remove-file.ts';
import { describe, walkFolder } from './walk-folder.ts';

export interface FolderObjectStoreOptions {
  /** Made when the first object comes. */
  readonly directory: string;
}

interface Folder {
  readonly directory: string;
  readonly unfinished: string;
  readonly metadata: MetadataFiles;
}

export function createFolderObjectStore({ directory }: FolderObjectStoreOptions): ObjectStore {
  const unfinished = join(directory, '.unfinished');
  const folder = { directory, unfinished, metadata: createMetadataFiles(directory, unfinished) };
  const store: ObjectStore = {
    put: (...args) => put(folder, ...args),
    copy: (...args) => copy(folder, ...args),
    async head(key) {
      checkKey(key);
      return withFolderFaults(`tell about ${key}`, directory, () => head(folder, key));
    },
    async read(key, range) {
      checkKey(key);
      return withFolderFaults(`read ${key}`, directory, () => readFileObject(folder, key, range));
    },
    async *list(prefix) {
      checkPrefix(prefix);
      try {
        for await (const found of walkFolder(directory, prefix)) if (isKey(found.key)) yield found;
      } catch (error) {
        throw toFolderFault(error, `list what begins with "${prefix}"`, directory);
      }
    },
    async delete(keys) {
      keys.forEach(checkKey);
      for (const key of keys)
        await withFolderFaults(`delete ${key}`, directory, () => deleteObject(folder, key));
    },
    discardUnfinished: (olderThan) =>
      withFolderFaults('tidy up', directory, () => discardUnfinished(folder, olderThan)),
    async check() {
      await checkStore(store);
      return `the folder ${directory}`;
    },
    close: () => undefined,
  };
  return store;
}

async function put(folder: Folder, ...[key, content, metadata, calling]: Parameters<ObjectStore['put']>) {
  const { directory } = folder;
  checkKey(key);
  encodeMetadata(metadata);
  const doing = `take ${key}`;
  const { chunks, total } = readContent(content, calling?.signal);
  return asideOf(folder, doing, async (aside) => {
    await writeAside(aside, chunks, (error) => toFolderFault(error, doing, directory));
    calling?.signal?.throwIfAborted();
    await withFolderFaults(doing, directory, () => publish(folder, aside, key, metadata));
    return total();
  });
}

async function copy(folder: Folder, ...[from, to, metadata, calling]: Parameters<ObjectStore['copy']>) {
  const { directory } = folder;
  checkKey(from);
  checkKey(to);
  encodeMetadata(metadata);
  calling?.signal?.throwIfAborted();
  const doing = `copy ${from} to ${to}`;
  return asideOf(folder, doing, (aside) =>
    withFolderFaults(doing, directory, async () => {
      if ((await describe(join(directory, from))) === undefined) return undefined;
      try {
        await linkAside(join(directory, from), aside);
      } catch (error) {
        if (isAbsent(error)) return undefined; // Deleted while we looked.
        throw error;
      }
      await publish(folder, aside, to, metadata);
      return head(folder, to);
    }),
  );
}

/** A name for something unfinished, which is gone afterwards, however that ended. */
async function asideOf<T>(folder: Folder, doing: string, run: (aside: string) => Promise<T>): Promise<T> {
  await withFolderFaults(doing, folder.directory, () => makeFolder(folder.unfinished));
  const aside = join(folder.unfinished, randomUUID());
  try {
    return await run(aside);
  } finally {
    await rm(aside, { force: true });
  }
}

async function publish(
  { directory, metadata }: Folder,
  aside: string,
  key: string,
  words: ObjectMetadata,
): Promise<void> {
  await metadata.write(key, words);
  await moveIntoPlace(aside, join(directory, key), directory);
}

async function head({ directory, metadata }: Folder, key: string): Promise<StoredObject | undefined> {
  const found = await describe(join(directory, key));
  return found && { key, ...found, metadata: await metadata.read(key) };
}

/** Folders that it leaves empty go with it. */
async function deleteObject({ directory, metadata }: Folder, key: string): Promise<void> {
  await unlinkFile(join(directory, key));
  await metadata.remove(key);
  for (const root of [directory, join(directory, METADATA_FOLDER)])
    await removeEmptyFolders(root, dirname(key));
}

async function discardUnfinished(
  { directory, unfinished, metadata }: Folder,
  olderThan: Date,
): Promise<number> {
  let discarded = await metadata.removeOrphans(olderThan);
  for await (const { key: name, changedAt } of walkFolder(unfinished, '')) {
    if (changedAt >= olderThan) continue;
    await rm(join(unfinished, name), { force: true });
    discarded++;
  }
  for (const root of [directory, join(directory, METADATA_FOLDER)]) await removeAbandonedFolders(root);
  return discarded;
}
