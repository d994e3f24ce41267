/**
 * `postmaster.pid`, the lock file of a PostgreSQL data directory: which process claims the directory, on which port it
 * listens and how far it is. The process may long be dead, or its number may belong to something else by now.
 */
import { join } from 'node:path';
import { readIfPresent, writeFileAtomically } from './atomic-file.ts';
import { giveTo, type ServiceUser } from './service-user.ts';

export interface PostmasterFile {
  readonly pid: number;
  readonly startedAt: Date;
  /** Undefined until the server has got that far. */
  readonly port: number | undefined;
  /** `starting`, `ready`, `stopping`; undefined until the server has got that far. */
  readonly status: string | undefined;
}

export function postmasterFileIn(dataDirectory: string): string {
  return join(dataDirectory, 'postmaster.pid');
}

/** Undefined when the text does not name a process: empty after a power cut, or half written. */
export function parsePostmasterFile(text: string): PostmasterFile | undefined {
  const [pid, , startedAt, port, , , , status] = text.split('\n').map((line) => line.trim());
  if (!isCount(pid) || !isCount(startedAt)) return undefined;
  return {
    pid: Number(pid),
    startedAt: new Date(Number(startedAt) * 1000),
    port: isCount(port) ? Number(port) : undefined,
    status: status || undefined,
  };
}

/** `damaged` when the file is there but names nobody. */
export async function readPostmasterFile(
  dataDirectory: string,
): Promise<PostmasterFile | 'damaged' | undefined> {
  const text = await readIfPresent(postmasterFileIn(dataDirectory));
  return text === undefined ? undefined : (parsePostmasterFile(text) ?? 'damaged');
}

/**
 * Takes the claim away from a process number that is no PostgreSQL any more. PostgreSQL would refuse to start while that number
 * lives, and deleting the file would also delete the key by which it finds left-over processes of the dead server.
 * So the file stays and gets our own number: a server ignores the claim of its parent process.
 */
export async function takeClaimAway(dataDirectory: string, runAs: ServiceUser | undefined): Promise<void> {
  const path = postmasterFileIn(dataDirectory);
  const text = await readIfPresent(path);
  if (text === undefined) return;
  await writeFileAtomically(path, [String(process.pid), ...text.split('\n').slice(1)].join('\n'));
  await giveTo(runAs, path);
}

function isCount(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d*$/.test(text);
}
