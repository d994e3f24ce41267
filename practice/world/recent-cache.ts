/**
 * Keeps what was worked out last, up to a number of entries, and forgets what was not asked for the longest.
 * Everything in it can be worked out again, so forgetting changes the time of an answer and never the answer.
 */
export interface RecentCache<Value> {
  get(key: number): Value | undefined;
  set(key: number, value: Value): void;
  size(): number;
}

export function createRecentCache<Value extends object>(limit: number): RecentCache<Value> {
  if (!(limit >= 1)) throw new Error(`a cache was asked to keep ${limit} entries; expected at least 1`);
  // A Map remembers the order in which its keys were set: the first one is the oldest.
  const entries = new Map<number, Value>();
  let newest: number | undefined;

  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined || key === newest) return value;
      entries.delete(key);
      entries.set(key, value);
      newest = key;
      return value;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      newest = key;
      if (entries.size <= limit) return;
      for (const oldest of entries.keys()) {
        entries.delete(oldest);
        break;
      }
    },
    size: () => entries.size,
  };
}
