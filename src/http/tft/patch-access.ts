/**
 * What the patch routes are allowed to do: read the calendar, change a row of it, look at a task of the projector. Whether there are
 * statistics of a patch is asked of ClickHouse's list of partitions, which costs next to nothing; while it does not answer,
 * the calendar is told all the same.
 */
import type { Logger } from 'pino';
import type { ProjectionTask, TftPatches } from '#/contract/tft-patches.ts';
import type { PatchChange } from '#/domain/tft/patch-change.ts';
import { partitionOf } from '#/domain/tft/patch-name.ts';
import type { Database } from '#/runtime/postgres/database.ts';
import { changePatch, listPatches } from '#/tft/patch.ts';
import { readProjection } from '#/match/project/projection.ts';
import { readProjectionTask } from '#/match/project/projection-task.ts';

export interface PatchAccess {
  list(): Promise<TftPatches>;
  /** Returns the projector's task; null: refused, and nothing was changed. */
  change(change: PatchChange): Promise<number | null>;
  task(id: number): Promise<ProjectionTask | undefined>;
}

export interface PatchAccessDependencies {
  readonly database: Database;
  /** The partitions that ClickHouse has. */
  readonly partitions: () => Promise<readonly string[]>;
  readonly log: Logger;
}

const PROJECTION = 'tft';

type Statistics = TftPatches['patches'][number]['statistics'];

export function createPatchAccess({ database, partitions, log }: PatchAccessDependencies): PatchAccess {
  const present = (): Promise<readonly string[] | null> =>
    partitions().catch((error: unknown) => {
      log.warn({ err: error }, 'ClickHouse does not tell which patches it has');
      return null;
    });
  return {
    async list() {
      const [rows, projection, there] = await Promise.all([
        listPatches(database),
        readProjection(database, PROJECTION),
        present(),
      ]);
      const dropped = projection?.dropped ?? [];
      const statisticsOf = (name: string): Statistics => {
        if (dropped.includes(name)) return 'dropped';
        if (there === null) return 'unknown';
        return there.includes(name) ? 'kept' : 'none';
      };
      const dated = new Set(rows.map(partitionOf));
      const undated = [...new Set([...(there ?? []), ...dropped])].filter((name) => !dated.has(name)).sort();
      return {
        patches: rows.map((row) => ({
          name: partitionOf(row),
          set: row.setNumber,
          patch: row.patch,
          bPatch: row.bPatch,
          region: row.region,
          from: new Date(row.startsAt).toISOString(),
          origin: row.origin,
          isEstimate: row.isEstimate,
          statistics: statisticsOf(partitionOf(row)),
        })),
        undated: undated.map((name) => ({ name, statistics: statisticsOf(name) })),
      };
    },
    change: (change) => changePatch(database, change),
    task: (id) => readProjectionTask(database, id),
  };
}
