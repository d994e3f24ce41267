import { expect, test } from 'vitest';

import type { BudgetGauge } from '#/contract/operations.ts';

import { spentShare, toBudgetGroups } from './budget-groups.ts';

test('gauges stand by upstream and host, short windows first, methods apart', () => {
  const groups = toBudgetGroups([
    gauge({ upstream: 'riot-tft', host: 'kr', windowSeconds: 120 }),
    gauge({ upstream: 'riot-tft', host: 'kr', scope: 'match-v1.getMatch' }),
    gauge({ upstream: 'api-football', host: 'v3' }),
    gauge({ upstream: 'riot-tft', host: 'europe' }),
    gauge({ upstream: 'riot-tft', host: 'kr', windowSeconds: 1 }),
  ]);

  expect(groups.map(({ upstream, hosts }) => [upstream, hosts.map(({ host }) => host)])).toEqual([
    ['api-football', ['v3']],
    ['riot-tft', ['europe', 'kr']],
  ]);
  const korea = groups[1]?.hosts[1];
  expect(korea?.application.map(({ windowSeconds }) => windowSeconds)).toEqual([1, 120]);
  expect(korea?.methods.map(({ scope }) => scope)).toEqual(['match-v1.getMatch']);
});

test('a host is blocked until the last of its blocks ends', () => {
  const [group] = toBudgetGroups([
    gauge({ blockedUntil: '2026-11-15T10:00:00.000Z' }),
    gauge({ scope: 'match-v1.getMatch', blockedUntil: '2026-11-15T10:02:00.000Z' }),
    gauge({ host: 'kr' }),
  ]);

  expect(group?.hosts.map(({ host, blockedUntil }) => [host, blockedUntil])).toEqual([
    ['europe', '2026-11-15T10:02:00.000Z'],
    ['kr', null],
  ]);
});

test.each([
  [0, 100, 0],
  [37, 100, 0.37],
  [101, 100, 1],
  [-1, 100, 0],
  [0, 0, 1],
])('%i of %i is a share of %d', (used, limit, share) => {
  expect(spentShare(gauge({ used, limit }))).toBe(share);
});

test('no gauges give no groups', () => {
  expect(toBudgetGroups([])).toEqual([]);
});

function gauge(more: Partial<BudgetGauge>): BudgetGauge {
  return {
    upstream: 'riot-tft',
    host: 'europe',
    scope: 'application',
    windowSeconds: 10,
    limit: 100,
    used: 0,
    resetsAt: null,
    blockedUntil: null,
    ...more,
  };
}
