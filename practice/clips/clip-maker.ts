/** Makes videos when they are first asked for: one ffmpeg at a time, at the lowest priority. Requests for the same video share one run. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { ClipFolder } from './clip-folder.ts';
import { type Recipe, drawScene, toFilmArguments } from './film.ts';

export interface ClipMaker {
  /** False: there is no ffmpeg, and nothing can be made. */
  isAble(): boolean;
  /** The folder with `clip.mp4`, or with `list.m3u8` and its pieces. Null: the maker was stopped before it was done. */
  make(recipe: Recipe, form: 'mp4' | 'hls'): Promise<string | null>;
  /** Gives up what is being made. */
  stop(): Promise<void>;
}

export interface ClipMakerParts {
  /** Called for the first video. Null: there is none. */
  readonly findFfmpeg: () => string | null;
  readonly folder: ClipFolder;
}

/** To be raised when the same recipe gives other bytes: old videos must not be found under the new name. */
const EDITION = 2;
/** Far above what a video takes: this ends an ffmpeg that hangs. */
const TIMEOUT_MS = 60_000;
const OUTPUTS = {
  mp4: ['-movflags', '+faststart', '-f', 'mp4', 'clip.mp4'],
  hls: ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', '-hls_segment_filename', '%d.ts', 'list.m3u8'],
} as const;

export function createClipMaker({ findFfmpeg, folder }: ClipMakerParts): ClipMaker {
  const making = new Map<string, Promise<string | null>>();
  let last: Promise<unknown> = Promise.resolve();
  let found: string | null | undefined;
  const ffmpeg = (): string | null => (found === undefined ? (found = findFfmpeg()) : found);
  let running: ChildProcess | null = null;
  let isStopped = false;

  async function film(name: string, recipe: Recipe, form: 'mp4' | 'hls'): Promise<string | null> {
    const kept = await folder.find(name);
    if (kept !== undefined) return kept;
    if (isStopped) return null;
    const tool = ffmpeg();
    if (tool === null) throw new Error('there is no ffmpeg to make videos with');
    const workspace = await folder.workspace();
    try {
      const pictures = recipe.scenes.map((_, place) => `${place}.rgb`);
      for (const [place, scene] of recipe.scenes.entries())
        await writeFile(join(workspace, `${place}.rgb`), drawScene(scene));
      if (isStopped) return await discard(workspace);
      running = spawn(tool, toFilmArguments(recipe, pictures, OUTPUTS[form]), {
        cwd: workspace,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await finish(running);
      for (const picture of pictures) await rm(join(workspace, picture));
      return await folder.keep(workspace, name);
    } catch (error) {
      await discard(workspace);
      // The kill of `stop` ends the run with an error, which is no failure.
      if (isStopped) return null;
      throw error;
    } finally {
      running = null;
      making.delete(name);
    }
  }

  return {
    isAble: () => ffmpeg() !== null,
    async make(recipe, form) {
      const text = JSON.stringify([EDITION, recipe, form]);
      const name = createHash('sha256').update(text).digest('hex').slice(0, 24);
      const kept = await folder.find(name);
      if (kept !== undefined) return kept;
      const underWay = making.get(name);
      if (underWay !== undefined) return underWay;
      const made = last.then(() => film(name, recipe, form));
      making.set(name, made);
      // A failure rejects the requests for this video; the next one is made all the same.
      last = made.catch(() => undefined);
      return made;
    },
    async stop() {
      isStopped = true;
      running?.kill('SIGKILL');
      await last;
      await folder.stop();
    },
  };
}

async function discard(workspace: string): Promise<null> {
  await rm(workspace, { recursive: true, force: true });
  return null;
}

function finish(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(new Error(`ffmpeg could not be started: ${error.message}`, { cause: error }));
    });
    child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve();
      else reject(new Error(`ffmpeg ended with ${code ?? signal}: ${said.trim()}`));
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it: then it runs at the usual priority.
  }
}
