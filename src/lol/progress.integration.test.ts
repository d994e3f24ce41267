import { createNoticeListener, type NoticeListener } from '#/runtime/postgres/session.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { until } from '../../test/support/until.ts';
import { createHistoryNotices } from './progress.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const log = pino({ level: 'silent' });
let db: TestDatabase;
let listener: NoticeListener;
let heard: string[];
beforeAll(async () => {
  db = await createTestDatabase();
  listener = createNoticeListener({
    connection: db.connection,
    log,
    onNotice: ({ topic }) => heard.push(topic),
    onGap: () => undefined,
  });
  listener.start();
  await until('it listens', 10_000, () => listener.isListening());
});
beforeEach(async () => {
  heard = [];
  await db.database.query(
    'truncate gamekeeper.match, gamekeeper.player_match, gamekeeper.collection restart identity',
  );
  await db.database.query(
    `insert into gamekeeper.match (source, id, platform, state) values
     ('lol', 'EUW1_1', 'euw1', 'stored'), ('lol', 'EUW1_2', 'euw1', 'wanted')`,
  );
  await db.database.query(
    `insert into gamekeeper.player_match (source, puuid, match_id) values
     ('lol', 'Ana', 'EUW1_1'), ('lol', 'Ben', 'EUW1_1'), ('lol', 'Ben', 'EUW1_2')`,
  );
});
afterAll(async () => {
  await listener.stop();
  await db.drop();
});

const settleMany = (notices: ReturnType<typeof createHistoryNotices>, times: number): void => {
  for (let time = 0; time < times; time++) notices.settled(['EUW1_1']);
};

test('each player who has one of the matches is told once, however often they were settled meanwhile', async () => {
  const notices = createHistoryNotices({ database: db.database, log, everyMs: 30 });

  settleMany(notices, 100);
  notices.changed(['Cleo']);
  await until('all are told', 10_000, () => heard.length >= 3);
  await notices.flush();

  expect(heard.toSorted()).toEqual(['lol-player/Ana', 'lol-player/Ben', 'lol-player/Cleo']);
});

test('changes of one interval are one notice, and a flush brings the next at once', async () => {
  const notices = createHistoryNotices({ database: db.database, log, everyMs: 3_600_000 });
  const told = () => heard.filter((topic) => topic.endsWith('Emil')).length;
  for (const times of [1, 2]) {
    for (let change = 0; change < 50; change++) notices.changed(['Emil']);
    expect(told()).toBe(times - 1);
    await notices.flush();
    await until('it is told', 10_000, () => told() >= times);
  }
  expect(told()).toBe(2);
});

test('other topics that follow from it are told too', async () => {
  const moreTopics = async (puuids: readonly string[]) => puuids.map((puuid) => `lol-account/of-${puuid}`);
  const notices = createHistoryNotices({ database: db.database, log, everyMs: 10, moreTopics });

  notices.changed(['Dora']);
  await notices.flush();

  const ofDora = () => heard.filter((topic) => topic.endsWith('Dora'));
  await until('both are told', 10_000, () => ofDora().length === 2);
  expect(ofDora()).toEqual(['lol-player/Dora', 'lol-account/of-Dora']);
});

test('a collection ends with its last game, and not before', async () => {
  for (const puuid of ['Ana', 'Ben'])
    await db.database.query(
      `insert into gamekeeper.collection (source, puuid, key_id, platform, state, listed_at)
       values ('lol', $1, 'key', 'euw1', 'fetching', now())`,
      [puuid],
    );
  const notices = createHistoryNotices({ database: db.database, log, everyMs: 10 });
  const ended = () =>
    db.database.query<{ puuid: string }>(
      `select puuid from gamekeeper.collection where state = 'done' and ended_at is not null order by puuid`,
    );

  notices.settled(['EUW1_1']);
  await notices.flush();
  expect(await ended()).toEqual([{ puuid: 'Ana' }]);

  await db.database.query(`update gamekeeper.match set state = 'gone' where id = 'EUW1_2'`);
  notices.settled(['EUW1_2']);
  await notices.flush();
  expect(await ended()).toEqual([{ puuid: 'Ana' }, { puuid: 'Ben' }]);
});
