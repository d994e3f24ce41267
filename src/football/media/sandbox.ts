/**
 * What a program that decodes strangers' media is locked into: no network at all, and with bubblewrap a file system that it can only
 * read, but for the folders that it is told to write. Tried once at the start, because what a machine allows (namespaces of users,
 * containers) cannot be told from what is installed. Where nothing works, the whitelists and limits of the run are what is left.
 */
import { spawn } from 'node:child_process';

export interface Sandbox {
  readonly kind: 'bubblewrap' | 'network-namespace' | 'none';
  readonly detail: string;
  /** The command that runs `command` inside. */
  wrap(command: readonly string[], writable: readonly string[]): readonly string[];
}

export const NO_SANDBOX: Sandbox = {
  kind: 'none',
  detail: 'media tools run without a sandbox: install bubblewrap to lock them in',
  wrap: (command) => command,
};

export interface SandboxPrograms {
  readonly bwrap: string | null;
  readonly unshare: string | null;
}

export async function findSandbox({ bwrap, unshare }: SandboxPrograms): Promise<Sandbox> {
  const candidates: Sandbox[] = [];
  if (bwrap !== null) candidates.push(bubblewrap(bwrap));
  if (unshare !== null)
    candidates.push(
      networkNamespace([unshare, '--net', '--']),
      networkNamespace([unshare, '--user', '--map-root-user', '--net', '--']),
    );
  for (const sandbox of candidates) if (await works(sandbox)) return sandbox;
  return NO_SANDBOX;
}

const READABLE = '--ro-bind / / --dev /dev --proc /proc'.split(' ');
const APART = '--unshare-all --die-with-parent --new-session --'.split(' ');

function bubblewrap(program: string): Sandbox {
  return {
    kind: 'bubblewrap',
    detail: 'media tools run in bubblewrap: no network, nothing to write but their own folder',
    wrap: (command, writable) => [
      program,
      ...READABLE,
      ...writable.flatMap((folder) => ['--bind', folder, folder]),
      ...APART,
      ...command,
    ],
  };
}

function networkNamespace(prefix: readonly string[]): Sandbox {
  return {
    kind: 'network-namespace',
    detail: 'media tools run without a network (unshare); install bubblewrap to lock them in further',
    wrap: (command) => [...prefix, ...command],
  };
}

async function works(sandbox: Sandbox): Promise<boolean> {
  const [program = '', ...args] = sandbox.wrap(['/bin/sh', '-c', 'exit 7'], []);
  const child = spawn(program, args, { stdio: 'ignore', timeout: 5_000, env: {} });
  return await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code === 7));
    // A program that cannot be started is as good as one that refuses.
    child.once('error', () => resolve(false));
  });
}
