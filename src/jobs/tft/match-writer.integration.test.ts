import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertMatches } from '#/stores/postgres/match.ts';
import { createOurTables } from '../../../test/support/jobs-bench.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { MatchOutcome } from './match-outcome.ts';
import { createMatchWriter } from './match-writer.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await createOurTables(db.database);
  await db.database.query('create sequence tries');
});
beforeEach(async () => {
  await db.database.query('truncate gamekeeper.match, gamekeeper.raw');
  const matches = IDS.map((id) => ({ id, platform: 'euw1', batch: null, fault: null }));
  await insertMatches(db.database, 'tft', matches, { priority: 0, listedAt: new Date() });
});
afterAll(() => db.drop());

const IDS = ['EUW1_1', 'EUW1_2', 'EUW1_3'];
const stored = (id: string): MatchOutcome => ({
  settlement: { id, state: 'stored', attempts: 0, retryAfterMs: null, reason: null, endedAt: new Date() },
  body: { bytes: Buffer.from(`{"id":"${id}"}`), fetchedAt: new Date() },
  seen: [],
});
const readAll = () =>
  db.database.query<{ id: string; state: string; has: boolean; waits: boolean; reason: string | null }>(
    `select m.id, m.state, r.id is not null as has, m.next_at is not null as waits, m.reason
     from gamekeeper.match m left join gamekeeper.raw r using (source, id) order by m.id`,
  );
const whole = (id: string) => ({ id, state: 'stored', has: true, waits: false, reason: null });

/** Has every insert into `raw` do this first. */
async function beforeEachBody(plpgsql: string): Promise<void> {
  await db.database.query(`create or replace function trouble() returns trigger language plpgsql as
    $$ begin ${plpgsql} return new; end $$`);
  await db.database.query(
    'create or replace trigger trouble before insert on gamekeeper.raw for each row execute function trouble()',
  );
}

test('what arrives together is written in one transaction', async () => {
  await beforeEachBody('');
  const writer = createMatchWriter(db.database);

  await Promise.all(IDS.map((id) => writer.write(stored(id))));

  expect(await readAll()).toEqual(IDS.map(whole));
  const [row] = await db.database.query(
    'select count(distinct xid)::int as transactions from gamekeeper.raw',
  );
  expect(row).toEqual({ transactions: 1 });
});

test('a game that PostgreSQL refuses stays wanted for later, with the reason, and the others are written', async () => {
  await beforeEachBody(`if new.id = 'EUW1_2' then raise exception 'not this one'; end if;`);
  const writer = createMatchWriter(db.database);

  await Promise.all(IDS.map((id) => writer.write(stored(id))));

  expect(await readAll()).toEqual([
    whole('EUW1_1'),
    {
      id: 'EUW1_2',
      state: 'wanted',
      has: false,
      waits: true,
      reason: 'it could not be written: not this one',
    },
    whole('EUW1_3'),
  ]);
});

test('a fault that passes is waited for, and nothing that came is lost', async () => {
  await beforeEachBody(
    `if nextval('tries') <= 2 then raise exception 'in the way' using errcode = '40001'; end if;`,
  );
  const writer = createMatchWriter(db.database);

  await Promise.all(IDS.map((id) => writer.write(stored(id))));

  expect(await readAll()).toEqual(IDS.map(whole));
});
