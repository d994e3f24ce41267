import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueueMatches, type Kept } from './rows.ts';
import { packBody } from './raw.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { until } from '../../test/support/until.ts';
import type { BodyOutcome } from './body.ts';
import { createBodyWriter, writeTogether } from './store.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.query('create sequence tries');
});
beforeEach(async () => {
  await db.database.query('truncate gamekeeper.match, gamekeeper.raw');
  await enqueue(MATCHES);
});
afterAll(() => db.drop());

const LOL_MATCHES = { source: 'lol', kind: 'match' } as const;
const LOL_TIMELINES = { source: 'lol', kind: 'timeline' } as const;
const MATCHES = { source: 'tft', kind: 'match' } as const;
const IDS = ['EUW1_1', 'EUW1_2', 'EUW1_3'];
const enqueue = (kept: Kept) =>
  enqueueMatches(
    db.database,
    kept,
    IDS.map((id) => ({ id, priority: 0 })),
    new Date(),
  );
const stored = (id: string): BodyOutcome => ({
  kind: 'match',
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
  const writer = createBodyWriter({ database: db.database, source: 'tft' });

  await Promise.all(IDS.map((id) => writer.write(stored(id))));

  expect(await readAll()).toEqual(IDS.map(whole));
  const [row] = await db.database.query(
    'select count(distinct xid)::int as transactions from gamekeeper.raw',
  );
  expect(row).toEqual({ transactions: 1 });
});

test('a game that PostgreSQL refuses stays wanted for later, with the reason, and the others are written', async () => {
  await beforeEachBody(`if new.id = 'EUW1_2' then raise exception 'not this one'; end if;`);
  const writer = createBodyWriter({ database: db.database, source: 'tft' });

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
  const writer = createBodyWriter({ database: db.database, source: 'tft' });

  await Promise.all(IDS.map((id) => writer.write(stored(id))));

  expect(await readAll()).toEqual(IDS.map(whole));
});

const timeline = (id: string): BodyOutcome => ({ ...stored(id), kind: 'timeline' });
const revisions = () =>
  db.database.query<{ id: string; revision: number }>(
    `select id, revision from gamekeeper.raw where source = 'lol' and kind = 'match' order by id`,
  );

test('a timeline that comes after its game has it published again, one that comes before or with it has not', async () => {
  await db.database.query('drop trigger if exists trouble on gamekeeper.raw');
  await db.database.query('truncate gamekeeper.match, gamekeeper.timeline, gamekeeper.raw');
  await enqueue(LOL_MATCHES);
  await enqueue(LOL_TIMELINES);
  const writer = createBodyWriter({ database: db.database, source: 'lol' });

  await writer.write(stored('EUW1_1'));
  await writer.write(timeline('EUW1_1'));
  await writer.write(timeline('EUW1_2'));
  await writer.write(stored('EUW1_2'));
  await Promise.all([writer.write(stored('EUW1_3')), writer.write(timeline('EUW1_3'))]);

  expect(await revisions()).toEqual([
    { id: 'EUW1_1', revision: 1 },
    { id: 'EUW1_2', revision: 0 },
    { id: 'EUW1_3', revision: 0 },
  ]);
  const [row] = await db.database.query(
    `select count(*)::int as bodies from gamekeeper.raw where kind = 'timeline'`,
  );
  expect(row).toEqual({ bodies: 3 });
});

test('a timeline that is written while another process writes its game is not overlooked', async () => {
  await db.database.query('truncate gamekeeper.match, gamekeeper.timeline, gamekeeper.raw');
  const [id = ''] = IDS;
  await enqueue(LOL_MATCHES);
  await enqueue(LOL_TIMELINES);
  const writer = createBodyWriter({ database: db.database, source: 'lol' });
  const { settlement, seen } = stored(id);
  const body = packBody(id, Buffer.from('{}'), new Date());
  let written: Promise<void> | undefined;

  await db.database.transaction(async (tx) => {
    await writeTogether(tx, 'lol', [{ kind: 'match', settlement, body, seen }]);
    written = writer.write(timeline(id));
    await until('it waits for the game', 10_000, async () => {
      const waiting = await db.database.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return waiting.length > 0;
    });
  });
  await written;

  expect(await revisions()).toEqual([{ id, revision: 1 }]);
});
