/**
 * What there is to collect, found without any code of the crawl: the ladder as a person would read it, the matches of each player, and of
 * each match the number of boards and units.
 *
 * The product asks for matches since some days ago by its own clock, and that moves on while it is killed and started. So there are two
 * lists: what was in the span for the whole time has to be stored, what was in it at any time may be.
 */
import type { Upstream } from './upstream.ts';

/** A platform is read from the top, and below the apex until there are so many players. */
const ENOUGH_PLAYERS = 200;
const APEX = ['challenger', 'grandmaster', 'master'];
const BELOW = ['DIAMOND', 'EMERALD', 'PLATINUM', 'GOLD', 'SILVER', 'BRONZE', 'IRON'].flatMap((tier) =>
  ['I', 'II', 'III', 'IV'].map((division) => `${tier}/${division}`),
);
const PAGE = 200;
const AT_ONCE = 8;
const DAY_MS = 86_400_000;

export interface Place {
  readonly platform: string;
  readonly region: string;
}

export interface Listed {
  readonly must: ReadonlySet<string>;
  readonly may: ReadonlySet<string>;
}

export interface Body {
  readonly boards: number;
  readonly units: number;
}

interface Entry {
  readonly puuid: string;
}

export async function listGames(
  upstream: Upstream,
  places: readonly Place[],
  span: { readonly days: number; readonly begun: number; readonly ended: number },
): Promise<Listed> {
  const must = new Set<string>();
  const may = new Set<string>();
  for (const { platform, region } of places) {
    const ladder = await readLadder(upstream, platform);
    for (const since of [span.begun, span.ended]) {
      const from = Math.ceil((since - span.days * DAY_MS) / 1_000);
      const listed = await inParallel(ladder, ({ puuid }) => readHistory(upstream, region, puuid, from));
      for (const id of listed.flat()) (since === span.begun ? may : must).add(id);
    }
  }
  return { must, may };
}

/** Null: the world has no such match for any key, however often its id is listed. */
export async function readBodies(
  upstream: Upstream,
  ids: Iterable<string>,
  places: readonly Place[],
): Promise<Map<string, Body | null>> {
  const bodies = await inParallel([...ids], async (id) => {
    const platform = id.split('_')[0]?.toLowerCase();
    const region = places.find((place) => place.platform === platform)?.region;
    if (region === undefined) throw new Error(`${id} is of a platform that is not collected`);
    const body = (await upstream.witness(region, `/tft/match/v1/matches/${id}`)) as null | {
      readonly info: { readonly participants: readonly { readonly units: readonly unknown[] }[] };
    };
    const boards = body?.info.participants;
    const units = boards?.reduce((sum, board) => sum + board.units.length, 0) ?? 0;
    return [id, boards === undefined ? null : { boards: boards.length, units }] as const;
  });
  return new Map(bodies);
}

async function readLadder(upstream: Upstream, platform: string): Promise<Entry[]> {
  const players: Entry[] = [];
  for (const tier of APEX) {
    const list = (await upstream.witness(platform, `/tft/league/v1/${tier}`)) as { entries: Entry[] };
    players.push(...list.entries);
  }
  for (const division of BELOW) {
    for (let page = 1, isEmpty = false; !isEmpty && players.length < ENOUGH_PLAYERS; page++) {
      const path = `/tft/league/v1/entries/${division}?page=${page}`;
      const entries = (await upstream.witness(platform, path)) as Entry[];
      players.push(...entries);
      isEmpty = entries.length === 0;
    }
  }
  return players;
}

/** `from`: in seconds. */
async function readHistory(
  upstream: Upstream,
  region: string,
  puuid: string,
  from: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const query = `start=${ids.length}&count=${PAGE}&startTime=${from}`;
    const path = `/tft/match/v1/matches/by-puuid/${puuid}/ids?${query}`;
    const page = (await upstream.witness(region, path)) as string[];
    ids.push(...page);
    if (page.length < PAGE) return ids;
  }
}

async function inParallel<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of queue) answers[index] = await ask(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}
