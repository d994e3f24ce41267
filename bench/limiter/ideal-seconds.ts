/**
 * The floor: how long so many calls take at least, by the windows alone. A caller who knows everything, whose calls take no time,
 * sends whatever all windows have room for, then waits for the last of those that are full, and so on. Fixed windows, opened by
 * the first call after the last one ended, as the server counts them.
 */
export function idealSeconds(calls: number, ...limits: readonly string[]): number {
  const windows = limits
    .join(',')
    .split(',')
    .map((pair) => {
      const [limit, span] = pair.split(':').map(Number);
      if (!(Number(limit) > 0 && Number(span) > 0))
        throw new Error(`${JSON.stringify(pair)} is no limit; expected calls:seconds, as in 20:1`);
      return { limit: Number(limit), span: Number(span), endsAt: 0, count: 0 };
    });
  let now = 0;
  for (let left = calls; ;) {
    for (const window of windows)
      if (now >= window.endsAt) Object.assign(window, { endsAt: now + window.span, count: 0 });
    const sent = Math.min(left, ...windows.map(({ limit, count }) => limit - count));
    left -= sent;
    for (const window of windows) window.count += sent;
    if (left === 0) return now;
    now = Math.max(...windows.filter(({ limit, count }) => count >= limit).map(({ endsAt }) => endsAt));
  }
}
