/**
 * Objects as files that a person can look at and back up: the key is the path below the folder, and `.unfinished/` holds what is being
 * written. Several processes of one machine may share a folder. Metadata is not kept.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { guardBody, readContent, toSpan } from './content.ts';
import {
  codeOf,
  describeFile,
  isAbsent,
  makeFolder,
  moveIntoPlace,
  removeAbandonedFolders,
  removeFile,
  toFolderFault,
  walkFolder,
  writeAside,
} from './folder-files.ts';
import { checkKey, checkPrefix, encodeMetadata, isKey } from './object-key.ts';
import { checkStore, type ByteRange, type ObjectRead, type ObjectStore } from './object-store.ts';

const UNFINISHED = '.unfinished';
/** Files in which earlier versions kept metadata. Nothing reads them. */
const OLD_METADATA = '.metadata';

export interface FolderObjectStoreOptions {
  /** Created with the first object. */
  readonly directory: string;
}

export function createFolderObjectStore({ directory }: FolderObjectStoreOptions): ObjectStore {
  const mapped = async <T>(doing: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw toFolderFault(error, doing, directory);
    }
  };
  const store: ObjectStore = {
    put: (...args) => put(directory, mapped, ...args),
    async head(key) {
      checkKey(key);
      return mapped(`look up ${key}`, () => describeFile(directory, key));
    },
    async read(key, range) {
      checkKey(key);
      return mapped(`read ${key}`, () => readFileObject(directory, key, range));
    },
    async *list(prefix) {
      checkPrefix(prefix);
      try {
        for await (const found of walkFolder(directory, prefix)) if (isKey(found.key)) yield found;
      } catch (error) {
        throw toFolderFault(error, `list the keys that begin with "${prefix}"`, directory);
      }
    },
    async delete(key) {
      checkKey(key);
      await mapped(`delete ${key}`, () => removeFile(directory, key));
    },
    discardUnfinished: (olderThan) =>
      mapped('discard unfinished files', () => discardUnfinished(directory, olderThan)),
    async check() {
      await checkStore(store);
      return `the folder ${directory}`;
    },
    close: () => undefined,
  };
  return store;
}

async function put(
  directory: string,
  mapped: <T>(doing: string, run: () => Promise<T>) => Promise<T>,
  ...[key, content, metadata, calling]: Parameters<ObjectStore['put']>
) {
  checkKey(key);
  encodeMetadata(metadata);
  const doing = `store ${key}`;
  const { chunks, total } = readContent(content, calling?.signal);
  await mapped(doing, () => makeFolder(join(directory, UNFINISHED)));
  const aside = join(directory, UNFINISHED, randomUUID());
  try {
    await writeAside(aside, chunks, (error) => toFolderFault(error, doing, directory));
    calling?.signal?.throwIfAborted();
    await mapped(doing, () => moveIntoPlace(aside, join(directory, key), directory));
    return total();
  } finally {
    await rm(aside, { force: true });
  }
}

/** Size and time are those of the open file: the name may be replaced meanwhile. */
async function readFileObject(
  directory: string,
  key: string,
  range: ByteRange | undefined,
): Promise<ObjectRead> {
  const file = await openFile(join(directory, key));
  if (file === undefined) return { outcome: 'missing' };
  let isHandedOn = false;
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return { outcome: 'missing' };
    const span = toSpan(range, facts.size);
    if (span === undefined) return { outcome: 'unsatisfiable', bytes: facts.size };
    const object = { key, bytes: facts.size, changedAt: facts.mtime };
    const bytes = span.last - span.first + 1;
    if (bytes === 0) return { outcome: 'ok', object, ...span, body: Readable.from([]) };
    const source = file.createReadStream({ start: span.first, end: span.last });
    isHandedOn = true;
    const toFault = (error: unknown): unknown => toFolderFault(error, `read ${key}`, directory);
    return { outcome: 'ok', object, ...span, body: guardBody(source, { bytes, key, toFault }) };
  } finally {
    if (!isHandedOn) await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    // We create no links, so a link (ELOOP) is not an object.
    if (isAbsent(error) || codeOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}

async function discardUnfinished(directory: string, olderThan: Date): Promise<number> {
  let discarded = 0;
  for await (const { key: name, changedAt } of walkFolder(join(directory, UNFINISHED), '')) {
    if (changedAt >= olderThan) continue;
    await rm(join(directory, UNFINISHED, name), { force: true });
    discarded++;
  }
  await rm(join(directory, OLD_METADATA), { recursive: true, force: true });
  await removeAbandonedFolders(directory);
  return discarded;
}
