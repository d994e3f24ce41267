import { expect, test } from 'vitest';

import type { Part, PartState, SystemStatus } from '#/contract/status.ts';

import { describeSystem, overallState } from './describe-system.ts';

const GB = 1e9;

test('says that everything runs', () => {
  expect(describeSystem(statusOf('running', { PostgreSQL: 'running', ClickHouse: 'running' }))).toBe(
    'Everything runs: all 2 parts answer.',
  );
});

test('names what does not answer before what merely limps', () => {
  const status = statusOf('down', {
    PostgreSQL: 'degraded',
    ClickHouse: 'down',
    Jobs: 'running',
    Scheduler: 'starting',
  });

  expect(describeSystem(status)).toBe(
    'ClickHouse does not answer, PostgreSQL does not work as it should, and Scheduler is starting.',
  );
});

test('joins parts that share a state', () => {
  const status = statusOf('starting', { PostgreSQL: 'starting', ClickHouse: 'starting', Jobs: 'starting' });

  expect(describeSystem(status)).toBe('PostgreSQL, ClickHouse and Jobs are starting.');
});

test('a low disk is trouble although every part runs, and does not make a worse state look better', () => {
  const status = statusOf('running', { PostgreSQL: 'running' }, 2.1 * GB);

  expect(describeSystem(status)).toBe('Disk space is low (2.1 GB free).');
  expect(overallState(status)).toBe('degraded');
  expect(overallState(statusOf('down', { PostgreSQL: 'down' }, 2 * GB))).toBe('down');
});

test('does not claim that all is well when the system says otherwise', () => {
  expect(describeSystem(statusOf('degraded', { PostgreSQL: 'running' }))).toContain('degraded');
});

function statusOf(state: PartState, parts: Record<string, PartState>, freeBytes = 50 * GB): SystemStatus {
  const time = '2026-11-15T10:00:00.000Z';
  return {
    version: '0.1.0',
    now: time,
    startedAt: time,
    state,
    parts: Object.entries(parts).map(([name, partState]): Part => ({
      id: 'jobs',
      name,
      mode: 'built-in',
      state: partState,
      version: null,
      since: null,
      restarts: 0,
      detail: null,
    })),
    processes: [],
    queues: [],
    schedules: [],
    recentJobs: [],
    disk: { freeBytes, totalBytes: 100 * GB, lowBytes: 5 * GB },
    clipSites: [],
    upstreams: [],
  };
}
