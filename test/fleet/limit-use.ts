/**
 * How much of what a host allows is used, by the upstream's own count. Under backlog calls come in bursts: as many as a window allows, then
 * nothing until it is over. The first call after such a pause opens a window; each further one opens with the first call after the last has
 * ended. It is measured from the opening of a window to that of a later one: anything else would cut one in two.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Upstream } from '../drill/upstream.ts';

export interface Look {
  readonly calls: number;
  readonly atMs: number;
}

export interface LimitUse {
  /** Of what the limit allows; null: there was no pause, or no whole window after it. */
  readonly share: number | null;
  readonly windows: number;
}

export interface LimitWatch {
  stop(): Promise<LimitUse>;
}

interface Report {
  readonly rows: readonly { readonly key: string; readonly host: string; readonly calls: number }[];
}

const LOOK_MS = 50;
/** Longer than calls of a busy machine lie apart. */
const PAUSE_MS = 700;

export interface Limit {
  readonly calls: number;
  readonly seconds: number;
}

/** `host`: where the bodies of games are asked for; ladders come from another one, with limits of its own. */
export function watchLimitUse(upstream: Upstream, host: string, limit: Limit): LimitWatch {
  const looks: Look[] = [];
  const stopping = new AbortController();
  const looking = (async () => {
    while (!stopping.signal.aborted) {
      looks.push({ calls: await countCalls(upstream, host), atMs: performance.now() });
      await delay(LOOK_MS);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await looking;
      return useOf(looks, limit);
    },
  };
}

export function useOf(looks: readonly Look[], limit: Limit): LimitUse {
  const openings = findOpenings(looks, limit.seconds * 1_000);
  const [first, last] = [openings[0], openings.at(-1)];
  if (first === undefined || last === undefined || first === last) return { share: null, windows: 0 };
  const allowed = ((last.atMs - first.atMs) / 1_000 / limit.seconds) * limit.calls;
  return { share: (last.calls - first.calls) / allowed, windows: openings.length - 1 };
}

/** When each window opened, and how many calls there had been before. */
function findOpenings(looks: readonly Look[], windowMs: number): Look[] {
  const openings: Look[] = [];
  let lastGrowthMs = looks[0]?.atMs ?? 0;
  for (const [index, { calls, atMs }] of looks.entries()) {
    const before = looks[index - 1];
    if (before === undefined || calls === before.calls) continue;
    const opened = openings.at(-1);
    const isOpening = opened === undefined ? atMs - lastGrowthMs >= PAUSE_MS : atMs - opened.atMs >= windowMs;
    if (isOpening) openings.push({ calls: before.calls, atMs });
    lastGrowthMs = atMs;
  }
  return openings;
}

async function countCalls(upstream: Upstream, host: string): Promise<number> {
  const address = upstream.riotBaseUrl.replace('{route}', 'practice/seen');
  const report = (await (await fetch(address)).json()) as Report;
  return report.rows.reduce((sum, row) => sum + (row.key === 'tft' && row.host === host ? row.calls : 0), 0);
}
