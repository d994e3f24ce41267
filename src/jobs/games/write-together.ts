/**
 * One transaction of the writer: games and timelines that were still wanted are settled, their bodies kept.
 *
 * A timeline that comes after its game has the game published again, so that what is made of it is made anew; one that comes before
 * or with it costs nothing more. Which of the two it is must not be guessed: game and timeline may be written by two processes
 * at the same moment, and neither sees the other's row. So whoever writes a timeline holds the row of its game first, which the
 * writer of the game holds too.
 */
import type { Transaction } from '#/stores/postgres/database.ts';
import { lockMatches, settleMatches, type Settlement, type Source } from '#/stores/postgres/match.ts';
import { notePlayersSeen, type SeenPlayer } from '#/stores/postgres/player.ts';
import { publishRawAgain } from '#/stores/postgres/raw-pages.ts';
import { storeBodies, type PackedBody } from '#/stores/postgres/raw.ts';
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
    // All rows of the group at once and in order: two groups wait for each other and not in a circle.
    await lockMatches(tx, source, [...new Set(group.map(({ settlement }) => settlement.id))]);
    const ours = await keep(tx, { source, kind: 'timeline' }, timelines);
    const stored = ours.filter(({ settlement }) => settlement.state === 'stored');
    // Before the games of this group are there: theirs is the first time.
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

/** Answers those that were still wanted: what was settled by somebody else meanwhile is theirs. */
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

/** Nobody twice: the newest game names them, all games are counted. */
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
