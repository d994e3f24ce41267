/** The crawl against the practice world, with PostgreSQL, client and limiter as they are: what its server counted is the judge. */
import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { playerNumber } from '#/domain/tft/player-number.ts';
import type { UnrankedPlayer } from '#/stores/clickhouse/unranked-players.ts';
import { createTftCrawlBench, type TftCrawlBench } from '../../../test/support/tft-crawl-bench.ts';
import { until } from '../../../test/support/until.ts';

const APEX = ['challenger', 'grandmaster', 'master'] as const;
const HOUR_MS = 3_600_000;

let bench: TftCrawlBench;
beforeAll(async () => {
  bench = await createTftCrawlBench();
});
beforeEach(async () => {
  bench.ends.length = 0;
  await bench.database.query(
    'truncate gamekeeper.match, gamekeeper.raw, gamekeeper.player, gamekeeper.rank_snapshot, gamekeeper.rank_request, gamekeeper.cursor',
  );
  await bench.faults();
  await bench.ask('/practice/seen/reset', {});
});
afterEach(async () => {
  await bench.stopEngines();
  await bench.database.query(`delete from pgboss.job where name like 'tft/%' or name = 'dead-letter'`);
});
afterAll(() => bench.drop());

const states = async (): Promise<Record<string, number>> => {
  const rows = await bench.database.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from gamekeeper.match group by state',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};
const ids = async (where = 'true'): Promise<string[]> => {
  const rows = await bench.database.query<{ id: string }>(
    `select id from gamekeeper.match where ${where} order by id`,
  );
  return rows.map((row) => row.id);
};
const makeDue = () =>
  bench.database.query(`update gamekeeper.match set next_at = now() where state = 'wanted'`);
/** Asked for again and again, because a job may still be on its way back to the queue. */
const makeDueBefore = async (attempts: number): Promise<void> => {
  await bench.database.query(
    `update gamekeeper.match set next_at = now() where state = 'wanted' and attempts < $1`,
    [attempts],
  );
  await bench.database.query(
    `update pgboss.job set start_after = now()
     where name like 'tft/fetch%' and state in ('created', 'retry') and start_after > now()`,
  );
};
const endsOf = (kind: string) => bench.ends.filter((end) => end.kind === kind);

test('every game in the lists of the ladder is stored once, byte for byte, and was served once', async () => {
  const players = await bench.ladder('euw1', APEX);
  const expected = await bench.historiesOf(players, 'europe');
  const engine = await bench.crawl();

  await bench.cycle(engine);

  expect(players.length).toBeGreaterThan(10);
  expect(expected.size).toBeGreaterThan(100);
  expect(await ids(`state = 'stored'`)).toEqual([...expected].sort());
  const served = await bench.served();
  expect(Object.keys(served).sort()).toEqual([...expected].sort());
  expect(Object.values(served).every((times) => times === 1)).toBe(true);
  const [raw] = await bench.database.query<{ id: string; body: Buffer; sha: Buffer; size: number }>(
    'select id, body, sha, size from gamekeeper.raw order by id limit 1',
  );
  const sent = await fetch(
    `${bench.riotBaseUrl.replace('{route}', 'europe')}/tft/match/v1/matches/${raw?.id}`,
    { headers: { 'X-Riot-Token': bench.key } },
  );
  const bytes = Buffer.from(await sent.arrayBuffer());
  expect(zstdDecompressSync(raw?.body ?? Buffer.alloc(0))).toEqual(bytes);
  expect(raw).toMatchObject({ size: bytes.length, sha: Buffer.from(hash('sha256', bytes, 'hex'), 'hex') });
  expect(Object.keys((await bench.seen()).totals.statuses)).toEqual(['200']);
});

test('a second cycle asks for nothing again but ladders and lists, and then brings what was played since', async () => {
  const engine = await bench.crawl();
  await bench.cycle(engine);
  const before = await ids();
  await bench.ask('/practice/seen/reset', {});

  await bench.cycle(engine);
  expect(await bench.served()).toEqual({});
  expect(await ids()).toEqual(before);

  await bench.advance(6 * HOUR_MS);
  await bench.cycle(engine);
  const players = await bench.ladder('euw1', APEX);
  const now = await bench.historiesOf(players, 'europe');
  const after = await ids(`state = 'stored'`);
  const fresh = after.filter((id) => !before.includes(id));
  expect(fresh.length).toBeGreaterThan(0);
  expect([...now].filter((id) => !after.includes(id))).toEqual([]);
  expect(Object.keys(await bench.served()).sort()).toEqual(fresh);
  const [row] = await bench.database.query<{ priorities: number[] }>(
    'select array_agg(distinct priority) as priorities from gamekeeper.match where id = any($1)',
    [fresh.filter((id) => now.has(id))],
  );
  expect(row?.priorities).toContain(1);
});

test('ranks are appended when they change and at no other time', async () => {
  const readRanks = () =>
    bench.database.query<{ puuid: string; points: number; wins: number; losses: number; takenAt: Date }>(
      `select puuid, league_points as points, wins, losses, taken_at as "takenAt"
       from gamekeeper.rank_snapshot order by puuid, taken_at`,
    );
  const engine = await bench.crawl();
  await bench.cycle(engine);
  const first = await readRanks();
  await bench.cycle(engine);
  const second = await readRanks();
  await bench.advance(20 * HOUR_MS);
  await bench.cycle(engine);
  const third = await readRanks();

  expect(second).toEqual(first);
  const standing = await bench.ladder('euw1', APEX);
  const newest = new Map(third.map((row) => [row.puuid, row]));
  const now = new Set([...newest.values()].map(({ points, wins, losses }) => `${points} ${wins} ${losses}`));
  const missing = standing.filter(
    ({ leaguePoints, wins, losses }) => !now.has(`${leaguePoints} ${wins} ${losses}`),
  );
  expect(missing).toEqual([]);
  const added = third.filter((row) => row.takenAt.getTime() === bench.worldNow());
  expect(third).toHaveLength(first.length + added.length);
  const changed = added.filter(({ puuid, points, wins, losses }) => {
    const old = first.find((row) => row.puuid === puuid);
    return old?.points !== points || old.wins !== wins || old.losses !== losses;
  });
  expect(changed).toEqual(added);
  expect(added.length).toBeGreaterThan(0);
});

test('when the apex is empty after a reset, the tiers below are crawled', async () => {
  await bench.faults({ kind: 'empty-ladder', tiers: ['CHALLENGER', 'GRANDMASTER', 'MASTER', 'DIAMOND'] });
  const engine = await bench.crawl();

  await bench.cycle(engine);

  const rows = await bench.database.query<{ tier: string; division: string }>(
    'select distinct tier, division from gamekeeper.rank_snapshot',
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.tier).toBe('EMERALD');
  const path = `entries/EMERALD/${rows[0]?.division}`;
  const expected = await bench.historiesOf(await bench.ladder('euw1', [path]), 'europe');
  expect(await ids(`state = 'stored'`)).toEqual([...expected].sort());
});

test('while calls are left over, a cycle reaches further down the ladder, as far as it may', async () => {
  const apex = await bench.ladder('euw1', APEX);
  const mostPlayers = 3 * apex.length;
  const engine = await bench.crawl({ cooldownMinutes: 60, enoughPlayers: apex.length, mostPlayers });
  await bench.cycle(engine);
  const ranked = async () => {
    const [row] = await bench.database.query<{ players: number }>(
      'select count(*)::int as players from gamekeeper.player where listed_at is not null',
    );
    return row?.players ?? 0;
  };
  const tickLater = async () => {
    await bench.database.query(`update gamekeeper.cursor set changed_at = now() - interval '1 minute'`);
    await bench.cycle(engine);
  };
  const first = await ranked();
  const begunAt = await bench.database.query(`select read_until from gamekeeper.cursor where kind = 'cycle'`);

  await tickLater();
  const second = await ranked();
  await tickLater();
  const third = await ranked();
  await tickLater();

  expect(first).toBe(apex.length);
  expect(second).toBeGreaterThanOrEqual(2 * apex.length);
  expect(third).toBeGreaterThanOrEqual(mostPlayers);
  expect(await ranked()).toBe(third);
  expect(await bench.database.query(`select read_until from gamekeeper.cursor where kind = 'cycle'`)).toEqual(
    begunAt,
  );
  expect(Object.values(await bench.served()).every((times) => times === 1)).toBe(true);
});

test('a listed game that is missing is asked for again later, and given up as gone in the end', async () => {
  await bench.faults({ kind: 'missing-match', share: 0.1 });
  const engine = await bench.crawl();
  await bench.cycle(engine);
  const missing = await ids(`state = 'wanted'`);
  const stored = (await states())['stored'] ?? 0;

  expect(missing.length).toBeGreaterThan(5);
  expect(stored).toBeGreaterThan(missing.length);
  const [first] = await bench.database.query<{ attempts: number; waits: boolean; reason: string }>(
    `select attempts, next_at > now() + interval '30 seconds' as waits, reason
     from gamekeeper.match where state = 'wanted' limit 1`,
  );
  expect(first).toEqual({ attempts: 1, waits: true, reason: expect.stringMatching(/notFound/) as string });

  for (let attempts = 2; attempts <= 5; attempts++) {
    await until(`attempt ${attempts}`, 10_000, async () => {
      await makeDueBefore(attempts);
      const [row] = await bench.database.query<{ least: number }>(
        'select min(attempts)::int as least from gamekeeper.match where id = any($1)',
        [missing],
      );
      return row?.least === attempts;
    });
  }
  expect(await ids(`state = 'gone'`)).toEqual(missing);
  expect(await states()).toEqual({ stored, gone: missing.length });
  const asked = (await bench.seen()).totals.statuses['404'];
  expect(asked).toBe(missing.length * 5);
});

test('a game that can be had late is had late', async () => {
  await bench.faults({ kind: 'late-match', withinMs: 24 * HOUR_MS });
  const engine = await bench.crawl();
  await bench.cycle(engine);
  const late = await ids(`state = 'wanted'`);
  expect(late.length).toBeGreaterThan(0);

  await bench.faults();
  await makeDue();
  await bench.database.query(`update pgboss.job set start_after = now() where name like 'tft/fetch%'`);
  await until('nothing is wanted any more', 10_000, async () => (await states())['wanted'] === undefined);

  expect(Object.keys(await states())).toEqual(['stored']);
  expect(Object.values(await bench.served()).every((times) => times === 1)).toBe(true);
});

test('a body that cannot be read is kept and quarantined, and the others are not touched by it', async () => {
  await bench.faults({ kind: 'html-body', share: 0.05, methods: ['tft-match-v1.getMatch'], run: 1 });
  const engine = await bench.crawl();
  await bench.cycle(engine);
  const odd = await ids(`state = 'wanted'`);
  const stored = (await states())['stored'] ?? 0;
  expect(odd.length).toBeGreaterThan(0);

  await bench.faults({ kind: 'html-body', methods: ['tft-match-v1.getMatch'] });
  for (let attempts = 2; attempts <= 4; attempts++) {
    await until(`attempt ${attempts}`, 10_000, async () => {
      await makeDueBefore(attempts);
      return (await ids(`attempts < ${attempts} and id = any('{${odd.join(',')}}')`)).length === 0;
    });
  }

  expect(await states()).toEqual({ stored, quarantined: odd.length });
  const rows = await bench.database.query<{ id: string; body: Buffer; reason: string }>(
    `select m.id, r.body, m.reason from gamekeeper.match m join gamekeeper.raw r using (source, id)
     where m.state = 'quarantined' order by m.id`,
  );
  expect(rows.map((row) => row.id)).toEqual(odd);
  for (const { body, reason } of rows) {
    expect(zstdDecompressSync(body).toString()).toMatch(/^<!DOCTYPE html>/);
    expect(reason).toMatch(/notJson/);
  }
});

test('with another key, players of the old one are left alone and said, and new ones are found', async () => {
  const engine = await bench.crawl();
  await bench.cycle(engine);
  const stored = await ids(`state = 'stored'`);
  const other = 'RGAPI-0badc0de-0000-4000-8000-000000000001';
  await bench.ask('/practice/keys', { key: other, name: 'other', profile: 'unlimited' }, 'PUT');
  await bench.stopEngines();
  // As if they had still to be listed when the key was changed.
  await bench.database.query('update gamekeeper.player set listing_since = now()');
  const [old] = await bench.database.query<{ puuid: string; keyId: string }>(
    'select puuid, key_id as "keyId" from gamekeeper.player limit 1',
  );
  await bench.ask('/practice/seen/reset', {});

  const renewed = await bench.crawl({}, other);
  await bench.runOnce(renewed, 'tft/list-matches/europe', { puuid: old?.puuid });
  expect(endsOf('tft/list-matches/europe').at(-1)).toMatchObject({
    outcome: 'skipped',
    reason: 'player id belongs to another API key',
  });
  await bench.runOnce(renewed, 'tft/crawl-platforms', {});
  await until('the new players are listed', 20_000, async () => {
    const [row] = await bench.database.query<{ listed: number; waiting: number }>(
      `select count(*) filter (where listed_at is not null)::int as listed,
              count(*) filter (where listing_since is not null)::int as waiting
       from gamekeeper.player where key_id <> $1`,
      [old?.keyId],
    );
    return row !== undefined && row.listed > 0 && row.waiting === 0;
  });

  expect((await bench.seen()).totals.statuses['400']).toBeUndefined();
  expect(await bench.served()).toEqual({});
  expect(await ids(`state = 'stored'`)).toEqual(stored);
  expect(bench.logs.map(({ msg }) => msg)).toContain('players of another API key skipped');
});

test('a puuid that the key cannot read is said, marked, and not asked for again', async () => {
  const engine = await bench.crawl();
  await bench.cycle(engine);
  const foreign = 'x'.repeat(78);
  await bench.database.query(
    `insert into gamekeeper.player (source, puuid, key_id, platform, listing_since)
     select 'tft', $1, key_id, 'euw1', now() from gamekeeper.player limit 1`,
    [foreign],
  );
  await bench.runOnce(engine, 'tft/list-matches/europe', { puuid: foreign });
  expect(endsOf('tft/list-matches/europe').at(-1)).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringMatching(/another API key.*decrypting/) as string,
  });
  const [player] = await bench.database.query(
    'select key_id, listing_since, listed_at from gamekeeper.player where puuid = $1',
    [foreign],
  );
  expect(player).toEqual({ key_id: 'unknown', listing_since: null, listed_at: null });
  await bench.runOnce(engine, 'tft/list-matches/europe', { puuid: foreign });
  expect((await bench.seen()).totals.statuses['400']).toBe(1);
});

test('what is wanted is found again when the queue was emptied', async () => {
  // Nobody fetches yet: lists are read, bodies are not to be had.
  await bench.faults({ kind: 'server-error', methods: ['tft-match-v1.getMatch'] });
  const first = await bench.crawl();
  await bench.runOnce(first, 'tft/crawl-platforms', {});
  await until('games are wanted', 20_000, async () => ((await states())['wanted'] ?? 0) > 50);
  // A call that is under way when its engine stops may be answered later, and would count as a body that was asked for twice.
  await until('nobody asks for anything', 60_000, async () => {
    const [row] = await bench.database.query<{ busy: number }>(
      `select count(*)::int as busy from pgboss.job
       where name like 'tft/%' and (state = 'active' or (state < 'active' and start_after <= now()))`,
    );
    return row?.busy === 0;
  });
  await bench.stopEngines();
  await bench.database.query(`delete from pgboss.job`);
  await bench.database.query(
    `update gamekeeper.match set next_at = null, changed_at = now() - interval '2 minutes';`,
  );
  await bench.database.query(
    `update gamekeeper.match set batch = null where id in (select id from gamekeeper.match order by id limit 25)`,
  );
  await bench.database.query(`update gamekeeper.player set listing_since = now() - interval '2 minutes'`);
  await bench.faults();

  const engine = await bench.crawl();
  await bench.runOnce(engine, 'tft/refetch-wanted', {});
  await until('the work has run dry', 30_000, () => bench.isDry());

  expect(endsOf('tft/refetch-wanted').at(-1)?.outcome).toBe('done');
  const expected = await bench.historiesOf(await bench.ladder('euw1', APEX), 'europe');
  expect(await ids(`state = 'stored'`)).toEqual([...expected].sort());
  expect(Object.values(await bench.served()).every((times) => times === 1)).toBe(true);
  await bench.runOnce(engine, 'tft/refetch-wanted', {});
  expect(endsOf('tft/refetch-wanted').at(-1)).toMatchObject({ outcome: 'skipped' });
});

test('every job may run twice: nothing changes and no body is asked for', async () => {
  const engine = await bench.crawl();
  await bench.cycle(engine);
  const [player] = await bench.database.query<{ puuid: string }>(
    'select puuid from gamekeeper.player limit 1',
  );
  const [match] = await bench.database.query<{ batch: string }>('select batch from gamekeeper.match limit 1');
  const read = () =>
    bench.database.query(
      `select (select count(*) from gamekeeper.match) as matches, (select count(*) from gamekeeper.raw) as bodies,
              (select sum(games_seen) from gamekeeper.player) as games, (select count(*) from gamekeeper.rank_snapshot) as ranks`,
    );
  const before = await read();
  await bench.ask('/practice/seen/reset', {});

  await bench.runOnce(engine, 'tft/list-matches/europe', { puuid: player?.puuid });
  await bench.runOnce(engine, 'tft/fetch-matches/europe', { batch: match?.batch });
  await bench.runOnce(engine, 'tft/refetch-wanted', {});

  expect(await read()).toEqual(before);
  expect((await bench.seen()).totals.calls).toBe(0);
});

test('who plays is known by their games: how many were stored, when the last one ended, what they are called', async () => {
  const engine = await bench.crawl();
  await bench.cycle(engine);

  const [truth] = await bench.database.query<{
    puuid: string;
    games: number;
    lastGameAt: Date;
    name: string;
  }>(
    `select puuid, games_seen as games, last_game_at as "lastGameAt", game_name || '#' || tag_line as name
     from gamekeeper.player where games_seen > 1 order by games_seen desc limit 1`,
  );
  const bodies = await bench.database.query<{ body: Buffer }>('select body from gamekeeper.raw');
  const games = bodies
    .map(
      ({ body }) =>
        JSON.parse(zstdDecompressSync(body).toString()) as {
          info: {
            game_datetime: number;
            participants: { puuid: string; riotIdGameName: string; riotIdTagline: string }[];
          };
        },
    )
    .filter(({ info }) => info.participants.some(({ puuid }) => puuid === truth?.puuid))
    .sort((a, b) => b.info.game_datetime - a.info.game_datetime);
  const seat = games[0]?.info.participants.find(({ puuid }) => puuid === truth?.puuid);

  expect(truth).toMatchObject({
    games: games.length,
    lastGameAt: new Date(games[0]?.info.game_datetime ?? 0),
    name: `${seat?.riotIdGameName}#${seat?.riotIdTagline}`,
  });
});

test('ids of another platform are asked for where they were played', async () => {
  await bench.faults({ kind: 'foreign-ids' });
  const engine = await bench.crawl();
  await bench.cycle(engine);

  const rows = await bench.database.query<{ platform: string; prefix: string; state: string }>(
    `select distinct platform, lower(split_part(id, '_', 1)) as prefix, state from gamekeeper.match order by 1`,
  );
  expect(rows).toEqual([
    { platform: 'eun1', prefix: 'eun1', state: 'stored' },
    { platform: 'euw1', prefix: 'euw1', state: 'stored' },
  ]);
});

test('a platform rests until its cooldown has passed, and does not begin anew while there is work', async () => {
  const engine = await bench.crawl({ cooldownMinutes: 60 });
  await bench.cycle(engine);
  const tick = async () => {
    await bench.runOnce(engine, 'tft/crawl-platforms', {});
    return endsOf('tft/crawl-platforms').at(-1)?.outcome;
  };
  const ladders = () => endsOf('tft/read-ladder').length;

  expect(await tick()).toBe('skipped');
  await bench.database.query(
    `update gamekeeper.cursor set read_until = now() - interval '61 minutes' where kind = 'cycle'`,
  );
  const [someone] = await bench.database.query<{ puuid: string }>(
    'update gamekeeper.player set listing_since = now() where puuid = (select puuid from gamekeeper.player limit 1) returning puuid',
  );
  expect(await tick()).toBe('skipped');
  await bench.database.query('update gamekeeper.player set listing_since = null where puuid = $1', [
    someone?.puuid,
  ]);
  await bench.database.query(
    `update gamekeeper.match set state = 'wanted' where id = (select id from gamekeeper.match limit 1)`,
  );
  expect(await tick()).toBe('skipped');
  // What has to wait for its time does not hold up the platform.
  await bench.database.query(
    `update gamekeeper.match set next_at = now() + interval '1 hour' where state = 'wanted'`,
  );
  expect(ladders()).toBe(1);
  expect(await tick()).toBe('done');
  await until('the ladder was read again', 10_000, () => ladders() === 2);
});

test('a list that can never be read does not keep the platform from its next cycle', async () => {
  await bench.faults({ kind: 'html-body', methods: ['tft-match-v1.getMatchIdsByPUUID'] });
  const engine = await bench.crawl();
  await bench.runOnce(engine, 'tft/crawl-platforms', {});
  await until('everybody was given up', 30_000, async () => {
    await bench.database.query(
      `update pgboss.job set start_after = now() where name like 'tft/list%' and state = 'retry'`,
    );
    return bench.isDry();
  });

  const ends = endsOf('tft/list-matches/europe');
  const players = new Set(ends.map(({ key }) => key)).size;
  expect(ends.filter(({ outcome }) => outcome === 'dead-lettered')).toHaveLength(players);
  expect(ends.filter(({ outcome }) => outcome === 'retried')).toHaveLength(players * 5);
  const [cursors] = await bench.database.query(
    `select count(*)::int as count from gamekeeper.cursor where kind = 'matches'`,
  );
  expect(cursors).toEqual({ count: 0 });
  await bench.faults();
  await bench.cycle(engine);
  expect((await states())['stored']).toBeGreaterThan(100);
});

test('while an upstream is away, its games stay wanted and no attempt is spent', async () => {
  await bench.faults({ kind: 'server-error', methods: ['tft-match-v1.getMatch'] });
  const engine = await bench.crawl();
  await bench.runOnce(engine, 'tft/crawl-platforms', {});
  await until(
    'all have failed',
    30_000,
    async () => (await ids('next_at is null')).length === 0 && bench.isDry(),
  );

  const rows = await bench.database.query<{ state: string; attempts: number }>(
    'select distinct state, attempts from gamekeeper.match',
  );
  expect(rows).toEqual([{ state: 'wanted', attempts: 0 }]);
  expect(endsOf('tft/fetch-matches/europe').every(({ outcome }) => outcome === 'postponed')).toBe(true);
});

const BY_PUUID = 'tft-league-v1.getLeagueEntriesByPUUID';
const callsOf = async (method: string): Promise<number> => {
  const { rows } = await bench.seen();
  return rows.filter((row) => row.method === method).reduce((sum, { calls }) => sum + calls, 0);
};

/** Seats of stored matches whose players are on no ladder that was read, a few of them. */
async function seatsWithoutRank(limit: number) {
  const raw = await bench.database.query<{ id: string; body: Buffer }>(
    'select id, body from gamekeeper.raw order by id limit 40',
  );
  const ranked = await bench.database.query<{ puuid: string }>('select puuid from gamekeeper.rank_snapshot');
  const known = new Set(ranked.map(({ puuid }) => puuid));
  const found = new Map<string, UnrankedPlayer & { readonly puuid: string }>();
  for (const { id: matchId, body } of raw) {
    const { info } = JSON.parse(zstdDecompressSync(body).toString()) as {
      info: { participants: { puuid: string }[] };
    };
    for (const [seat, { puuid }] of info.participants.entries())
      if (puuid !== 'BOT' && !known.has(puuid))
        found.set(puuid, { platform: 'euw1', player: playerNumber(puuid), matchId, seat, puuid });
  }
  return [...found.values()].slice(0, limit);
}

const readEntries = async (puuid: string): Promise<{ tier: string; leaguePoints: number }[]> => {
  const path = `/tft/league/v1/by-puuid/${puuid}`;
  const response = await fetch(`${bench.riotBaseUrl.replace('{route}', 'euw1')}${path}`, {
    headers: { 'X-Riot-Token': bench.key },
  });
  return (await response.json()) as { tier: string; leaguePoints: number }[];
};

test('players met in matches are asked about once, and with or without a rank not again for days', async () => {
  let players: UnrankedPlayer[] = [];
  const engine = await bench.crawl({ findUnranked: () => Promise.resolve(players) });
  await bench.cycle(engine, 120_000);
  const found = await seatsWithoutRank(12);
  expect(found).toHaveLength(12);
  const expected = await Promise.all(found.map(({ puuid }) => readEntries(puuid)));
  const before = await callsOf(BY_PUUID);
  const stored = async (): Promise<object[]> =>
    bench.database.query(
      `select puuid, tier, league_points as "leaguePoints", queue, taken_at as "takenAt", projected
       from gamekeeper.rank_snapshot where puuid = any($1) order by array_position($1, puuid)`,
      [found.map(({ puuid }) => puuid)],
    );
  players = found.slice(0, 6);
  await bench.runOnce(engine, 'tft/read-player-ranks', {});
  expect(await callsOf(BY_PUUID)).toBe(before + 6);
  // The projector gives these ranks to boards before anything else uses them.
  const takenAt = new Date(bench.worldNow());
  expect(await stored()).toEqual(
    found.slice(0, 6).flatMap(({ puuid }, at) =>
      (expected[at] ?? []).map(({ tier, leaguePoints }) => {
        return { puuid, tier, leaguePoints, queue: 'RANKED_TFT', takenAt, projected: false };
      }),
    ),
  );
  // The upstream lists no ranks any more.
  await bench.faults({ kind: 'empty-ladder' });
  players = found;
  const ranked = await stored();
  await bench.runOnce(engine, 'tft/read-player-ranks', {});
  expect(await callsOf(BY_PUUID)).toBe(before + 12);
  await bench.runOnce(engine, 'tft/read-player-ranks', {});
  expect([await callsOf(BY_PUUID), await stored()]).toEqual([before + 12, ranked]);
  await bench.database.query(`update gamekeeper.rank_request set asked_at = now() - interval '5 days'`);
  players = found.slice(6);
  await bench.runOnce(engine, 'tft/read-player-ranks', {});
  expect(await callsOf(BY_PUUID)).toBe(before + 18);
}, 180_000);
