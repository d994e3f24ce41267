/** Makes what the file system says into words for the operator. */
import { ObjectStoreFault, type ObjectStoreFaultKind } from '../object-store-fault.ts';

const FAULTS: Readonly<Record<string, readonly [ObjectStoreFaultKind, string]>> = {
  ENOSPC: ['full', 'Make room on that disk.'],
  EDQUOT: ['full', 'Make room, or have the quota of its owner raised.'],
  EFBIG: ['full', 'That file system takes no file of this size.'],
  EACCES: ['refused', 'Give the user that Gamekeeper runs as the right to read and write there.'],
  EPERM: ['refused', 'Give the user that Gamekeeper runs as the right to read and write there.'],
  EROFS: ['refused', 'That file system is mounted read-only.'],
  ENOTDIR: ['misconfigured', 'Something that is no folder lies where a folder has to be.'],
  EISDIR: ['misconfigured', 'A folder lies where a file has to be.'],
  ENOENT: ['misconfigured', 'Somebody has removed the folder while it was written to.'],
  EMFILE: ['busy', 'Too many files are open in this process.'],
  ENFILE: ['busy', 'Too many files are open on this machine.'],
  EBUSY: ['busy', 'The file system asks to try again.'],
  ESTALE: ['unreachable', 'The network share went away and came back; try again.'],
  ETIMEDOUT: ['unreachable', 'The network share does not answer.'],
};

/** What is no fault of the file system passes unchanged. */
export function toFolderFault(error: unknown, doing: string, directory: string): unknown {
  const code = codeOf(error);
  if (code === undefined || error instanceof ObjectStoreFault) return error;
  const [kind, hint] = FAULTS[code] ?? ['broken', 'The disk or its file system needs a look.'];
  return new ObjectStoreFault(kind, `The folder ${directory} could not ${doing} (${code}). ${hint}`, {
    cause: error,
  });
}

export async function withFolderFaults<T>(
  doing: string,
  directory: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toFolderFault(error, doing, directory);
  }
}

/** A name without a file, or below something that is no folder. */
export function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
