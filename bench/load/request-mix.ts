/**
 * What a crowd asks for, and how often: the page and what it reads, answers that lie ready, questions that nobody has asked before, one
 * player's history, the job log. The shares are a guess at a busy evening, not a measurement of one.
 */
export interface AskedRoute {
  readonly name: string;
  /** Of a hundred requests. */
  readonly share: number;
  /** In turn; `{n}` is another number each time, so that no answer lies ready. */
  readonly paths: readonly string[];
}

const PAGE: AskedRoute = { name: 'page', share: 15, paths: ['/'] };
const STATUS: AskedRoute = { name: 'status', share: 15, paths: ['/api/status'] };
const JOBS: AskedRoute = { name: 'jobs', share: 5, paths: ['/api/jobs', '/api/jobs/failed'] };
const KEPT: AskedRoute = {
  name: 'explore, kept',
  share: 40,
  paths: [
    '/api/tft/explore',
    '/api/tft/explore?by=trait',
    '/api/tft/explore?by=item',
    '/api/tft/explore?by=level',
    '/api/tft/explore?tier=master,grandmaster,challenger&min=50',
  ],
};
const NEW: AskedRoute = { name: 'explore, new', share: 15, paths: ['/api/tft/explore?min=1&lp={n}..'] };
const HISTORY_SHARE = 10;
const HISTORIES = 3;
/** Letters with which to look for somebody whose history can be asked for. */
const BEGINNINGS = 'aeisnrmklt'.split('');

interface FoundPlayers {
  readonly players: readonly { readonly gameName: string; readonly tagLine: string }[];
}

/** Asks who is known, so that there is a history to ask for; without anybody, the others get its share. */
export async function makeRequestMix(url: string): Promise<readonly AskedRoute[]> {
  const paths = await findHistories(url);
  if (paths.length === 0) return [PAGE, STATUS, JOBS, { ...KEPT, share: KEPT.share + HISTORY_SHARE }, NEW];
  return [PAGE, STATUS, JOBS, KEPT, NEW, { name: 'history', share: HISTORY_SHARE, paths }];
}

async function findHistories(url: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const beginning of BEGINNINGS) {
    if (found.size >= HISTORIES) break;
    for (const { gameName, tagLine } of await findPlayers(url, beginning))
      found.add(`/api/lol/players/${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}/history`);
  }
  return [...found].slice(0, HISTORIES);
}

async function findPlayers(url: string, beginning: string): Promise<FoundPlayers['players']> {
  try {
    const response = await fetch(`${url}/api/lol/players?query=${beginning}&limit=${HISTORIES}`);
    return response.ok ? ((await response.json()) as FoundPlayers).players : [];
  } catch {
    return []; // A server that is away now is part of what is measured; the requests will tell.
  }
}
