/**
 * The practice world as a part of this process: either a thread of its own, so that it never blocks the product, or a world that
 * another process runs, found by its address.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { UserError } from '#/domain/user-error.ts';
import { pause } from './pause.ts';
import type { StoreDescription } from './open-stores.ts';
import { supervise, untilAvailable } from './supervise.ts';

export interface PracticeWorld {
  readonly url: string;
  readonly riotBaseUrl: string;
  readonly staticBaseUrl: string;
  /** In the place of API-Football's `https://v3.football.api-sports.io`. */
  readonly footballBaseUrl: string;
  /** The clip site: `practice/clips/README.md`. */
  readonly clipSiteUrl: string;
  readonly keys: { readonly tft: string; readonly lol: string; readonly football: string };
  /** The time in the world. */
  readonly now: () => Date;
  /** World seconds per real second. */
  readonly speed: () => number;
  describe(): StoreDescription;
  stop(): Promise<void>;
}

export interface PracticeThreadOptions {
  /** The program to run: `practice/main.ts`. */
  readonly script: string;
  readonly seed: number;
  readonly profile: 'personal' | 'production' | 'unlimited';
  /** World seconds per real second. */
  readonly speed: number;
  readonly port?: number | undefined;
  /** Encodes the clips of the clip site; null: posts without videos. Undefined: the one it finds itself. */
  readonly ffmpeg?: string | null | undefined;
  /** Where those clips are stored. Undefined: in a temporary folder, deleted at the stop. */
  readonly clipFolder?: string | undefined;
  /** Where port and clock are stored for the next process. Undefined: nowhere. */
  readonly memoryFile?: string | undefined;
  readonly log: Logger;
  readonly onChange: () => void;
}

type Started = Omit<PracticeWorld, 'now' | 'speed' | 'describe' | 'stop'>;

const MAX_HEAP_MB = 400;
/** Without this limit V8 uses more memory, and the world answers no faster (measured). */
const MAX_YOUNG_HEAP_MB = 24;
const RESTART_MS = 500;

/** Starts the thread, and restarts it when it dies. Port and clock stay the same: the world is a function of seed and time. */
export async function startPracticeThread(options: PracticeThreadOptions): Promise<PracticeWorld> {
  const { log, memoryFile, onChange } = options;
  const before = readPracticeMemory(memoryFile);
  const clock = continueClock(before, options.speed, Date.now());
  let thread = launch(options, options.port ?? before?.port ?? 0, clock);
  const started = await thread.ready.catch((error: unknown) => {
    if (options.port !== undefined || before === undefined) throw error;
    // Another program has taken the port of the last run.
    thread = launch(options, 0, clock);
    return thread.ready;
  });
  const port = Number(new URL(started.url).port);
  writePracticeMemory(memoryFile, { ...clock, port });

  const state = { since: new Date(), restarts: 0, isRunning: true };
  const keeping = supervise(
    async (stopping) => {
      const reason = await thread.ended;
      if (stopping.aborted) return;
      state.isRunning = false;
      state.restarts += 1;
      log.error({ reason }, 'practice world died, restarting');
      onChange();
      await pause(RESTART_MS, stopping);
      if (stopping.aborted) return;
      thread = launch(options, port, clock);
      // If it does not start, it has ended, and the next run logs why.
      if (!(await thread.ready.then(Boolean, () => false))) return;
      Object.assign(state, { isRunning: true, since: new Date() });
      onChange();
    },
    { everyMs: 0, onError: (error) => log.error({ err: error }, 'practice world not restarted') },
  );
  return {
    ...started,
    now: () => new Date(worldTime(clock, Date.now())),
    speed: () => clock.speed,
    describe: () =>
      describeWorld(state, {
        running: 'Invented players and matches: no key is set.',
        down: 'It died and is being restarted.',
      }),
    async stop() {
      const kept = keeping.stop();
      thread.send('stop');
      await kept;
      await thread.ended;
    },
  };
}

function launch(options: PracticeThreadOptions, port: number, time: PracticeClock) {
  const { script, seed, profile, ffmpeg, clipFolder } = options;
  const isRealTime = time.speed === 1 && time.startAt === time.startedAt;
  const clock = isRealTime ? { mode: 'real' } : { mode: 'accelerated', ...time };
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
  const ready = new Promise<Started>((resolve, reject) => {
    worker.once('message', (message: Started) => resolve(message));
    void ended.then((why) => reject(new Error(`the practice world did not start: ${why}`)));
  });
  // The first start awaits it; after a restart a rejection must not count as unhandled.
  ready.catch(() => undefined);
  return { ready, ended, send: worker.postMessage.bind(worker) };
}

export interface JoinPracticeOptions {
  /** `http://127.0.0.1:4100` */
  readonly url: string;
  readonly log: Logger;
  readonly onChange: () => void;
  /** Ends the wait for a world that does not answer yet. */
  readonly signal: AbortSignal;
  readonly pollMs?: number;
}

interface WorldFacts {
  readonly keys: PracticeWorld['keys'];
  readonly clock: PracticeClock;
}

const POLL_MS = 5_000;
const ANSWER_MS = 3_000;

/**
 * Uses the world of another process. Its keys and clock are polled, because it may be restarted with another clock; while it does
 * not answer, the last clock is used. It accepts requests to a loopback name only: from another machine, forward its port.
 */
export async function joinPracticeWorld(options: JoinPracticeOptions): Promise<PracticeWorld> {
  const { url, log, signal, onChange, pollMs = POLL_MS } = options;
  const first = await untilAvailable(() => readWorld(url), { what: url, isOutage: isSilence, log, signal });
  const state = { clock: first.clock, isRunning: true, since: new Date() };
  const polling = supervise(
    async () => {
      const facts = await readWorld(url).catch(() => undefined); // Its own log says why it does not answer.
      if (facts !== undefined) state.clock = facts.clock;
      const isRunning = facts !== undefined;
      if (isRunning === state.isRunning) return;
      Object.assign(state, { isRunning, since: new Date() });
      if (isRunning) log.info({ url }, 'practice world answers again');
      else log.warn({ url }, 'practice world does not answer');
      onChange();
    },
    { everyMs: pollMs, onError: (error) => log.error({ err: error }, 'practice world not polled') },
  );
  return {
    url,
    riotBaseUrl: `${url}/{route}`,
    staticBaseUrl: url,
    footballBaseUrl: `${url}/football`,
    clipSiteUrl: `${url}/clips`,
    keys: first.keys,
    now: () => new Date(worldTime(state.clock, Date.now())),
    speed: () => state.clock.speed,
    describe: () =>
      describeWorld(
        { ...state, restarts: 0 },
        {
          running: 'Invented players and matches, run by another process.',
          down: 'It does not answer; another process runs it.',
        },
      ),
    stop: () => polling.stop(),
  };
}

/** A wrong answer is final; everything else may pass. */
function isSilence(error: unknown): boolean {
  return !(error instanceof UserError);
}

async function readWorld(url: string): Promise<WorldFacts> {
  const response = await fetch(new URL('/practice/world', url), { signal: AbortSignal.timeout(ANSWER_MS) });
  const text = await response.text();
  const facts = response.ok ? parseFacts(text) : undefined;
  if (facts !== undefined) return facts;
  throw new UserError(
    `PRACTICE_URL is ${url}, which answers ${response.status} ${JSON.stringify(text.slice(0, 200))} to /practice/world.`,
    'Expected a practice world of this version (`gamekeeper practice`), addressed as 127.0.0.1 or localhost.',
  );
}

function parseFacts(text: string): WorldFacts | undefined {
  const facts = parseJson(text) as {
    readonly keys?: Record<string, unknown>;
    readonly clock?: Record<string, unknown>;
  } | null;
  const hasKeys = (['tft', 'lol', 'football'] as const).every(
    (name) => typeof facts?.keys?.[name] === 'string',
  );
  return hasKeys && hasNumbers(facts?.clock, CLOCK_FIELDS) ? (facts as unknown as WorldFacts) : undefined;
}

function describeWorld(
  { isRunning, since, restarts }: { isRunning: boolean; since: Date; restarts: number },
  detail: { readonly running: string; readonly down: string },
): StoreDescription {
  const state = isRunning ? 'running' : 'down';
  return { state, since, restarts, beganAnew: 0, detail: detail[state] };
}

export interface PracticeClock {
  /** The world's time was `startAt` when the machine's was `startedAt`, in ms. */
  readonly startAt: number;
  readonly startedAt: number;
  readonly speed: number;
}

/**
 * What a restarted process needs: the clock, because finished matches must not be played again, and the port, because it is part of
 * the address of every clip that was found.
 */
export interface PracticeMemory extends PracticeClock {
  readonly port: number;
}

const CLOCK_FIELDS = ['startAt', 'startedAt', 'speed'];

export function readPracticeMemory(file: string | undefined): PracticeMemory | undefined {
  if (file === undefined) return undefined;
  try {
    const memory = parseJson(readFileSync(file, 'utf8'));
    return hasNumbers(memory, [...CLOCK_FIELDS, 'port']) ? (memory as PracticeMemory) : undefined;
  } catch {
    return undefined; // The first start, or the file was deleted.
  }
}

export function writePracticeMemory(file: string | undefined, memory: PracticeMemory): void {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(memory));
  renameSync(`${file}.new`, file);
}

/** The clock continues from its current time, also with another speed. */
export function continueClock(before: PracticeClock | undefined, speed: number, now: number): PracticeClock {
  if (before === undefined) return { startAt: now, startedAt: now, speed };
  return before.speed === speed ? before : { startAt: worldTime(before, now), startedAt: now, speed };
}

export function worldTime({ startAt, startedAt, speed }: PracticeClock, now: number): number {
  return startAt + (now - startedAt) * speed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller reports what it expected instead.
  }
}

function hasNumbers(value: unknown, names: readonly string[]): boolean {
  const fields = (value ?? {}) as Record<string, unknown>;
  return names.every((name) => Number.isFinite(fields[name]));
}
