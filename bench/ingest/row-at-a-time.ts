/**
 * The peer: what one writes on a first afternoon. Sixteen loops, each of which fetches a game, parses it, writes its row to PostgreSQL
 * and its units to ClickHouse, then takes the next. Nothing is batched, nothing is validated, and a crash loses or doubles what was
 * under way.
 */
import { openBothStores } from '../both-stores.ts';
import type { Upstream } from './upstream.ts';

interface Body {
  readonly info: {
    readonly game_version: string;
    readonly participants: readonly {
      readonly placement: number;
      readonly units: readonly {
        readonly character_id: string;
        readonly tier: number;
        readonly itemNames?: readonly string[];
      }[];
    }[];
  };
}

const LOOPS = 16;
const TABLE = `create table flat_unit (
  match_id String, patch String, placement UInt8, unit_name String, stars UInt8, items Array(String)
) engine = MergeTree partition by patch order by (unit_name, match_id)`;

/** Seconds for all of the ids. */
export async function ingestRowAtATime(upstream: Upstream, ids: readonly string[]): Promise<number> {
  const stores = await openBothStores();
  const { database, clickhouse } = stores;
  try {
    await clickhouse.writer.command({ query: TABLE });
    await database.query('create table flat_match (id text primary key, body text not null)');
    const left = [...ids];
    const begun = performance.now();
    const loop = async (): Promise<void> => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const response = await fetch(`${upstream.url}/europe/tft/match/v1/matches/${id}`);
        const text = await response.text();
        const { info } = JSON.parse(text) as Body;
        await database.query('insert into flat_match values ($1, $2) on conflict do nothing', [id, text]);
        const values = info.participants.flatMap(({ placement, units }) =>
          units.map(({ character_id, tier, itemNames = [] }) => ({
            match_id: id,
            patch: info.game_version,
            placement,
            unit_name: character_id,
            stars: tier,
            items: itemNames,
          })),
        );
        await clickhouse.writer.insert({ table: 'flat_unit', values, format: 'JSONEachRow' });
      }
    };
    await Promise.all(Array.from({ length: LOOPS }, loop));
    return (performance.now() - begun) / 1000;
  } finally {
    await stores.stop();
  }
}
