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
  stop(): Promise<void>;
}

const WORKSPACE = 'making-';

/** `directory` null: a temporary one, removed at the stop. */
export function createClipFolder(directory: string | null, capBytes: number): ClipFolder {
  /** Bytes by name, in the order in which they were last asked for. */
  const kept = new Map<string, number>();
  let opening: Promise<string> | null = null;
  const root = (): Promise<string> => (opening ??= open());

  async function open(): Promise<string> {
    const place = directory ?? (await mkdtemp(join(tmpdir(), 'gamekeeper-practice-clips-')));
    await mkdir(place, { recursive: true });
    for (const name of await readdir(place)) {
      // A workspace is what a process left that died while making a video.
      if (name.startsWith(WORKSPACE)) await rm(join(place, name), { recursive: true, force: true });
      else kept.set(name, await bytesIn(join(place, name)));
    }
    await makeRoom(place);
    return place;
  }

  async function makeRoom(place: string): Promise<void> {
    let bytes = [...kept.values()].reduce((sum, one) => sum + one, 0);
    for (const [name, size] of kept) {
      if (bytes <= capBytes) return;
      bytes -= size;
      kept.delete(name);
      await rm(join(place, name), { recursive: true, force: true });
    }
  }

  return {
    async find(name) {
      const place = await root();
      const bytes = kept.get(name);
      if (bytes === undefined) return undefined;
      kept.delete(name);
      kept.set(name, bytes);
      return join(place, name);
    },
    workspace: async () => mkdtemp(join(await root(), WORKSPACE)),
    async keep(workspace, name) {
      const place = await root();
      await rename(workspace, join(place, name));
      // The newest is kept even if it alone is above the cap: a request waits for it.
      await makeRoom(place);
      kept.set(name, await bytesIn(join(place, name)));
      return join(place, name);
    },
    async stop() {
      if (opening !== null && directory === null) await rm(await opening, { recursive: true, force: true });
    },
  };
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size;
  return bytes;
}
