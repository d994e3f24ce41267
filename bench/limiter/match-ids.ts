/** Matches to ask for, found as a crawler finds them: a ladder, then the lists of the players on it. No id twice. */
import { MATCH_PATH, REGION } from './contenders/contender.ts';
import type { PracticeEdge } from './practice-edge.ts';

const LADDER = '/euw1/tft/league/v1/entries/DIAMOND/I';
const BATCH = 20;

/** Each is fetched once, so that whoever comes first does not pay for making it. */
export async function findMatchIds(edge: PracticeEdge, count: number): Promise<string[]> {
  const { key } = await edge.createKey('unlimited');
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(edge.url + path, { headers: { 'X-Riot-Token': key } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const ids = new Set<string>();
  for (const { puuid } of (await read(LADDER)) as { puuid: string }[]) {
    if (ids.size >= count) break;
    for (const id of (await read(`/${REGION}${MATCH_PATH}/by-puuid/${puuid}/ids?count=100`)) as string[])
      ids.add(id);
  }
  if (ids.size < count) throw new Error(`the ladder leads to ${ids.size} matches; expected ${count}`);
  const chosen = [...ids].slice(0, count);
  for (let at = 0; at < count; at += BATCH)
    await Promise.all(chosen.slice(at, at + BATCH).map((id) => read(`/${REGION}${MATCH_PATH}/${id}`)));
  return chosen;
}
