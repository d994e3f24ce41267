/** Keeps the last `limit` things that were asked for. All of them can be worked out again, so it never changes an answer. */
export function createRecentCache<Value>(limit: number): (key: number, make: () => Value) => Value {
  // A Map remembers the order in which its keys were set: the first one is the oldest.
  const kept = new Map<number, Value>();
  let newest: { readonly key: number; readonly value: Value } | undefined;
  return (key, make) => {
    if (newest?.key === key) return newest.value;
    const value = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, value);
    newest = { key, value };
    const [oldest] = kept.keys();
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
