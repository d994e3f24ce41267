/**
 * The ffmpeg and ffprobe that lie inside npm packages, for machines where nothing is installed. The packages are optional: on a
 * platform without a build they are absent or throw (one of them a plain text) when they are imported, and both mean "there is none".
 *
 * Some versions arrive without the executable bit; then the file is mended, or copied to a folder of ours where it is not ours to mend.
 */
import { chmod, copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isExecutable } from './find-program.ts';

/** Null: no package of that name has a build for this machine. */
export async function findPackedTool(name: 'ffmpeg' | 'ffprobe', folder: string): Promise<string | null> {
  const packed = await pathInPackage(name);
  return packed === null ? null : makeRunnable(packed, name, folder);
}

/** The same file, or a copy of it below `folder`. */
export async function makeRunnable(file: string, name: string, folder: string): Promise<string> {
  if ((await isExecutable(file)) || (await tryToMend(file))) return file;
  return copyOf(file, name, folder);
}

async function pathInPackage(name: 'ffmpeg' | 'ffprobe'): Promise<string | null> {
  try {
    const { default: found } =
      name === 'ffmpeg'
        ? await import('@ffmpeg-installer/ffmpeg')
        : await import('@ffprobe-installer/ffprobe');
    return found.path;
  } catch {
    // Not installed, or no build for this machine: the same for whoever asks.
    return null;
  }
}

async function tryToMend(file: string): Promise<boolean> {
  try {
    await chmod(file, 0o755);
  } catch {
    // It belongs to somebody else (a container's build, root).
    return false;
  }
  return await isExecutable(file);
}

async function copyOf(file: string, name: string, folder: string): Promise<string> {
  const target = join(folder, name);
  if (await isExecutable(target)) return target;
  await mkdir(folder, { recursive: true });
  const aside = `${target}.${process.pid}`;
  await copyFile(file, aside);
  await chmod(aside, 0o755);
  await rename(aside, target);
  return target;
}
