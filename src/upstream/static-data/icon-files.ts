/**
 * Pictures as files in one folder, named by a hash of where they came from. A file is there whole or not at all. Their number and
 * their bytes are bounded: the oldest leave first, and are fetched again if anybody still wants them.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { iconTypeOf, type IconType } from './icon-type.ts';

export const MAX_ICON_BYTES = 256 * 1024;

export interface Icon {
  readonly type: IconType;
  readonly bytes: Buffer;
}

export interface IconFiles {
  read(address: string): Promise<Icon | undefined>;
  /** Undefined: too large, or no picture; it is not kept. */
  write(address: string, bytes: Buffer): Promise<Icon | undefined>;
}

export interface IconFilesOptions {
  /** Made when the first picture comes. */
  readonly directory: string;
  readonly maxFiles: number;
  readonly maxBytes: number;
}

const NAME = /^[0-9a-f]{64}$/;

export function createIconFiles({ directory, maxFiles, maxBytes }: IconFilesOptions): IconFiles {
  /** Sizes by name, the oldest first. */
  let opening: Promise<Map<string, number>> | undefined;
  const open = (): Promise<Map<string, number>> => {
    opening ??= listFiles(directory).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  async function makeRoom(sizes: Map<string, number>): Promise<void> {
    let total = 0;
    for (const size of sizes.values()) total += size;
    for (const [name, size] of sizes) {
      if (sizes.size <= maxFiles && total <= maxBytes) return;
      sizes.delete(name);
      total -= size;
      await rm(join(directory, name), { force: true });
    }
  }

  return {
    async read(address) {
      const name = nameOf(address);
      if (!(await open()).has(name)) return undefined;
      const bytes = await readFile(join(directory, name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined; // Somebody has tidied up; it will be fetched again.
        throw error;
      });
      return bytes && toIcon(bytes);
    },
    async write(address, bytes) {
      const icon = toIcon(bytes);
      if (icon === undefined) return undefined;
      const sizes = await open();
      const name = nameOf(address);
      const unfinished = join(directory, `${name}.${randomUUID()}.part`);
      await writeFile(unfinished, bytes);
      await rename(unfinished, join(directory, name));
      sizes.delete(name);
      sizes.set(name, bytes.length);
      await makeRoom(sizes);
      return icon;
    },
  };
}

/** What was cut off while it was written is removed. */
async function listFiles(directory: string): Promise<Map<string, number>> {
  await mkdir(directory, { recursive: true });
  const found: { name: string; size: number; changedAt: number }[] = [];
  for (const name of await readdir(directory)) {
    const file = join(directory, name);
    if (name.endsWith('.part')) await rm(file, { force: true });
    if (!NAME.test(name)) continue;
    const { size, mtimeMs } = await stat(file);
    found.push({ name, size, changedAt: mtimeMs });
  }
  found.sort((left, right) => left.changedAt - right.changedAt);
  return new Map(found.map(({ name, size }) => [name, size]));
}

function toIcon(bytes: Buffer): Icon | undefined {
  const type = bytes.length > MAX_ICON_BYTES ? undefined : iconTypeOf(bytes);
  return type && { type, bytes };
}

function nameOf(address: string): string {
  return createHash('sha256').update(address).digest('hex');
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
