/**
 * Counts what each client has done in the running window, which begins with the first. Whoever was quiet for the longest is forgotten when there
 * are too many.
 */
export interface ClientCounter {
  /** One more, or as many as `units` says. */
  add(client: string, windowMs: number, units?: number): Count;
  look(client: string, windowMs: number): Count;
}

export interface Count {
  readonly current: number;
  /** Until it begins anew. */
  readonly ttl: number;
}

const NOTHING: Count = { current: 0, ttl: 0 };

export function createClientCounter(maxClients: number, now: () => number): ClientCounter {
  const clients = new Map<string, { current: number; startedAt: number }>();
  return {
    add(client, windowMs, units = 1) {
      const at = now();
      const seen = clients.get(client);
      // Seen last, forgotten last.
      if (seen !== undefined) clients.delete(client);
      const count =
        seen === undefined || seen.startedAt + windowMs <= at ? { current: 0, startedAt: at } : seen;
      count.current += units;
      clients.set(client, count);
      if (clients.size > maxClients) {
        const [quietest] = clients.keys();
        if (quietest !== undefined) clients.delete(quietest);
      }
      return { current: count.current, ttl: count.startedAt + windowMs - at };
    },
    look(client, windowMs) {
      const at = now();
      const seen = clients.get(client);
      if (seen === undefined || seen.startedAt + windowMs <= at) return NOTHING;
      return { current: seen.current, ttl: seen.startedAt + windowMs - at };
    },
  };
}
