/** What one job may use of the network: so many bytes in both directions, and so much time. Once it is spent, it stays spent. */

export interface Budget {
  /** False: that was too much, and all of it is over. */
  spend(bytes: number): boolean;
  spent(): 'bytes' | 'time' | null;
  used(): number;
  /** The clock no longer runs. */
  stop(): void;
}

export interface BudgetOptions {
  readonly maxBytes: number;
  readonly maxMs: number;
  /** Called once, at the moment at which it is spent. */
  readonly onSpent: () => void;
}

export function createBudget({ maxBytes, maxMs, onSpent }: BudgetOptions): Budget {
  let used = 0;
  let spent: 'bytes' | 'time' | null = null;
  const end = (by: 'bytes' | 'time'): void => {
    if (spent !== null) return;
    spent = by;
    clearTimeout(timer);
    onSpent();
  };
  const timer = setTimeout(() => end('time'), maxMs);
  return {
    spend(bytes) {
      used += bytes;
      if (used > maxBytes) end('bytes');
      return spent === null;
    },
    spent: () => spent,
    used: () => used,
    stop: () => clearTimeout(timer),
  };
}
