/**
 * What a crowd asks for: the page and what it reads, answers that are cached, questions that are new, a player's history, the job log.
 * The shares are a guess at a busy evening, not a measurement of one.
 */
export interface AskedRoute {
  readonly name: string;
  /** Of a hundred requests. */
  readonly share: number;
  /** In turn; `{n}` is another number each time, so that no answer is cached. */
  readonly paths: readonly string[];
}

const ROUTES: readonly AskedRoute[] = [
  { name: 'page', share: 15, paths: ['/'] },
  { name: 'status', share: 15, paths: ['/api/status'] },
  { name: 'jobs', share: 5, paths: ['/api/jobs', '/api/jobs/failed'] },
  {
    name: 'explore, kept',
    share: 40,
    paths: [
      '/api/tft/explore',
      '/api/tft/explore?by=trait',
      '/api/tft/explore?by=item',
      '/api/tft/explore?by=level',
      '/api/tft/explore?tier=master,grandmaster,challenger&min=50',
    ],
  },
  { name: 'explore, new', share: 15, paths: ['/api/tft/explore?min=1&lp={n}..'] },
];
const HISTORY_SHARE = 10;
const HISTORIES = 3;

/** Looks for players whose history can be asked for. Without any, or with the server away, the other routes share their part. */
export async function makeRequestMix(url: string): Promise<readonly AskedRoute[]> {
  const response = await fetch(`${url}/api/lol/players?query=&limit=${HISTORIES}`).catch(() => undefined);
  if (response?.ok !== true) return ROUTES;
  const { players } = (await response.json()) as { players: { gameName: string; tagLine: string }[] };
  const paths = players.map(
    ({ gameName, tagLine }) =>
      `/api/lol/players/${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}/history`,
  );
  return paths.length === 0 ? ROUTES : [...ROUTES, { name: 'history', share: HISTORY_SHARE, paths }];
}
