/** Opens an object's file, and what is told of it is told of the file that is open: somebody may replace it meanwhile. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { toSpan } from '../byte-range.ts';
import { guardBody } from '../guarded-body.ts';
import type { ByteRange, ObjectRead } from '../object-store.ts';
import { codeOf, isAbsent, toFolderFault } from './folder-fault.ts';
import type { MetadataFiles } from './metadata-files.ts';

export async function readFileObject(
  { directory, metadata }: { readonly directory: string; readonly metadata: MetadataFiles },
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
    const words = await metadata.read(key);
    const object = { key, bytes: facts.size, changedAt: facts.mtime, metadata: words };
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
    // A link is none of ours, wherever it leads.
    if (isAbsent(error) || codeOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}
