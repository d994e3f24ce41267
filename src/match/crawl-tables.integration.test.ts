/** The tables of a crawl: matches, bodies, players, ranks, cursors. */
import { randomUUID } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../../test/support/test-database.ts';
import { moveCursor, readCursor } from '#/runtime/postgres/cursor.ts';
import { readCompleteness } from './match-completeness.ts';
import { countDue, insertMatches, readBatch, settleMatches, type Settlement } from './match.ts';
import { notePlayersSeen, notePlayersToList } from './player.ts';
import { appendChangedRanks } from './rank-snapshot.ts';
import { packBody, storeBodies } from './raw.ts';

const db = useTestDatabase(
  'truncate gamekeeper.match, gamekeeper.raw, gamekeeper.player, gamekeeper.rank_snapshot',
);

const MATCHES = { source: 'tft', kind: 'match' } as const;
const LISTED_AT = new Date('2026-11-02T10:00:00Z');
const want = (ids: readonly string[], batch: string, priority = 0) => {
  const matches = ids.map((id) => ({
    id,
    platform: id.slice(0, id.indexOf('_')).toLowerCase(),
    batch,
    fault: null,
  }));
  return insertMatches(db.database, MATCHES, matches, { priority, listedAt: LISTED_AT });
};
const settlement = (id: string, changes: Partial<Settlement> = {}): Settlement => {
  return { id, state: 'stored', attempts: 0, retryAfterMs: null, reason: null, endedAt: null, ...changes };
};

test('of many who list the same games at once, each game is wanted for one of them', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `EUW1_${index}`);
  const batches = Array.from({ length: 8 }, () => randomUUID());
  const orders = batches.map((_, index) =>
    [...ids.slice(index * 10), ...ids.slice(0, index * 10)].toReversed(),
  );
  const added = await Promise.all(batches.map((batch, index) => want(orders[index] ?? [], batch)));

  const held = await Promise.all(
    batches.map(async (batch) => (await readBatch(db.database, MATCHES, batch)).length),
  );
  expect(held.reduce((sum, count) => sum + count, 0)).toBe(100);
  expect(added.map(({ length }) => length)).toEqual(held.map((count) => Math.min(count, 1)));
});

test('a game is settled once: who comes second is told that nothing changed', async () => {
  await want(['EUW1_1', 'EUW1_2'], randomUUID());
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

test('what is asked for again later is not due until then', async () => {
  const batch = randomUUID();
  await want(['EUW1_1', 'EUW1_2', 'KR_1'], batch, 1);
  const later = settlement('EUW1_1', {
    state: 'wanted',
    attempts: 2,
    retryAfterMs: 90_000,
    reason: 'notFound',
  });
  await settleMatches(db.database, MATCHES, [later]);

  expect(await countDue(db.database, MATCHES, ['euw1'], 10)).toBe(1);
  expect(await countDue(db.database, MATCHES, ['euw1', 'kr'], 10)).toBe(2);
  expect(await countDue(db.database, MATCHES, ['euw1', 'kr'], 1)).toBe(1);
  const wanted = await readBatch(db.database, MATCHES, batch);
  expect(wanted.map(({ id, attempts, priority }) => [id, attempts, priority])).toEqual([
    ['EUW1_1', 2, 1],
    ['EUW1_2', 0, 1],
    ['KR_1', 0, 1],
  ]);
  expect(wanted[0]?.waitMs).toBeGreaterThan(80_000);
  expect(wanted[0]?.waitMs).toBeLessThanOrEqual(90_000);
  expect(wanted[1]?.waitMs).toBe(0);
});

test('completeness is told by platform and day: of its end for a stored game, of its listing for others', async () => {
  await want(['EUW1_1', 'EUW1_2', 'EUW1_3', 'EUW1_4', 'EUW1_5', 'KR_1'], randomUUID());
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

test('who was listed a moment ago is not to be listed again, and who waits already keeps waiting', async () => {
  const ladder = { source: 'tft', platform: 'euw1', keyId: 'k' };
  const note = async (puuids: string[], restMinutes: number) =>
    (await notePlayersToList(db.database, ladder, puuids, restMinutes)).map(({ puuid }) => puuid).sort();
  expect(await note(['a', 'b', 'c'], 10)).toEqual(['a', 'b', 'c']);
  await db.database.query(
    `update gamekeeper.player set listing_since = null,
       listed_at = now() - case puuid when 'a' then interval '9 minutes' else interval '11 minutes' end
     where puuid in ('a', 'b')`,
  );

  expect(await note(['a', 'b', 'c', 'd'], 10)).toEqual(['b', 'c', 'd']);
});

test('games of known players are added up; an older game changes neither name nor time', async () => {
  await notePlayersToList(db.database, { source: 'tft', platform: 'euw1', keyId: 'k' }, ['a'], 0);
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
