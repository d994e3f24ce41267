/** The tables of a crawl: matches, bodies, players, ranks, cursors. */
import { moveCursor, readCursor } from '#/runtime/postgres/cursor.ts';
import { useTestDatabase } from '../../test/support/test-database.ts';
import { until } from '../../test/support/until.ts';
import { claimRows, type QueueTable } from './claims.ts';
import { enqueueListings, notePlayersSeen } from './people.ts';
import { appendChangedRanks } from './ranks.ts';
import { packBody, storeBodies } from './raw.ts';
import { countDue, enqueueMatches, raisePriority, settleMatches, type Settlement } from './rows.ts';
import { readCompleteness } from './stored.ts';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const db = useTestDatabase(
  'truncate gamekeeper.match, gamekeeper.raw, gamekeeper.player, gamekeeper.rank_snapshot',
);

const MATCHES = { source: 'tft', kind: 'match' } as const;
const LISTED_AT = new Date('2026-11-02T10:00:00Z');
const enqueue = (ids: readonly string[], priority = 0) =>
  enqueueMatches(
    db.database,
    MATCHES,
    ids.map((id) => ({ id, priority })),
    LISTED_AT,
  );
const ME = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
/** The keys of the claimed rows, in no order. */
const claim = async (rows: number, by = ME, table: QueueTable = 'match', except: readonly string[] = []) => {
  const rooms = [
    { region: 'europe', rows },
    { region: 'asia', rows },
  ] as const;
  const claimed = await claimRows(db.database, { table, source: 'tft' }, { by, rooms, except });
  return claimed.map(({ key }) => key).toSorted();
};
const settlement = (id: string, changes: Partial<Settlement> = {}): Settlement => {
  return { id, state: 'stored', attempts: 0, retryAfterMs: null, reason: null, endedAt: null, ...changes };
};

test('of concurrent lists of the same matches, one adds each match', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `EUW1_${index}`);
  const lists = Array.from({ length: 8 }, (_, index) =>
    [...ids.slice(index * 10), ...ids.slice(0, index * 10)].toReversed(),
  );
  const added = await Promise.all(lists.map((list) => enqueue(list)));
  expect(added.flat().toSorted()).toEqual(ids.toSorted());
});

test('a match is settled once: the second call changes nothing and returns nothing', async () => {
  await enqueue(['EUW1_1', 'EUW1_2']);
  const first = await settleMatches(db.database, MATCHES, [
    settlement('EUW1_1', { state: 'gone', reason: 'x' }),
  ]);
  const second = await settleMatches(db.database, MATCHES, [settlement('EUW1_1'), settlement('EUW1_2')]);

  expect([[...first], [...second]]).toEqual([['EUW1_1'], ['EUW1_2']]);
  const rows = await db.database.query('select id, state, reason from gamekeeper.match order by id');
  expect(rows).toEqual([
    { id: 'EUW1_1', state: 'gone', reason: 'x' },
    { id: 'EUW1_2', state: 'stored', reason: null },
  ]);
});

describe('a claim', () => {
  const lapse = () =>
    db.database.query(`update gamekeeper.match set claimed_until = now() - interval '1 second'`);
  /** Claims count as ended only when PostgreSQL has been up for ten seconds. */
  const takeOver = () =>
    until('the claims have ended', 20_000, async () => {
      const claimed = await claim(2, OTHER);
      return claimed.length > 0 && claimed;
    });

  test('takes rows by priority, then the newest ids first, as many as fit into each region, and no row twice', async () => {
    await enqueue(['EUW1_1', 'EUW1_2', 'EUN1_9', 'KR_1']);
    await enqueue(['EUW1_5'], 2);
    await raisePriority(db.database, MATCHES, [{ id: 'EUW1_1', priority: 1 }]);
    expect(await claim(2)).toEqual(['EUW1_1', 'EUW1_5', 'KR_1']);
    expect(await claim(2, OTHER)).toEqual(['EUN1_9', 'EUW1_2']);
    expect(await claim(2, OTHER)).toEqual([]);
  });

  test('of many workers at once takes each row for one of them', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `EUW1_${index}`);
    await enqueue(ids);
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claim(20)));
    const taken = claimed.flat();
    expect(new Set(taken).size).toBe(taken.length);
    expect([...taken, ...(await claim(100))].toSorted()).toEqual(ids.toSorted());
  });

  test('is taken over when it has ended, but not by the process that still works on the row', async () => {
    await enqueue(['EUW1_1', 'EUW1_2']);
    await claim(2);
    await lapse();
    expect(await claim(2, ME, 'match', ['EUW1_1', 'EUW1_2'])).toEqual([]);
    expect(await takeOver()).toEqual(['EUW1_1', 'EUW1_2']);
  });

  test('that was lost five times in a row waits half a minute after the next loss, and a settled row starts again', async () => {
    await enqueue(['EUW1_1']);
    const waits: (number | null)[] = [];
    for (let lost = 0; lost <= 6; lost++) {
      const [row] = await db.database.query<{ waitSeconds: number | null }>(
        'select extract(epoch from next_at - claimed_until)::float8 as wait_seconds from gamekeeper.match',
      );
      waits.push(row?.waitSeconds ?? null);
      await db.database.query(
        `update gamekeeper.match set claimed_until = claimed_until - interval '1 hour', next_at = null`,
      );
      expect(await takeOver()).toEqual(['EUW1_1']);
    }
    // The claim itself is ten seconds long.
    expect(waits).toEqual([null, null, null, null, null, null, 20]);
    await settleMatches(db.database, MATCHES, [
      settlement('EUW1_1', { state: 'wanted', retryAfterMs: 1, claimedBy: OTHER }),
    ]);
    const [settled] = await db.database.query('select lost_claims from gamekeeper.match');
    expect(settled).toEqual({ lostClaims: 0 });
  });

  test('that was lost lets a body through and no failure', async () => {
    await enqueue(['EUW1_1', 'EUW1_2']);
    await claim(2);
    await lapse();
    await takeOver();
    const failure = { state: 'wanted', attempts: 1, retryAfterMs: 1, claimedBy: ME } as const;
    const settled = await settleMatches(db.database, MATCHES, [
      settlement('EUW1_1', failure),
      settlement('EUW1_2', { claimedBy: ME }),
    ]);
    expect([...settled]).toEqual(['EUW1_2']);
  });
});

test('a row that failed is not due until its time', async () => {
  await enqueue(['EUW1_1', 'EUW1_2', 'KR_1'], 1);
  const later = { state: 'wanted', attempts: 2, retryAfterMs: 90_000, reason: 'notFound' } as const;
  await settleMatches(db.database, MATCHES, [settlement('EUW1_1', later)]);

  const due = (region: string, atMost: number) => countDue(db.database, MATCHES, region, atMost);
  expect([await due('europe', 10), await due('asia', 10)]).toEqual([1, 1]);
  await enqueue(['EUW1_3']);
  expect([await due('europe', 10), await due('europe', 1)]).toEqual([2, 1]);
  expect(await claim(10)).toEqual(['EUW1_2', 'EUW1_3', 'KR_1']);
});

test('a raised priority changes waiting rows with a lower one, and wants a match again that was missing', async () => {
  const ids = ['EUW1_1', 'EUW1_2', 'EUW1_3', 'EUW1_4', 'EUW1_5'];
  await enqueue(ids, 1);
  await settleMatches(db.database, MATCHES, [
    settlement('EUW1_2'),
    settlement('EUW1_3', { state: 'gone', attempts: 4 }),
    // Never asked for, because it is known not to exist.
    settlement('EUW1_4', { state: 'gone' }),
  ]);
  const raise = async (priority: number): Promise<string[]> =>
    (
      await raisePriority(
        db.database,
        MATCHES,
        ids.map((id) => ({ id, priority })),
      )
    ).toSorted();
  expect(await raise(2)).toEqual(['EUW1_1', 'EUW1_3', 'EUW1_5']);
  expect(await raise(1)).toEqual([]);
  const rows = await db.database.query(
    `select id, attempts, priority from gamekeeper.match where state = 'wanted' order by id`,
  );
  expect(rows).toEqual(['EUW1_1', 'EUW1_3', 'EUW1_5'].map((id) => ({ id, attempts: 0, priority: 2 })));
});

test('completeness is told by platform and day: of its end for a stored game, of its listing for others', async () => {
  await enqueue(['EUW1_1', 'EUW1_2', 'EUW1_3', 'EUW1_4', 'EUW1_5', 'KR_1']);
  const endedAt = new Date('2026-11-01T23:59:59Z');
  await settleMatches(db.database, MATCHES, [
    settlement('EUW1_1', { endedAt }),
    settlement('EUW1_2', { endedAt }),
    settlement('EUW1_3', { state: 'gone' }),
    settlement('EUW1_4', { state: 'quarantined' }),
  ]);
  const days = { from: '2026-11-01', to: '2026-11-02' };

  expect(await readCompleteness(db.database, 'tft', { platforms: ['euw1', 'kr'], ...days })).toEqual([
    { platform: 'euw1', day: '2026-11-01', wanted: 0, stored: 2, gone: 0, quarantined: 0 },
    { platform: 'euw1', day: '2026-11-02', wanted: 1, stored: 0, gone: 1, quarantined: 1 },
    { platform: 'kr', day: '2026-11-02', wanted: 1, stored: 0, gone: 0, quarantined: 0 },
  ]);
  expect(
    await readCompleteness(db.database, 'tft', { platforms: ['kr'], from: '2026-11-03', to: '2026-11-30' }),
  ).toEqual([]);
  expect(await readCompleteness(db.database, 'lol', { platforms: ['euw1', 'kr'], ...days })).toEqual([]);
});

test('bodies are kept byte for byte, whatever is in them; another body of the same game is a new revision', async () => {
  const texts = ['{"a":"\\u0000"}', '', 'x'.repeat(100_000), '\0\u{1F600}'];
  const bodies = texts.map((text, index) => packBody(`EUW1_${index}`, Buffer.from(text), LISTED_AT));
  const place = { source: 'tft', kind: 'match' } as const;
  await storeBodies(db.database, place, bodies);
  const read = () =>
    db.database.query<{ id: string; body: Buffer; size: number; rev: string; same: boolean }>(
      `select id, body, size, rev, true as same from gamekeeper.raw order by id`,
    );
  const before = await read();
  await storeBodies(db.database, place, [
    packBody('EUW1_0', Buffer.from('{"b":1}'), LISTED_AT),
    packBody('EUW1_1', Buffer.from(''), LISTED_AT),
  ]);
  const after = await read();

  expect(before.map(({ body }) => zstdDecompressSync(body).toString())).toEqual(texts);
  expect(before.map(({ size }) => size)).toEqual(texts.map((text) => Buffer.byteLength(text)));
  expect(zstdDecompressSync(after[0]?.body ?? Buffer.alloc(0)).toString()).toBe('{"b":1}');
  expect(Number(after[0]?.rev)).toBeGreaterThan(Math.max(...before.map(({ rev }) => Number(rev))));
  expect(after.slice(1)).toEqual(before.slice(1));
});

test('a rank is appended when anything of it has changed', async () => {
  const rank = { puuid: 'a', tier: 'MASTER', division: 'I', leaguePoints: 10, wins: 1, losses: 2 };
  const still = { ...rank, puuid: 'b' };
  const ladder = (hour: number, platform = 'euw1') => {
    return { source: 'tft', platform, queue: 'RANKED_TFT', takenAt: new Date(Date.UTC(2026, 10, 1, hour)) };
  };
  const changes = [
    { leaguePoints: 11 },
    { tier: 'GRANDMASTER' },
    { wins: 2 },
    { losses: 3 },
    { leaguePoints: 10 },
  ];
  const answers = [await appendChangedRanks(db.database, ladder(0), [rank, still])];
  let hour = 0;
  let current = rank;
  for (const change of changes) {
    current = Object.assign({}, current, change);
    answers.push(await appendChangedRanks(db.database, ladder(++hour), [current, still]));
    answers.push(await appendChangedRanks(db.database, ladder(++hour), [current, still]));
  }
  answers.push(await appendChangedRanks(db.database, ladder(++hour, 'kr'), [current]));

  expect(answers.map((answer) => answer.toSorted())).toEqual([
    ['a', 'b'],
    ...changes.flatMap(() => [['a'], []]),
    ['a'],
  ]);
});

const LADDER = { source: 'tft', platform: 'euw1', region: 'europe', keyId: 'k' };
const name = (puuids: readonly string[], restMinutes = 10, moved: readonly string[] = []) =>
  enqueueListings(
    db.database,
    LADDER,
    puuids.map((puuid) => ({ puuid, hasMoved: moved.includes(puuid) })),
    { restMinutes, now: LISTED_AT },
  );

test('a player who was listed a moment ago does not wait again, and one who waits keeps waiting', async () => {
  await name(['a', 'b', 'c']);
  await db.database.query(
    `update gamekeeper.player set listing_since = null,
       listed_at = now() - case puuid when 'a' then interval '9 minutes' else interval '11 minutes' end
     where puuid in ('a', 'b')`,
  );
  await name(['a', 'b', 'c', 'd']);
  expect(await claim(10, ME, 'player')).toEqual(['b', 'c', 'd']);
});

test('players with a new match are listed first, then those who play lately and often', async () => {
  const before: [string, string | null, number][] = [
    ['often', '1 hour', 200],
    ['lately', '1 hour', 0],
    ['moved long ago', '40 days', 0],
    ['never seen', null, 0],
    ['last week', '7 days', 0],
    ['long ago', '90 days', 100],
  ];
  await name(before.map(([puuid]) => puuid));
  for (const [puuid, ago, seen] of before)
    await db.database.query(
      `update gamekeeper.player set last_game_at = $1::timestamptz - $2::interval, games_seen = $3 where puuid = $4`,
      [LISTED_AT, ago, seen, puuid],
    );
  await name(
    before.map(([puuid]) => puuid),
    10,
    ['moved long ago'],
  );
  const order: string[] = [];
  for (let taken = await claim(1, ME, 'player'); taken.length > 0; taken = await claim(1, ME, 'player'))
    order.push(...taken);
  expect(order).toEqual(['moved long ago', 'often', 'lately', 'last week', 'never seen', 'long ago']);
});

test('games of known players are added up; an older game changes neither name nor time', async () => {
  await name(['a'], 0);
  const seen = (hour: number, gameName: string | null, games = 1) => {
    const lastGameAt = new Date(Date.UTC(2026, 10, 1, hour));
    return { puuid: 'a', games, lastGameAt, gameName, tagLine: gameName };
  };
  await notePlayersSeen(db.database, 'tft', [seen(5, 'new', 2), { ...seen(5, 'x'), puuid: 'stranger' }]);
  await notePlayersSeen(db.database, 'tft', [seen(4, 'old')]);
  await notePlayersSeen(db.database, 'tft', [seen(6, null)]);

  const rows = await db.database.query(
    'select puuid, games_seen, last_game_at, game_name, tag_line from gamekeeper.player',
  );
  expect(rows).toEqual([
    { puuid: 'a', gamesSeen: 4, lastGameAt: seen(6, null).lastGameAt, gameName: 'new', tagLine: 'new' },
  ]);
});

test('a cursor never goes back', async () => {
  const cursor = { source: 'tft', kind: 'matches', name: 'a' };
  expect(await readCursor(db.database, cursor)).toBeUndefined();
  await moveCursor(db.database, cursor, new Date(5_000));
  await moveCursor(db.database, cursor, new Date(4_000));

  expect(await readCursor(db.database, cursor)).toEqual(new Date(5_000));
});
