/**
 * Drops old patches, one partition at a time, when a new patch exceeds the number to keep. Raw bodies remain, so `rebuild --patch`
 * restores a patch, which then stays until the next complete rebuild.
 *
 * The drop is recorded in PostgreSQL first: late matches of a dropped patch are not projected, because an incomplete patch would look
 * complete.
 */
import { dropPartition, listPartitions } from '#/runtime/clickhouse/projected-rows.ts';
import { keepPatches, readProjection, type Projection } from './projection.ts';
import type { ProjectorParts } from './parts.ts';

export async function dropOldPatches(parts: ProjectorParts, live: Projection): Promise<Projection> {
  const { database, clickhouse, log, projection } = parts;
  const names = projection.live.tables.map(({ name }) => name);
  const existing = await listPartitions(clickhouse, names);
  const beyond = await projection.toDrop(existing);
  const leaving = beyond.filter((patch) => !live.pinned.includes(patch) && !live.dropped.includes(patch));
  if (leaving.length > 0) {
    log.info({ patches: leaving }, 'dropping old patches');
    const dropped = [...live.dropped, ...leaving];
    await keepPatches(database, projection.live.projection, { dropped, pinned: live.pinned });
  }
  const known = (await readProjection(database, projection.live.projection)) ?? live;
  for (const patch of existing.filter((name) => known.dropped.includes(name)))
    for (const name of names) await dropPartition(clickhouse, name, patch);
  return known;
}
