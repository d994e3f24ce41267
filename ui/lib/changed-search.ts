/**
 * What a control changes, on top of the newest address. A page follows its address a moment later; of two changes in quick succession the
 * second is made on what was still shown, and taken as a whole it would undo the first.
 */
type Search = Readonly<Record<string, unknown>>;

/** `asWanted`: keys that mean nothing beside another change, such as the number of a page. */
export function changedSearch<S extends object>(
  addresses: { readonly latest: S; readonly shown: S; readonly wanted: S },
  asWanted: readonly string[] = [],
): S {
  const latest = addresses.latest as Search;
  const shown = addresses.shown as Search;
  const wanted = addresses.wanted as Search;
  const isLeftAlone = (key: string): boolean => shown[key] === wanted[key] && !asWanted.includes(key);
  const keys = new Set([...Object.keys(wanted), ...Object.keys(latest)]);
  const entries = [...keys].map((key) => [key, isLeftAlone(key) ? latest[key] : wanted[key]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as S;
}
