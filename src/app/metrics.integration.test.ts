import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import type { SystemStatus } from '#/contract/status.ts';
import { sampleStatus } from '#/http/server-under-test.ts';
import { writeSample } from '#/runtime/postgres/operations.ts';
import { exposeOperations, type OperationMetricsDeps } from './metrics.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const [part] = sampleStatus().parts;
if (part === undefined) throw new Error('the sample has no part');
const partIs = (id: SystemStatus['parts'][number]['id'], state: SystemStatus['state']) => ({
  ...part,
  id,
  state,
});
const TIME = '2026-01-02T03:04:05.678Z';
const process = (roles: string[]) => {
  const seen = { startedAt: TIME, seenAt: TIME, rssBytes: 1, cpuPercent: 1 };
  return { id: 'x', host: 'h', pid: 1, roles, version: '1', ...seen };
};
const status = (): SystemStatus => ({
  ...sampleStatus(),
  parts: [partIs('postgres', 'running'), partIs('clickhouse', 'down'), partIs('projector', 'degraded')],
  processes: [process(['api', 'worker']), process(['worker'])],
  upstreams: [
    { id: 'riot-tft', name: 'a', keySetting: 'A_KEY', key: 'set', state: 'ok', detail: null },
    { id: 'riot-lol', name: 'b', keySetting: 'B_KEY', key: 'set', state: 'rejected', detail: null },
    { id: 'api-football', name: 'c', keySetting: 'C_KEY', key: 'missing', state: 'unknown', detail: null },
  ],
});
async function scrape(changes: Partial<OperationMetricsDeps> = {}): Promise<string[]> {
  const registry = new Registry();
  exposeOperations(registry, {
    status: async () => status(),
    database: db.database,
    leads: () => ({ scheduler: true, projector: false }),
    oldestWaitingSeconds: async () => 12,
    ...changes,
  });
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('the first scrape has every metric that alerts use', async () => {
  const budget = {
    app: {
      windows: [{ limit: 100, spanMs: 1_000, bound: 25, probes: 0, closesAt: 9e15 }],
      blockedUntil: 0,
    },
    methods: { 'tft-match-v1.match': { windows: [], blockedUntil: 0 } },
  };
  await db.database.query(
    `insert into gamekeeper.permit (key_id, host, budget, calls, refusals) values ('secret', 'europe', $1, 40, 2)`,
    [JSON.stringify(budget)],
  );
  await db.database.query(
    `insert into gamekeeper.football_quota (budget_id, day_at, call_limit, used)
     values ('secret', date_trunc('day', now(), 'UTC'), 100, 30)`,
  );
  await db.database.query(
    `insert into gamekeeper.match (source, id, platform, state) values ('tft', 'EUW1_1', 'euw1', 'quarantined')`,
  );
  await writeSample(db.database, {
    readings: [
      { name: 'storage', label: { store: 'postgres' }, value: 9_000 },
      { name: 'processes', label: {}, value: 3 },
    ],
    marks: { endsUntil: 0, bodies: {}, calls: {} },
  });
  const lines = await scrape();
  expect(lines.toSorted()).toEqual(
    [
      'gamekeeper_part_up{part="postgres"} 1',
      'gamekeeper_part_up{part="clickhouse"} 0',
      'gamekeeper_part_up{part="projector"} 1',
      'gamekeeper_processes{role="api"} 1',
      'gamekeeper_processes{role="worker"} 2',
      'gamekeeper_processes{role="projector"} 0',
      'gamekeeper_processes{role="scheduler"} 0',
      'gamekeeper_leads{role="scheduler"} 1',
      'gamekeeper_leads{role="projector"} 0',
      'gamekeeper_disk_bytes{what="free"} 10',
      'gamekeeper_disk_bytes{what="total"} 20',
      'gamekeeper_disk_bytes{what="low"} 5',
      'gamekeeper_upstream_key_up{upstream="riot-tft"} 1',
      'gamekeeper_upstream_key_up{upstream="riot-lol"} 0',
      'gamekeeper_quarantined{source="tft",kind="match"} 1',
      'gamekeeper_quarantined{source="lol",kind="match"} 0',
      'gamekeeper_quarantined{source="lol",kind="timeline"} 0',
      'gamekeeper_oldest_job_seconds{state="waiting"} 12',
      'gamekeeper_stored_bytes{store="postgres"} 9000',
      'gamekeeper_upstream_used_share{upstream="riot-tft",host="europe"} 0.25',
      'gamekeeper_upstream_day_calls{upstream="api-football",what="used"} 30',
      'gamekeeper_upstream_day_calls{upstream="api-football",what="limit"} 100',
      'gamekeeper_all_upstream_calls_total{upstream="riot-tft",host="europe"} 40',
      'gamekeeper_all_upstream_refusals_total{upstream="riot-tft",host="europe"} 2',
    ].toSorted(),
  );
});

test('metrics of an unavailable PostgreSQL have no value, and the rest is exported', async () => {
  const lines = await scrape({
    database: { query: () => Promise.reject(new Error('away')) },
    oldestWaitingSeconds: () => Promise.reject(new Error('away')),
  });
  const names = new Set(lines.map((line) => line.split('{')[0] ?? ''));
  expect([...names].toSorted()).toEqual([
    'gamekeeper_disk_bytes',
    'gamekeeper_leads',
    'gamekeeper_part_up',
    'gamekeeper_processes',
    'gamekeeper_upstream_key_up',
  ]);
});

test('a disk that cannot be read is not reported as full', async () => {
  const lines = await scrape({
    status: async () => ({ ...status(), disk: { freeBytes: 0, totalBytes: 0, lowBytes: 5 } }),
  });
  expect(lines.filter((line) => line.startsWith('gamekeeper_disk_bytes'))).toEqual([]);
});
