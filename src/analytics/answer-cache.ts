/**
 * Keeps answers by (data version, text of the question), ready to be sent. Equal questions that are asked at the same time run once:
 * whoever comes later waits with the first, and the run is given up only when nobody waits any more. What failed is not kept.
 *
 * One version of the data is kept, the newest that was asked for: answers of an older one are never asked for again. Bounded by bytes
 * and by number, the answers that were not asked for the longest leave first; none is older than its time.
 */
export interface Answer {
  /** What it takes to keep it. */
  readonly sizeBytes: number;
}

export interface AnswerCacheOptions {
  readonly maxBytes: number;
  readonly maxEntries: number;
  readonly ttlMs: number;
  readonly now: () => number;
}

interface Question<Kept> {
  readonly version: string;
  readonly text: string;
  readonly run: (signal: AbortSignal) => Promise<Kept>;
}

export interface Answered<Kept> {
  readonly answer: Kept;
  readonly cache: 'hit' | 'miss' | 'joined';
}

export interface AnswerCacheStats {
  readonly hits: number;
  readonly misses: number;
  readonly joined: number;
  readonly entries: number;
  readonly bytes: number;
}

export interface AnswerCache<Kept extends Answer> {
  /** What lies ready, and counts as a hit. Costs next to nothing. */
  peek(version: string, text: string): Kept | undefined;
  /** Rejects with the signal's reason when the caller gives up; the others who wait for the same answer still get it. */
  ask(question: Question<Kept>, signal: AbortSignal): Promise<Answered<Kept>>;
  stats(): AnswerCacheStats;
}

interface Entry<Kept> {
  readonly answer: Kept;
  readonly until: number;
}

interface Run<Kept> {
  readonly answer: Promise<Kept>;
  readonly giveUp: AbortController;
  waiting: number;
}

export function createAnswerCache<Kept extends Answer>(options: AnswerCacheOptions): AnswerCache<Kept> {
  const shelf = createShelf<Kept>(options);
  const runs = new Map<string, Run<Kept>>();
  const count = { hits: 0, misses: 0, joined: 0 };

  function peek(version: string, text: string): Kept | undefined {
    const answer = shelf.take(version, text);
    if (answer !== undefined) count.hits += 1;
    return answer;
  }

  function start({ version, text, run }: Question<Kept>, key: string): Run<Kept> {
    const giveUp = new AbortController();
    const started: Run<Kept> = { answer: run(giveUp.signal), giveUp, waiting: 0 };
    const keep = (answer: Kept): void => shelf.put(version, text, answer);
    const end = (): void => {
      if (runs.get(key) === started) runs.delete(key);
    };
    runs.set(key, started);
    // Whoever waits is told of a failure; here there is nothing to keep.
    started.answer.then(keep, () => undefined).finally(end);
    return started;
  }

  return {
    peek,
    async ask(question, signal) {
      signal.throwIfAborted();
      const { version, text } = question;
      const kept = peek(version, text);
      if (kept !== undefined) return { answer: kept, cache: 'hit' };
      shelf.turnTo(version);
      const key = `${version}\n${text}`;
      const underWay = runs.get(key);
      count[underWay === undefined ? 'misses' : 'joined'] += 1;
      const run = underWay ?? start(question, key);
      const answer = await waitFor(run, signal, () => runs.delete(key));
      return { answer, cache: underWay === undefined ? 'miss' : 'joined' };
    },
    stats: () => ({ ...count, ...shelf.stats() }),
  };
}

/** `leave`: a run that is given up must not be joined while it ends. */
function waitFor<Kept>(run: Run<Kept>, signal: AbortSignal, leave: () => void): Promise<Kept> {
  run.waiting += 1;
  return new Promise((resolve, reject) => {
    const goAway = (): void => {
      run.waiting -= 1;
      if (run.waiting === 0) {
        leave();
        run.giveUp.abort(signal.reason);
      }
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', goAway, { once: true });
    run.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', goAway));
  });
}

function createShelf<Kept extends Answer>({ maxBytes, maxEntries, ttlMs, now }: AnswerCacheOptions) {
  /** In the order in which they were asked for last. */
  const entries = new Map<string, Entry<Kept>>();
  let version = '';
  let bytes = 0;

  function remove(text: string, { answer }: Entry<Kept>): void {
    entries.delete(text);
    bytes -= answer.sizeBytes;
  }

  return {
    take(asked: string, text: string): Kept | undefined {
      if (asked !== version) return undefined;
      const entry = entries.get(text);
      if (entry === undefined) return undefined;
      if (now() >= entry.until) {
        remove(text, entry);
        return undefined;
      }
      entries.delete(text);
      entries.set(text, entry);
      return entry.answer;
    },
    turnTo(asked: string): void {
      if (asked === version) return;
      entries.clear();
      bytes = 0;
      version = asked;
    },
    /** Not what was begun with older data and ends only now. */
    put(of: string, text: string, answer: Kept): void {
      if (of !== version || answer.sizeBytes > maxBytes) return;
      const before = entries.get(text);
      if (before !== undefined) remove(text, before);
      entries.set(text, { answer, until: now() + ttlMs });
      bytes += answer.sizeBytes;
      for (const [oldest, entry] of entries) {
        if (bytes <= maxBytes && entries.size <= maxEntries) break;
        remove(oldest, entry);
      }
    },
    stats: () => ({ entries: entries.size, bytes }),
  };
}
