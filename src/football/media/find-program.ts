/** Finds a program by its name in the folders of PATH, which is given: the environment is read elsewhere. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

export async function findProgram(names: readonly string[], searchPath: string): Promise<string | null> {
  // A relative folder in PATH would make what is run depend on where we were started.
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  for (const name of names)
    for (const folder of folders) {
      const file = join(folder, name);
      if (await isExecutable(file)) return file;
    }
  return null;
}

export async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    // Not there, or not for us: both are "no".
    return false;
  }
}
