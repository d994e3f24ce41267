import { expect, test } from 'vitest';
import { toGauges } from './budget-gauges.ts';

const NOW = Date.UTC(2026, 10, 15, 12);
const at = (ms: number): string => new Date(NOW + ms).toISOString();

test('each window of each scope is a gauge, which says when it opens again', () => {
  const gauges = toGauges(
    [
      {
        mark: 'secret-name-of-the-key europe',
        upstream: 'riot-tft',
        host: 'europe',
        calls: 9,
        refusals: 0,
        now: NOW,
        scopes: [
          {
            method: null,
            blockedForMs: 0,
            windows: [
              { limit: 20, spanMs: 1_000, used: 3, closesInMs: 0 },
              { limit: 100, spanMs: 120_000, used: 40, closesInMs: 5_000 },
            ],
          },
          {
            method: 'tft-match-v1.match',
            blockedForMs: 2_000,
            windows: [{ limit: 250, spanMs: 10_000, used: 250, closesInMs: 1_000 }],
          },
          { method: 'tft-match-v1.ids', blockedForMs: 0, windows: [] },
        ],
      },
    ],
    undefined,
  );
  const place = { upstream: 'riot-tft', host: 'europe', blockedUntil: null };
  expect(gauges).toEqual([
    { ...place, scope: 'application', windowSeconds: 1, limit: 20, used: 3, resetsAt: null },
    { ...place, scope: 'application', windowSeconds: 120, limit: 100, used: 40, resetsAt: at(5_000) },
    {
      ...place,
      scope: 'tft-match-v1.match',
      windowSeconds: 10,
      limit: 250,
      used: 250,
      resetsAt: at(1_000),
      blockedUntil: at(2_000),
    },
  ]);
  expect(JSON.stringify(gauges)).not.toContain('secret-name-of-the-key');
});

test('the day of API-Football is one more', () => {
  const day = { limit: 7_500, used: 12, resetsAt: NOW + 60_000, blockedUntil: null };
  expect(toGauges([], day)).toEqual([
    {
      upstream: 'api-football',
      host: 'api-football',
      scope: 'application',
      windowSeconds: 86_400,
      limit: 7_500,
      used: 12,
      resetsAt: at(60_000),
      blockedUntil: null,
    },
  ]);
});
