/**
 * The practice world inside this process: a thread of its own, so that it never holds up the product, started again when it
 * dies. It keeps its port and its clock, also for the next process, and forgets nothing else: its world is a function of seed and time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import {
  continueClock,
  keepPractice,
  recallPractice,
  worldTime,
  type PracticeClock,
} from './practice-memory.ts';
import type { StoreDescription } from './store-part.ts';

export interface PracticeThreadOptions {
  /** The program to run: `practice/main.ts`. */
  readonly script: string;
  readonly seed: number;
  readonly profile: 'personal' | 'production' | 'unlimited';
  /** World seconds that pass in a second. */
  readonly speed: number;
  readonly port?: number | undefined;
  /** What makes the clips of its clip site; null: there are posts, but no videos. Undefined: what it finds by itself. */
  readonly ffmpeg?: string | null | undefined;
  /** Where those clips are kept. Undefined: in a temporary folder of its own, which goes when it is stopped. */
  readonly clipFolder?: string | undefined;
  /** Where its port and its clock are kept, for the process that is started after this one. Undefined: nowhere. */
  readonly memoryFile?: string | undefined;
  readonly log: Logger;
  readonly onChange: () => void;
}

export interface PracticeThread {
  readonly url: string;
  readonly riotBaseUrl: string;
  readonly staticBaseUrl: string;
  /** In the place of API-Football's `https://v3.football.api-sports.io`. */
  readonly footballBaseUrl: string;
  /** The clip site: `practice/clips/README.md`. */
  readonly clipSiteUrl: string;
  readonly keys: { readonly tft: string; readonly lol: string; readonly football: string };
  /** The time in its world. */
  readonly now: () => Date;
  /** Its seconds in one of ours. */
  readonly speed: () => number;
  describe(): StoreDescription;
  stop(): Promise<void>;
}

type Ready = Pick<
  PracticeThread,
  'url' | 'riotBaseUrl' | 'staticBaseUrl' | 'footballBaseUrl' | 'clipSiteUrl' | 'keys'
>;

/** More than it needs, and less than what would hurt the rest. */
const MAX_HEAP_MB = 400;
/** Without this limit it takes more, and the world answers no faster (measured). */
const MAX_YOUNG_HEAP_MB = 24;
const RESTART_MS = 500;

export async function startPracticeThread(options: PracticeThreadOptions): Promise<PracticeThread> {
  const state = { since: new Date(), restarts: 0, isRunning: true, isStopped: false };
  const before = recallPractice(options.memoryFile);
  const clock = continueClock(before, options.speed, Date.now());
  let current = launch(options, options.port ?? before?.port ?? 0, clock);
  const ready = await current.ready.catch((error: unknown) => {
    if (options.port !== undefined || before === undefined) throw error;
    // Somebody else has taken its port meanwhile.
    current = launch(options, 0, clock);
    return current.ready;
  });
  const port = Number(new URL(ready.url).port);
  keepPractice(options.memoryFile, { ...clock, port });
  const keepAlive = async (): Promise<void> => {
    for (;;) {
      const reason = await current.ended;
      if (state.isStopped) return;
      state.isRunning = false;
      state.restarts += 1;
      options.log.error({ reason }, 'the practice world died and is started again');
      options.onChange();
      await sleep(RESTART_MS);
      if (state.isStopped) return;
      current = launch(options, port, clock);
      // If it does not come up it has ended, and the next round says why.
      const isUp = await current.ready.then(Boolean, () => false);
      if (!isUp) continue;
      Object.assign(state, { isRunning: true, since: new Date() });
      options.onChange();
    }
  };
  const keeping = keepAlive();
  return {
    ...ready,
    now: () => new Date(worldTime(clock, Date.now())),
    speed: () => clock.speed,
    describe: () => ({
      state: state.isRunning ? 'running' : 'down',
      since: state.since,
      restarts: state.restarts,
      beganAnew: 0,
      detail: state.isRunning
        ? 'Invented players and games: no key is set.'
        : 'It died and is being started again.',
    }),
    async stop() {
      state.isStopped = true;
      current.tell('stop');
      await keeping;
    },
  };
}

function launch(options: PracticeThreadOptions, port: number, time: PracticeClock) {
  const { script, seed, profile, ffmpeg, clipFolder } = options;
  const isOurs = time.speed === 1 && time.startAt === time.startedAt;
  const clock = isOurs ? { mode: 'real' } : { mode: 'accelerated', ...time };
  const worker = new Worker(script, {
    workerData: { seed, profile, clock, port, ffmpeg, clipFolder },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
  });
  let reason = 'it ended by itself';
  const ended = new Promise<string>((resolve) => {
    worker.on('error', (error) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', () => resolve(reason));
  });
  const ready = new Promise<Ready>((resolve, reject) => {
    worker.once('message', (message: Ready) => resolve(message));
    void ended.then((why) => reject(new Error(`the practice world did not start: ${why}`)));
  });
  // Whoever waits for it hears of it; after a restart nobody does.
  ready.catch(() => undefined);
  return { ready, ended, tell: worker.postMessage.bind(worker) };
}
