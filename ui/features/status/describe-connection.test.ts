import { expect, test } from 'vitest';

import type { LiveState } from '../../lib/live-connection.ts';
import { describeConnection, type ConnectionKind, type Freshness } from './describe-connection.ts';

const LIVE: LiveState = { phase: 'live', triedAt: 100, failures: 0, lostAt: null };
const LOST: LiveState = { phase: 'waiting', triedAt: 100, failures: 1, lostAt: 500 };
const NOTHING: Freshness = { updatedAt: 0, via: undefined, isFailing: false };

function heard(updatedAt: number, via: Freshness['via'], isFailing = false): Freshness {
  return { updatedAt, via, isFailing };
}

test.each<[string, LiveState, Freshness, ConnectionKind, boolean]>([
  ['fed by the feed', LIVE, heard(150, 'live'), 'live', false],
  ['fed by the feed while requests fail', LIVE, heard(150, 'live', true), 'live', false],
  ['an open feed that has no status', LIVE, heard(150, 'request'), 'polling', false],
  ['an open feed with only an earlier connection’s word', LIVE, heard(90, 'live'), 'connecting', false],
  ['nothing heard yet', { ...LIVE, phase: 'connecting' }, NOTHING, 'connecting', false],
  [
    'the first answer before the feed',
    { ...LIVE, phase: 'connecting' },
    heard(150, 'request'),
    'connecting',
    false,
  ],
  ['just lost', LOST, heard(490, 'live'), 'reconnecting', true],
  ['lost, requests get through', LOST, heard(600, 'request'), 'polling', false],
  ['lost, requests fail too', { ...LOST, failures: 4 }, heard(600, 'request', true), 'offline', true],
  ['never reached, few tries', { ...LOST, failures: 3 }, NOTHING, 'connecting', false],
  ['never reached, many tries', { ...LOST, failures: 4 }, NOTHING, 'offline', true],
  ['hidden for long', { ...LOST, phase: 'paused' }, heard(490, 'live'), 'paused', false],
])('%s', (_, live, freshness, kind, isStale) => {
  expect(describeConnection(live, freshness)).toMatchObject({ kind, isStale });
});

test('says since when it is offline', () => {
  const lostAt = new Date(2026, 10, 15, 9, 5, 7).getTime();

  expect(describeConnection({ ...LOST, lostAt, failures: 9 }, NOTHING).label).toBe('Offline since 09:05:07');
});
