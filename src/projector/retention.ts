/**
 * Lets old patches go: when a patch appears that was not there before, those beyond the kept number are dropped, whole partitions
 * at a time. Raw bodies stay, so a rebuild of the patch brings it back; then it stays until everything is built anew.
 *
 * PostgreSQL hears of it first: games of such a patch that come late are not projected, because a patch that is there in part would
 * be read as if it were whole.
 */
import { dropPartition, listPartitions } from '#/stores/clickhouse/projected-rows.ts';
import { keepPatches, readProjection, type Projection } from '#/stores/postgres/projection.ts';
import type { ProjectorParts } from './parts.ts';

export async function dropOldPatches(parts: ProjectorParts, live: Projection): Promise<Projection> {
  const { database, clickhouse, log, projection } = parts;
  const names = projection.live.tables.map(({ name }) => name);
  const existing = await listPartitions(clickhouse, names);
  const beyond = await projection.toDrop(existing);
  const leaving = beyond.filter((patch) => !live.pinned.includes(patch) && !live.dropped.includes(patch));
  if (leaving.length > 0) {
    log.info({ patches: leaving }, 'old patches leave ClickHouse');
    const dropped = [...live.dropped, ...leaving];
    await keepPatches(database, projection.live.projection, { dropped, pinned: live.pinned });
  }
  const known = (await readProjection(database, projection.live.projection)) ?? live;
  for (const patch of existing.filter((name) => known.dropped.includes(name)))
    for (const name of names) await dropPartition(clickhouse, name, patch);
  return known;
}
