/** The files below a folder in the order in which S3 lists keys, as far as a prefix reaches. Links and names with a dot in front are nobody's. */
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from './folder-fault.ts';

export interface FoundFile {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

export async function* walkFolder(root: string, prefix: string): AsyncGenerator<FoundFile> {
  const end = prefix.lastIndexOf('/') + 1;
  yield* walk(root, prefix.slice(0, end), prefix.slice(end));
}

/** `path` is '' or ends with a slash. */
async function* walk(root: string, path: string, nameBegins: string): AsyncGenerator<FoundFile> {
  const names = (await readEntries(join(root, path)))
    .filter(({ name }) => name.startsWith(nameBegins) && !name.startsWith('.'))
    // A folder counts with its slash: `a.b` comes before what lies in `a/`.
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort((left, right) => (left < right ? -1 : 1));
  for (const name of names) {
    if (name.endsWith('/')) yield* walk(root, path + name, '');
    else {
      const found = await describe(join(root, path, name));
      if (found !== undefined) yield { key: path + name, ...found };
    }
  }
}

/** Undefined: there is no file of that name. */
export async function describe(path: string): Promise<Omit<FoundFile, 'key'> | undefined> {
  try {
    const facts = await lstat(path);
    return facts.isFile() ? { bytes: facts.size, changedAt: facts.mtime } : undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

async function readEntries(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return []; // Nothing was put there, or the last of it was deleted.
    throw error;
  }
}
