import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryAfterSeconds, writeSearchUrl } from './site-requests.ts';

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

test('encodes the words of the search, and writes the window in the formats of sites', () => {
  const query = {
    text: '(Ødegaard) (Arsenal OR "The Gunners") & #1?',
    since: new Date('2026-11-15T12:03:41.600Z'),
    until: new Date('2026-11-15T12:33:41.600Z'),
  };
  const url = writeSearchUrl(
    'https://example.com/{sinceDay}/{untilDay}?q={query}&a={since}&b={until}&c={sinceUnix}&d={untilUnix}&e={other}',
    query,
  );
  expect(url.searchParams.get('q')).toBe(query.text);
  url.searchParams.delete('q');
  expect(decodeURIComponent(url.href)).toBe(
    'https://example.com/2026-11-15/2026-11-15?a=2026-11-15T12:03:41.600Z&b=2026-11-15T12:33:41.600Z&c=1794744221&d=1794746022&e={other}',
  );
});
