/** The whole practice world on a real port, with a small population and a clock that tests move. */
import { onTestFinished } from 'vitest';
import { request } from 'undici';
import { createPracticeWorld, type PracticeWorldSettings } from './practice-world.ts';

export const BEGIN = Date.UTC(2026, 10, 15, 12);

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface AskOptions {
  readonly key?: string | null;
  readonly host?: string;
  readonly verb?: string;
  readonly signal?: AbortSignal;
}

export type PracticeUnderTest = Awaited<ReturnType<typeof startPractice>>;

/** Stops with the test. */
export async function startForTest(
  settings: Partial<PracticeWorldSettings> = {},
): Promise<PracticeUnderTest> {
  const practice = await startPractice(settings);
  onTestFinished(() => practice.running.stop());
  return practice;
}

export async function startPractice(settings: Partial<PracticeWorldSettings> = {}) {
  const running = await createPracticeWorld({
    seed: 7,
    clock: { mode: 'stepped', startAt: BEGIN },
    profile: 'unlimited',
    playerCount: 1000,
    ffmpeg: null,
    ...settings,
  });
  const { url, keys } = running;

  /** A call to Riot: `euw1/tft/league/v1/challenger`. By default with the key of the game in the path. */
  async function ask(path: string, options: AskOptions = {}): Promise<Reply> {
    const { host, verb = 'GET', signal } = options;
    const { key = path.split('/')[1] === 'lol' ? keys.lol : keys.tft } = options;
    const { statusCode, headers, body } = await request(`${url}/${path}`, {
      method: verb,
      ...(signal !== undefined && { signal }),
      headers: { ...(key !== null && { 'X-Riot-Token': key }), ...(host !== undefined && { host }) },
    });
    return { status: statusCode, headers, text: await body.text() };
  }
  const fetchFrom = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, { redirect: 'manual', ...init });
  async function sideDoor(verb: 'GET' | 'PUT' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const headers = { 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
    const response = await fetchFrom(`/practice${path}`, { method: verb, ...sent });
    return response.status === 204 ? undefined : response.json();
  }
  return {
    running,
    ask,
    fetchFrom,
    sideDoor,
    async read<T>(path: string, options?: AskOptions): Promise<T> {
      const { status, text } = await ask(path, options);
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      return JSON.parse(text) as T;
    },
    setFaults: (...rules: readonly object[]) => sideDoor('PUT', '/faults', { seed: 1, rules }),
    advance: (ms: number) => sideDoor('POST', '/clock/advance', { ms }),
  };
}
