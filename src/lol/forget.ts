/**
 * Forgets a person: names, history, ranks, tracking, collections and reports. The matches stay, with all their players, because they are
 * other players' matches too. Matches that only this person's history requested are not wanted any more.
 */
import { IS_FREE } from '#/match/rows.ts';
import type { Transaction } from '#/runtime/postgres/database.ts';

const SOURCE = 'lol';

type Rows = readonly (readonly [what: string, table: string, condition: string])[];

/**
 * A transaction that adds something about a person holds one of these rows (`holdFollowed`, the claim of a sync, an open collection). They
 * are deleted first: from then on nothing is added any more.
 */
const HELD: Rows = [
  ['accounts', 'account', 'puuid = $1'],
  ['tracked', 'tracked_player', 'puuid = $1'],
  ['collections', 'collection', `source = '${SOURCE}' and puuid = $1`],
];
const ABOUT_THEM: Rows = [
  ['cursors', 'cursor', `source = '${SOURCE}' and name = $1`],
  ['ranks', 'rank_snapshot', `source = '${SOURCE}' and puuid = $1`],
  ['reports', 'report', 'people @> array[$1]'],
  ['names', 'riot_id', `source = '${SOURCE}' and puuid = $1`],
  ['lookups', 'name_lookup', `source = '${SOURCE}' and puuid = $1`],
  ['players', 'player', `source = '${SOURCE}' and puuid = $1`],
];

/** Returns the number of deleted rows by kind. */
export async function forgetPlayer(tx: Transaction, puuid: string): Promise<Record<string, number>> {
  return {
    ...(await removeRows(tx, HELD, puuid)),
    games: await leaveGames(tx, puuid),
    ...(await removeRows(tx, ABOUT_THEM, puuid)),
  };
}

/** Number of these people who are linked or tracked. Locks them, so that they are not forgotten before the transaction ends. */
export async function holdFollowed(tx: Transaction, puuids: readonly string[]): Promise<number> {
  const held = new Set<string>();
  for (const table of ['account', 'tracked_player']) {
    const rows = await tx.query<{ puuid: string }>(
      `select puuid from gamekeeper.${table} where puuid = any($1) order by puuid for share`,
      [puuids],
    );
    for (const { puuid } of rows) held.add(puuid);
  }
  return held.size;
}

async function removeRows(tx: Transaction, rows: Rows, puuid: string): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const [what, table, condition] of rows) {
    const gone = await tx.query(`delete from gamekeeper.${table} where ${condition} returning 1`, [puuid]);
    removed[what] = gone.length;
  }
  return removed;
}

async function leaveGames(tx: Transaction, puuid: string): Promise<number> {
  const rows = await tx.query<{ id: string }>(
    `delete from gamekeeper.player_match where source = '${SOURCE}' and puuid = $1 returning match_id as id`,
    [puuid],
  );
  const ids = rows.map((row) => row.id);
  // A match that is being fetched is settled by its worker.
  for (const table of ['timeline', 'match'])
    await tx.query(
      `delete from gamekeeper.${table} m
       where m.source = '${SOURCE}' and m.id in (
         select w.id from gamekeeper.${table} w
         where w.source = '${SOURCE}' and w.id = any($1) and w.state = 'wanted' and ${IS_FREE}
           and not exists (select from gamekeeper.player_match p where p.source = w.source and p.match_id = w.id)
         order by w.id for update)`,
      [ids],
    );
  return ids.length;
}
