/**
 * A practice world that another process runs, as if it ran here: found by its address alone, it tells its keys and its clock. It is asked again
 * and again, because it may be started anew with another clock; while it does not answer, the last clock goes on.
 *
 * Its side door lets in only who calls it by a loopback name. From another machine, its port has to be forwarded to one of this machine.
 */
import type { Logger } from 'pino';
import { backoffDelayMs } from '#/domain/backoff.ts';
import { UserError } from '#/domain/user-error.ts';
import { pause } from './pause.ts';
import { worldTime, type PracticeClock } from './practice-memory.ts';
import type { PracticeThread } from './practice-thread.ts';

export interface SharedPracticeOptions {
  /** `http://127.0.0.1:4100` */
  readonly url: string;
  readonly log: Logger;
  readonly onChange: () => void;
  /** Ends the waiting for one that is not there yet. */
  readonly signal: AbortSignal;
  readonly lookEveryMs?: number;
}

interface Told {
  readonly keys: PracticeThread['keys'];
  readonly clock: PracticeClock;
}

const LOOK_MS = 5_000;
const ANSWER_MS = 3_000;
const RETRY = { firstMs: 250, maxMs: 5_000 };

export async function joinPracticeWorld(options: SharedPracticeOptions): Promise<PracticeThread> {
  const { url, log, onChange, lookEveryMs = LOOK_MS } = options;
  const { keys, clock: firstClock } = await untilItAnswers(options);
  const state = { clock: firstClock, isThere: true, since: new Date() };
  const stopping = new AbortController();
  const note = (told: Told | undefined): void => {
    if (told !== undefined) state.clock = told.clock;
    const isThere = told !== undefined;
    if (isThere === state.isThere) return;
    Object.assign(state, { isThere, since: new Date() });
    log[isThere ? 'info' : 'warn'](
      { url },
      isThere ? 'the practice world answers again' : 'the practice world does not answer',
    );
    onChange();
  };
  const looking = (async () => {
    for (;;) {
      await pause(lookEveryMs, stopping.signal);
      if (stopping.signal.aborted) return;
      note(await ask(url).catch(() => undefined)); // Why it does not answer is for whoever runs it.
    }
  })();
  return {
    url,
    riotBaseUrl: `${url}/{route}`,
    staticBaseUrl: url,
    footballBaseUrl: `${url}/football`,
    clipSiteUrl: `${url}/clips`,
    keys,
    now: () => new Date(worldTime(state.clock, Date.now())),
    speed: () => state.clock.speed,
    describe: () => ({
      state: state.isThere ? 'running' : 'down',
      since: state.since,
      restarts: 0,
      beganAnew: 0,
      detail: state.isThere
        ? 'Invented players and games, told by another process.'
        : 'It does not answer; it is run by another process.',
    }),
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}

async function untilItAnswers({ url, log, signal }: SharedPracticeOptions): Promise<Told> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await ask(url);
    } catch (error) {
      if (error instanceof UserError) throw error;
      // Told once in full; after that only that it is still so.
      log[attempt === 1 ? 'warn' : 'debug'](
        { err: error, url },
        'the practice world does not answer yet; trying again',
      );
      await pause(backoffDelayMs(RETRY, attempt, Math.random()), signal);
    }
  }
}

async function ask(url: string): Promise<Told> {
  const response = await fetch(new URL('/practice/world', url), { signal: AbortSignal.timeout(ANSWER_MS) });
  const text = await response.text();
  const told = response.ok ? readTold(text) : undefined;
  if (told !== undefined) return told;
  throw new UserError(
    `PRACTICE_URL is ${url}, which answers ${response.status} ${JSON.stringify(text.slice(0, 200))} to /practice/world.`,
    'Expected a practice world of this version (`gamekeeper practice`), addressed as 127.0.0.1 or localhost.',
  );
}

function readTold(text: string): Told | undefined {
  let told: { readonly keys?: Record<string, unknown>; readonly clock?: Record<string, unknown> } | null;
  try {
    told = JSON.parse(text) as typeof told;
  } catch {
    return undefined; // Somebody else answers there; the caller says so.
  }
  const hasKeys = (['tft', 'lol', 'football'] as const).every(
    (name) => typeof told?.keys?.[name] === 'string',
  );
  const hasClock = (['startAt', 'startedAt', 'speed'] as const).every((name) =>
    Number.isFinite(told?.clock?.[name]),
  );
  return hasKeys && hasClock ? (told as unknown as Told) : undefined;
}
