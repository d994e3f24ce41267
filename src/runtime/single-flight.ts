/**
 * Single-flight cache: concurrent callers share one load, and its value is reused until it is too old. Failures are not cached:
 * every caller that waits for the load gets the error, and the next call loads again.
 */
interface CacheAge {
  /** Greatest age of a value in ms, counted from the start of its load. 0: only loads in flight are shared. */
  readonly maxAgeMs: number;
  /** From this age on, the cached value is returned while a new one is loaded, so that frequent callers never wait. */
  readonly refreshAfterMs?: number;
}

export interface SingleFlightOptions extends CacheAge {
  readonly now?: () => number;
}

/** A call may ask for another age than the default. */
export type CachedRead<Value> = (age?: CacheAge) => Promise<Value>;

const IN_FLIGHT_ONLY = { maxAgeMs: 0 };

export function singleFlight<Value>(
  load: () => Promise<Value>,
  { now = () => performance.now(), ...defaultAge }: SingleFlightOptions = IN_FLIGHT_ONLY,
): CachedRead<Value> {
  let cached: { readonly value: Value; readonly at: number } | undefined;
  let loading: Promise<Value> | undefined;

  async function reload(): Promise<Value> {
    const at = now();
    try {
      const value = await load();
      cached = { value, at };
      return value;
    } finally {
      loading = undefined;
    }
  }

  return ({ maxAgeMs, refreshAfterMs = maxAgeMs } = defaultAge) => {
    const age = cached === undefined ? Number.POSITIVE_INFINITY : now() - cached.at;
    if (cached !== undefined && age < refreshAfterMs) return Promise.resolve(cached.value);
    loading ??= reload();
    if (cached === undefined || age >= maxAgeMs) return loading;
    // A failed refresh is not reported: a caller that finds the value too old starts a load of its own.
    loading.catch(() => undefined);
    return Promise.resolve(cached.value);
  };
}

/** One cache per key. When there are more than `maxKeys`, the key that was added first is dropped. */
export function singleFlightByKey<Value>({
  maxKeys,
  ...options
}: SingleFlightOptions & { readonly maxKeys: number }): (
  key: string,
  load: () => Promise<Value>,
) => Promise<Value> {
  const reads = new Map<string, CachedRead<Value>>();
  return (key, load) => {
    const known = reads.get(key);
    if (known !== undefined) return known();
    const read = singleFlight(load, options);
    reads.set(key, read);
    const [oldest] = reads.keys();
    if (reads.size > maxKeys && oldest !== undefined) reads.delete(oldest);
    const value = read();
    if (options.maxAgeMs > 0) return value;
    return value.finally(() => {
      if (reads.get(key) === read) reads.delete(key);
    });
  };
}
