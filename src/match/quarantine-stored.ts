/** Games and timelines that were stored and turned out, when they were to be counted, not to be fit for it. */
import type { Queryable } from '#/runtime/postgres/database.ts';

export interface StoredFault {
  readonly kind: 'match' | 'timeline';
  readonly id: string;
  readonly reason: string;
}

export async function quarantineStored(
  tx: Queryable,
  source: string,
  faults: readonly StoredFault[],
): Promise<void> {
  for (const kind of ['match', 'timeline'] as const)
    await quarantine(
      tx,
      { source, kind },
      faults.filter((fault) => fault.kind === kind),
    );
}

async function quarantine(
  tx: Queryable,
  { source, kind }: Pick<StoredFault, 'kind'> & { readonly source: string },
  faults: readonly StoredFault[],
): Promise<void> {
  if (faults.length === 0) return;
  await tx.query(
    `update gamekeeper.${kind} as game
     set state = 'quarantined', reason = found.reason, changed_at = now()
     from unnest($2::text[], $3::text[]) as found (id, reason)
     where game.source = $1 and game.id = found.id and game.state = 'stored'`,
    [source, faults.map(({ id }) => id), faults.map(({ reason }) => reason.replaceAll('\0', ''))],
  );
}
