/**
 * Makes videos when they are first asked for: one ffmpeg at a time, at the lowest priority, because the machine has better things to
 * do. Whoever asks waits; who asks for the same waits for the same.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { ClipFolder } from './clip-folder.ts';
import { toFilmArguments } from './film.ts';
import { ODD_VIDEOS, type OddVideo } from './hostile-kinds.ts';
import type { Recipe, Scene } from './recipe.ts';
import { drawScene, type SceneWords } from './scene.ts';
import { createWorkQueue } from './work-queue.ts';

export interface ClipMaker {
  /** False: there is no ffmpeg, and nothing can be made. */
  isAble(): boolean;
  /** The folder with `clip.mp4`, or with `list.m3u8` and its pieces. */
  make(recipe: Recipe, form: 'mp4' | 'hls'): Promise<string>;
  makeOdd(kind: OddVideo): Promise<string>;
  /** What is being made is given up. */
  stop(): Promise<void>;
}

export interface ClipMakerParts {
  /** Asked when the first video is. Null: there is none. */
  readonly findFfmpeg: () => string | null;
  readonly folder: ClipFolder;
  readonly wordsOf: (scene: Scene) => SceneWords;
}

/** Raw frames for ffmpeg's stdin; null: it needs none. */
type Pictures = () => Promise<Buffer | null>;

/** Changes when the same recipe gives other bytes: old videos are not to be found under the new name. */
const EDITION = 1;
/** Nothing takes as long, unless ffmpeg hangs. */
const TIMEOUT_MS = 60_000;
const OUTPUTS = {
  mp4: ['-movflags', '+faststart', '-f', 'mp4', 'clip.mp4'],
  hls: ['-f', 'hls', '-hls_time', '2', '-hls_list_size', '0', '-hls_segment_filename', '%d.ts', 'list.m3u8'],
} as const;

export function createClipMaker({ findFfmpeg, folder, wordsOf }: ClipMakerParts): ClipMaker {
  const queue = createWorkQueue<string>();
  let found: string | null | undefined;
  const ffmpeg = (): string | null => (found === undefined ? (found = findFfmpeg()) : found);
  let running: ChildProcess | null = null;
  let isStopped = false;

  async function film(name: string, args: readonly string[], pictures: Pictures): Promise<string> {
    const tool = ffmpeg();
    if (tool === null) throw new Error('there is no ffmpeg to make videos with');
    const workspace = await folder.workspace();
    try {
      const drawn = await pictures();
      if (isStopped) throw new Error('the clip site was stopped');
      running = spawn(tool, args, { cwd: workspace, stdio: ['pipe', 'ignore', 'pipe'] });
      await finish(running, drawn);
      return await folder.keep(workspace, name);
    } catch (error) {
      await rm(workspace, { recursive: true, force: true });
      throw error;
    } finally {
      running = null;
    }
  }

  async function findOrFilm(what: object, args: readonly string[], pictures: Pictures): Promise<string> {
    const name = createHash('sha256')
      .update(JSON.stringify([EDITION, what]))
      .digest('hex')
      .slice(0, 24);
    const made = queue.underWay(name) ?? (await folder.find(name));
    return made ?? queue.add(name, () => film(name, args, pictures));
  }

  return {
    isAble: () => ffmpeg() !== null,
    make(recipe, form) {
      const words = recipe.scenes.map(wordsOf);
      const args = toFilmArguments(recipe, OUTPUTS[form]);
      return findOrFilm({ recipe, words, form }, args, () => drawAll(recipe.scenes, words));
    },
    makeOdd(kind) {
      const args = ['-hide_banner', '-loglevel', 'error', ...ODD_VIDEOS[kind], ...OUTPUTS.mp4];
      return findOrFilm({ kind }, args, () => Promise.resolve(null));
    },
    async stop() {
      isStopped = true;
      running?.kill('SIGKILL');
      await queue.idle();
      await folder.stop();
    },
  };
}

async function drawAll(scenes: readonly Scene[], words: readonly SceneWords[]): Promise<Buffer> {
  const drawn: Buffer[] = [];
  for (const [place, scene] of scenes.entries())
    drawn.push(await drawScene(scene, words[place] ?? { board: '', mark: '' }));
  return drawn.length === 1 && drawn[0] !== undefined ? drawn[0] : Buffer.concat(drawn);
}

function finish(child: ChildProcess, input: Buffer | null): Promise<void> {
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
    // It may have ended before it has read all; its exit tells why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? undefined);
    if (child.pid !== undefined) lowerPriority(child.pid);
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it: then it runs like anything else.
  }
}

/** What `make` puts into a folder. */
export function mp4In(folder: string): string {
  return join(folder, 'clip.mp4');
}
