/**
 * Where made videos are kept: one folder each, put there whole or not at all, the ones that were not asked for the longest thrown away
 * above a number of bytes. Everything in it can be made again, so losing it changes the time of an answer and never the answer.
 */
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ClipFolder {
  /** The folder of that name, if it has been made. */
  find(name: string): Promise<string | undefined>;
  /** A new folder to make something in, on the same disk. */
  workspace(): Promise<string>;
  /** Takes what was made in a workspace under its name. */
  keep(workspace: string, name: string): Promise<string>;
  sizeBytes(): number;
  stop(): Promise<void>;
}

interface Kept {
  readonly bytes: number;
  usedAt: number;
}

const WORKSPACE = 'making-';

/** `directory` null: one of its own below the system's, gone when stopped. */
export function createClipFolder(directory: string | null, capBytes: number): ClipFolder {
  const kept = new Map<string, Kept>();
  let opening: Promise<string> | null = null;

  async function open(): Promise<string> {
    const root = directory ?? (await mkdtemp(join(tmpdir(), 'gamekeeper-practice-clips-')));
    await mkdir(root, { recursive: true });
    for (const name of await readdir(root)) {
      // What a process left that died while making it.
      if (name.startsWith(WORKSPACE)) await rm(join(root, name), { recursive: true, force: true });
      else kept.set(name, { bytes: await bytesIn(join(root, name)), usedAt: 0 });
    }
    await makeRoom(root);
    return root;
  }
  const root = (): Promise<string> => (opening ??= open());
  const sizeBytes = (): number => [...kept.values()].reduce((all, { bytes }) => all + bytes, 0);

  async function makeRoom(place: string): Promise<void> {
    for (const [name] of [...kept].sort(([, one], [, other]) => one.usedAt - other.usedAt)) {
      if (sizeBytes() <= capBytes) return;
      kept.delete(name);
      await rm(join(place, name), { recursive: true, force: true });
    }
  }

  return {
    async find(name) {
      const place = await root();
      const known = kept.get(name);
      if (known === undefined) return undefined;
      known.usedAt = performance.now();
      return join(place, name);
    },
    workspace: async () => mkdtemp(join(await root(), WORKSPACE)),
    async keep(workspace, name) {
      const place = await root();
      await rename(workspace, join(place, name));
      // What was made last is kept even if it alone is above the cap: somebody waits for it.
      await makeRoom(place);
      kept.set(name, { bytes: await bytesIn(join(place, name)), usedAt: performance.now() });
      return join(place, name);
    },
    sizeBytes,
    async stop() {
      if (opening === null) return;
      const place = await opening;
      if (directory === null) await rm(place, { recursive: true, force: true });
    },
  };
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size;
  return bytes;
}
