/** The rank that players had at the end of a game: the newest snapshot at or before it. One question for a whole page of games. */
import type { Queryable } from './database.ts';

export interface RankAsked {
  readonly puuid: string;
  /** The ladder's name: `RANKED_TFT`. */
  readonly queue: string;
  /** In ms. */
  readonly at: number;
}

export interface RankAsOf {
  readonly tier: string;
  readonly division: string;
  readonly leaguePoints: number;
}

/**
 * One answer for each question, in their order; null where no snapshot is old enough. Lists travel as one text each: the driver
 * quotes every element of a list, which took longer than the answer.
 */
export async function readRanksAsOf(
  database: Queryable,
  source: string,
  asked: readonly RankAsked[],
): Promise<(RankAsOf | null)[]> {
  const answers = Array.from<RankAsOf | null>({ length: asked.length }).fill(null);
  if (asked.length === 0) return answers;
  const rows = await database.query<RankAsOf & { place: number }>(
    `select asked.place::int as place, found.tier, found.division, found.league_points as "leaguePoints"
     from unnest(string_to_array($2, E'\n'), string_to_array($3, E'\n'), string_to_array($4, E'\n')::float8[])
       with ordinality as asked (puuid, queue, at, place)
     cross join lateral (
       select tier, division, league_points from gamekeeper.rank_snapshot as taken
       where taken.source = $1 and taken.puuid = asked.puuid and taken.queue = asked.queue
         and taken.taken_at <= to_timestamp(asked.at / 1000)
       order by taken.taken_at desc limit 1) as found`,
    [
      source,
      asked.map(({ puuid }) => oneLine(puuid)).join('\n'),
      asked.map(({ queue }) => queue).join('\n'),
      asked.map(({ at }) => at).join('\n'),
    ],
  );
  for (const { place, tier, division, leaguePoints } of rows)
    answers[place - 1] = { tier, division, leaguePoints };
  return answers;
}

/** What would be more than one line, or is nothing that PostgreSQL takes as a text, is nobody's name. */
function oneLine(text: string): string {
  return text.includes('\n') || text.includes('\0') ? '' : text;
}
