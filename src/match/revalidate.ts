/**
 * Releases a quarantined body that passes the checks now. State, publication and players change in one transaction, as for a new body. A
 * body that was replaced after the check stays in quarantine.
 */
import type { Database } from '#/runtime/postgres/database.ts';
import { lockMatches, type Kept } from './match.ts';
import { notePlayersSeen } from './player.ts';
import { readQuarantined, type QuarantinedBody } from './quarantine-list.ts';
import { markStored, noteReason } from './quarantine-release.ts';
import { publishRawAgain } from './raw-pages.ts';
import { toStorableText } from '#/runtime/jobs/storable-payload.ts';
import type { BodyOutcome } from './body-outcome.ts';

export type Judgement =
  | { readonly isFit: true; readonly outcome: BodyOutcome }
  | { readonly isFit: false; readonly reason: string };

/** Checks a stored body with the rules of its game. */
export type JudgeBody = (kept: Kept, id: string, body: QuarantinedBody) => Judgement;

export type Revalidated =
  | { readonly type: 'stored' }
  | { readonly type: 'still-refused'; readonly reason: string }
  /** Not in quarantine (any more). */
  | { readonly type: 'unknown' }
  /** Refused without a body. */
  | { readonly type: 'no-body' };

export async function revalidateBody(
  { database, judge }: { readonly database: Database; readonly judge: JudgeBody },
  kept: Kept,
  id: string,
): Promise<Revalidated> {
  const found = await readQuarantined(database, kept, id);
  if (found === undefined) return { type: 'unknown' };
  if (found.body === null) return { type: 'no-body' };
  const judgement = judge(kept, id, found.body);
  if (!judgement.isFit) {
    const reason = toStorableText(judgement.reason);
    if (reason !== found.row.reason) await noteReason(database, kept, id, reason);
    return { type: 'still-refused', reason };
  }
  const { rev } = found.body;
  const { settlement, seen } = judgement.outcome;
  return database.transaction(async (tx) => {
    // The writer of a timeline locks the row of its match first, so the match is not published without it.
    await lockMatches(tx, kept.source, [id]);
    if (!(await markStored(tx, kept, { id, rev, endedAt: settlement.endedAt }))) return { type: 'unknown' };
    await publishRawAgain(tx, kept.source, [id]);
    if (seen.length > 0) await notePlayersSeen(tx, kept.source, seen);
    return { type: 'stored' };
  });
}
