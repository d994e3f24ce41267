/** A list as it was stored. It may have been written by an older version or by hand: entries that make no sense are left out. */
export function readStoredList<Entry>(
  stored: string | null,
  isEntry: (entry: unknown) => entry is Entry,
): Entry[] {
  if (stored === null) return [];
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter((entry) => isEntry(entry)) : [];
  } catch {
    // Somebody else's text under our key: as good as nothing.
    return [];
  }
}
