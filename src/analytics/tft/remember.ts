/**
 * Asks once for everybody who wants to know at the same time, and then not again for a while. What failed is not remembered.
 *
 * Whoever asks says how old the answer may be, and may say from which age on a newer one is to be fetched meanwhile: then
 * nobody waits for it who has asked often enough.
 */
export type Remembered<Value> = (maxAgeMs: number, renewAfterMs?: number) => Promise<Value>;

export function remember<Value>(load: () => Promise<Value>, now: () => number): Remembered<Value> {
  let kept: { readonly value: Value; readonly at: number } | undefined;
  let loading: Promise<Value> | undefined;

  async function renew(): Promise<Value> {
    const at = now();
    try {
      const value = await load();
      kept = { value, at };
      return value;
    } finally {
      loading = undefined;
    }
  }

  return (maxAgeMs, renewAfterMs = maxAgeMs) => {
    const age = kept === undefined ? Number.POSITIVE_INFINITY : now() - kept.at;
    if (kept !== undefined && age < renewAfterMs) return Promise.resolve(kept.value);
    loading ??= renew();
    if (kept === undefined || age >= maxAgeMs) return loading;
    // Nobody may be waiting for it; whoever asks when this answer is too old will be told.
    loading.catch(() => undefined);
    return Promise.resolve(kept.value);
  };
}

/** The same for several things, each under its key. The one that was asked for first leaves when there are too many. */
export function rememberEach<Key, Value>(
  load: (key: Key) => Promise<Value>,
  options: { readonly now: () => number; readonly maxAgeMs: number; readonly most: number },
): (key: Key) => Promise<Value> {
  const kept = new Map<string, Remembered<Value>>();
  return (key) => {
    const name = JSON.stringify(key);
    let one = kept.get(name);
    if (one === undefined) {
      one = remember(() => load(key), options.now);
      kept.set(name, one);
      const [oldest] = kept.keys();
      if (kept.size > options.most && oldest !== undefined) kept.delete(oldest);
    }
    return one(options.maxAgeMs);
  };
}
