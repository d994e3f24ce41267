/**
 * One transaction of the body writer: settles matches and timelines that are still wanted and stores their bodies.
 *
 * A timeline that arrives after its match publishes the match again, which replaces its rows; one that arrives before or with it costs
 * nothing more. Two processes may write match and timeline concurrently without seeing each other's row, so the writer of a timeline
 * locks the row of its match first, as the writer of the match does.
 */
import type { Transaction } from '#/runtime/postgres/database.ts';
import { lockMatches, settleMatches, type Settlement, type Source } from './match.ts';
import { notePlayersSeen, type SeenPlayer } from './player.ts';
import { type PackedBody, publishRawAgain, storeBodies } from './raw.ts';
import type { BodyOutcome } from './body-outcome.ts';

export interface PackedOutcome extends Omit<BodyOutcome, 'body'> {
  readonly body: PackedBody | null;
}

export async function writeTogether(
  tx: Transaction,
  source: Source,
  group: readonly PackedOutcome[],
): Promise<void> {
  const timelines = group.filter(({ kind }) => kind === 'timeline');
  const matches = group.filter(({ kind }) => kind === 'match');
  if (timelines.length > 0) {
    // All rows of the group at once, sorted by id, so that concurrent groups cannot deadlock.
    await lockMatches(tx, source, [...new Set(group.map(({ settlement }) => settlement.id))]);
    const ours = await keep(tx, { source, kind: 'timeline' }, timelines);
    const stored = ours.filter(({ settlement }) => settlement.state === 'stored');
    // Before the matches of this group are stored, which are published for the first time.
    if (stored.length > 0)
      await publishRawAgain(
        tx,
        source,
        stored.map(({ settlement }) => settlement.id),
      );
  }
  if (matches.length === 0) return;
  const ours = await keep(tx, { source, kind: 'match' }, matches);
  const seen = addUp(ours.flatMap((one) => one.seen));
  if (seen.length > 0) await notePlayersSeen(tx, source, seen);
}

/** Returns the ids that this call settled. */
async function keep(
  tx: Transaction,
  kept: { readonly source: Source; readonly kind: BodyOutcome['kind'] },
  group: readonly PackedOutcome[],
): Promise<readonly PackedOutcome[]> {
  const settlements: readonly Settlement[] = group.map(({ settlement }) => settlement);
  const settled = await settleMatches(tx, kept, settlements);
  const ours = group.filter(({ settlement }) => settled.has(settlement.id));
  await storeBodies(
    tx,
    kept,
    ours.flatMap(({ body }) => (body === null ? [] : [body])),
  );
  return ours;
}

/** Deduplicated by player: the name is from the newest match, all matches are counted. */
function addUp(seen: readonly SeenPlayer[]): SeenPlayer[] {
  const byPuuid = new Map<string, SeenPlayer>();
  for (const player of seen) {
    const known = byPuuid.get(player.puuid);
    if (known === undefined) byPuuid.set(player.puuid, player);
    else {
      const newest = known.lastGameAt > player.lastGameAt ? known : player;
      byPuuid.set(player.puuid, { ...newest, games: known.games + player.games });
    }
  }
  return [...byPuuid.values()];
}
