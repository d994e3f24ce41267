/** A practice world with a key for League of Legends of its own, slow enough to be watched, and players of it by how much they have played. */
import { createPracticeWorld } from '../../practice/practice-world.ts';

/** Asks without limits, so that looking for players costs the product nothing. */
const WITNESS = 'RGAPI-00000000-0000-4000-8000-0123456789ab';
const REGIONS: Readonly<Record<string, string>> = {
  na1: 'americas',
  br1: 'americas',
  euw1: 'europe',
  eun1: 'europe',
  kr: 'asia',
  jp1: 'asia',
  sg2: 'sea',
};
const PAGE = 100;
const MOST_LISTED = 1_000;

export interface WorldPlayer {
  readonly gameName: string;
  readonly tagLine: string;
  readonly platform: string;
  /** As many as the upstream lists. */
  readonly games: number;
}

export interface LolWorld {
  /** What a product needs to collect from here. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * The first players that it holds for, none of them twice. With `isWhole`, only those whose listed games are all there: one that is
   * missing is asked for again for a minute and a half. With `isRanked`, only those who have a rank.
   */
  choose(
    count: number,
    isMeant: (games: number) => boolean,
    options?: { readonly isWhole?: boolean; readonly isRanked?: boolean },
  ): Promise<readonly WorldPlayer[]>;
  /** Of the product's key. */
  setKey(setting: { readonly expired?: boolean; readonly profile?: object }): Promise<void>;
  /** What goes wrong from now on, as `practice/edge` describes it; an empty list: nothing. */
  setFaults(rules: readonly object[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startLolWorld(application: string): Promise<LolWorld> {
  const practice = await createPracticeWorld({
    seed: 4,
    clock: { mode: 'real' },
    playerCount: 2_000,
    profile: { application, method: application },
    keys: [{ key: WITNESS, name: 'witness', profile: 'unlimited' }],
  });
  const taken = new Set<string>();
  const askRiot = async (host: string, path: string): Promise<unknown> => {
    const address = practice.riotBaseUrl.replace('{route}', host) + path;
    const response = await fetch(address, { headers: { 'X-Riot-Token': WITNESS } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  const put = async (path: string, setting: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(setting);
    const response = await fetch(practice.url + path, { method: 'PUT', body, headers });
    if (!response.ok) throw new Error(`${path} was not changed: ${response.status} ${await response.text()}`);
  };
  const puuidOf = async ({ gameName, tagLine }: Omit<WorldPlayer, 'games'>): Promise<string> => {
    const name = `${encodeURIComponent(gameName)}/${encodeURIComponent(tagLine)}`;
    const account = await askRiot('europe', `/riot/account/v1/accounts/by-riot-id/${name}`);
    return (account as { puuid: string }).puuid;
  };
  const hasRank = async (player: Omit<WorldPlayer, 'games'>): Promise<boolean> => {
    const path = `/lol/league/v4/entries/by-puuid/${await puuidOf(player)}`;
    return ((await askRiot(player.platform, path)) as unknown[]).length > 0;
  };
  const listGames = async (player: Omit<WorldPlayer, 'games'>): Promise<string[]> => {
    const { platform } = player;
    const puuid = await puuidOf(player);
    const list = `/lol/match/v5/matches/by-puuid/${puuid}/ids?count=${PAGE}&start=`;
    const ids: string[] = [];
    while (ids.length < MOST_LISTED) {
      const page = (await askRiot(REGIONS[platform] ?? 'europe', list + ids.length)) as string[];
      ids.push(...page);
      if (page.length < PAGE) break;
    }
    return ids;
  };
  const isThere = async (id: string, platform: string): Promise<boolean> => {
    const path = `/lol/match/v5/matches/${id}`;
    const address = practice.riotBaseUrl.replace('{route}', REGIONS[platform] ?? 'europe') + path;
    const response = await fetch(address, { headers: { 'X-Riot-Token': WITNESS } });
    await response.arrayBuffer();
    return response.ok;
  };
  async function* players() {
    for (let from = 0; ; from += PAGE) {
      const response = await fetch(`${practice.url}/practice/truth/players?from=${from}&count=${PAGE}`);
      const page = (await response.json()) as { players: Omit<WorldPlayer, 'games'>[] };
      if (page.players.length === 0) return;
      yield* page.players;
    }
  }
  return {
    environment: {
      PRACTICE: 'off',
      RIOT_LOL_API_KEY: practice.keys.lol,
      RIOT_BASE_URL: practice.riotBaseUrl,
    },
    async choose(count, isMeant, { isWhole = false, isRanked = false } = {}) {
      const chosen: WorldPlayer[] = [];
      for await (const { gameName, tagLine, platform } of players()) {
        const riotId = `${gameName}#${tagLine}`;
        if (taken.has(riotId)) continue;
        const ids = await listGames({ gameName, tagLine, platform });
        if (!isMeant(ids.length)) continue;
        if (isWhole && !(await Promise.all(ids.map((id) => isThere(id, platform)))).every(Boolean)) continue;
        if (isRanked && !(await hasRank({ gameName, tagLine, platform }))) continue;
        taken.add(riotId);
        chosen.push({ gameName, tagLine, platform, games: ids.length });
        if (chosen.length === count) return chosen;
      }
      throw new Error(`the practice world has ${chosen.length} such players; expected ${count}`);
    },
    setKey: (setting) => put('/practice/keys', { key: practice.keys.lol, ...setting }),
    setFaults: (rules) => put('/practice/faults', { seed: 1, rules }),
    stop: () => practice.stop(),
  };
}
