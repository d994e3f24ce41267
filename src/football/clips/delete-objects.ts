/**
 * Deletes the objects that rows do not want any more: first the objects, then the rows forget them. Whoever dies in between leaves rows that
 * still say so, and the sweep ends it; that is also why a store that cannot be reached is no reason to fail here.
 */
import type { Logger } from 'pino';
import { ObjectStoreFault } from '#/runtime/objects/object-store-fault.ts';
import { findUnwantedObjects, noteObjectsDeleted } from './clip-object.ts';
import type { ClipWorkOptions } from './clip-options.ts';

const AT_ONCE = 200;

/** Of one goal, or of all (null). Answers of how many clips. */
export async function deleteUnwantedObjects(
  { database, objects }: Pick<ClipWorkOptions, 'database' | 'objects'>,
  { goalId, log }: { readonly goalId: string | null; readonly log: Pick<Logger, 'warn'> },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const unwanted = await findUnwantedObjects(database, { goalId, limit: AT_ONCE });
    if (unwanted.length === 0) return deleted;
    try {
      await objects.delete([...new Set(unwanted.flatMap(({ keys }) => keys))]);
    } catch (error) {
      if (!(error instanceof ObjectStoreFault)) throw error;
      log.warn({ err: error }, 'objects that are not wanted any more could not be deleted yet');
      return deleted;
    }
    await noteObjectsDeleted(
      database,
      unwanted.map(({ clipId }) => clipId),
    );
    deleted += unwanted.length;
  }
}
