/**
 * The peer: what an engineer writes who needs no proof against crashes. Sixteen loops over a pool of 16 connections; each fetches a batch of
 * games, parses them, writes their bodies to PostgreSQL in one statement and their units to ClickHouse in one insert. Nothing is
 * validated; a crash loses or doubles the batches that were under way.
 */
import type { BothStores } from '../harness/stores.ts';
import { connectDatabase } from '../harness/stores.ts';
import type { Upstream } from './upstream-process.ts';

interface Body {
  readonly metadata: { readonly match_id: string };
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
const MOST_IN_A_BATCH = 100;
const TABLE = `create table flat_unit (
  match_id String, patch LowCardinality(String), placement UInt8, unit_name LowCardinality(String), stars UInt8,
  items Array(LowCardinality(String))
) engine = MergeTree partition by patch order by (unit_name, match_id)`;

/** Seconds until the last row can be asked for. */
export async function ingestByPeer({ url, ids }: Upstream, stores: BothStores): Promise<number> {
  const { writer } = stores.clickhouse;
  const database = connectDatabase(stores.connections.postgres, LOOPS);
  await writer.command(TABLE);
  await database.query('create table flat_match (id text primary key, body text not null)');
  const left = [...ids];
  // Every loop has work, however few matches there are.
  const size = Math.min(MOST_IN_A_BATCH, Math.ceil(ids.length / LOOPS));
  const startedAt = performance.now();
  const loop = async (): Promise<void> => {
    for (let batch = left.splice(-size); batch.length > 0; batch = left.splice(-size)) {
      const texts: string[] = [];
      for (const id of batch) {
        const response = await fetch(`${url}/europe/tft/match/v1/matches/${id}`);
        texts.push(await response.text());
      }
      await database.query(
        'insert into flat_match select * from unnest($1::text[], $2::text[]) on conflict do nothing',
        [batch, texts],
      );
      const values = texts.flatMap((text) => toRows(JSON.parse(text) as Body));
      await writer.insert({ table: 'flat_unit', rows: values });
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
  const seconds = (performance.now() - startedAt) / 1000;
  await database.close();
  return seconds;
}

function toRows({ metadata, info }: Body): object[] {
  return info.participants.flatMap(({ placement, units }) =>
    units.map(({ character_id, tier, itemNames = [] }) => ({
      match_id: metadata.match_id,
      patch: /Version (\d+\.\d+)/.exec(info.game_version)?.[1] ?? info.game_version,
      placement,
      unit_name: character_id,
      stars: tier,
      items: itemNames,
    })),
  );
}
