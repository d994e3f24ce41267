import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryAfterSeconds } from './site-requests.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 15, 12), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['retry-after', '90', 90],
  ['retry-after', 'Sun, 15 Nov 2026 12:10:00 GMT', 600],
  ['retry-after', 'Sun, 15 Nov 2026 11:00:00 GMT', undefined],
  ['x-ratelimit-reset', '12.5', 13],
  ['x-rate-limit-reset', String(Date.UTC(2026, 10, 15, 12, 10) / 1_000), 600],
  ['x-rate-limit-reset', String(Date.UTC(2026, 10, 17) / 1_000), undefined],
])('%s: %s', (header, value, seconds) => {
  expect(retryAfterSeconds({ [header]: value }).retryAfterSeconds).toBe(seconds);
});
