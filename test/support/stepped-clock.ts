/** Waiting in a test on the clock that the test steps (`vi.useFakeTimers`). On the real clock it fails, so no test sleeps by mistake. */
import { vi } from 'vitest';

export function steppedDelay(ms: number): Promise<void> {
  if (!vi.isFakeTimers()) throw new Error('steppedDelay needs vi.useFakeTimers()');
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
