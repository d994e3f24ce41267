/** What a client's version (`16.4.748.682`) says: the season and the patch. A version that cannot be read is of no season that anybody knows. */
const UNKNOWN_SEASON = 'unknown';

const VERSION = /^(\d{1,3})\.(\d{1,3})(?:\.|$)/;

/** `16`: it decides the partition. */
export function seasonOf(version: string): string {
  const season = VERSION.exec(version)?.[1];
  return season === undefined ? UNKNOWN_SEASON : String(Number(season));
}

/** `16.4`; empty: unknown. */
export function patchOf(version: string): string {
  const [, season, patch] = VERSION.exec(version) ?? [];
  return season === undefined ? '' : `${Number(season)}.${Number(patch)}`;
}
