/**
 * The position of a collection in its region's queue, and the wanted matches before it. First come, first served, per host. One query
 * serves all requests within a short time.
 */
import { PLATFORMS, regionOf, type Region } from '#/domain/riot/routing.ts';
import type { Queryable } from '#/runtime/postgres/database.ts';
import { readCollectionLine, type WaitingCollection } from './collection-line-rows.ts';
import { SOURCE } from './lol-kinds.ts';

export interface PlaceInLine {
  /** 1: first in line. */
  readonly place: number;
  /** A match wanted by several collections counts for each, so the estimate is not too early. */
  readonly gamesBefore: number;
}

export type FindPlace = (id: string, region: Region) => Promise<PlaceInLine>;

export function createCollectionLine(database: Queryable, heldMs: number): FindPlace {
  let held: { readonly line: Promise<readonly WaitingCollection[]>; readonly until: number } | undefined;
  const readLine = (): Promise<readonly WaitingCollection[]> => {
    if (held !== undefined && performance.now() < held.until) return held.line;
    held = { line: readCollectionLine(database, SOURCE), until: performance.now() + heldMs };
    return held.line;
  };
  return async (id, region) => {
    const hosted = new Set<string>(PLATFORMS.filter((platform) => regionOf(platform) === region));
    const before = (await readLine()).filter(
      (other) => hosted.has(other.platform) && BigInt(other.id) < BigInt(id),
    );
    return {
      place: before.length + 1,
      gamesBefore: before.reduce((sum, { wanted }) => sum + wanted, 0),
    };
  };
}
