/** The crawl of a fixed upstream, with PostgreSQL, client and limiter as they are: what the upstream counted is the judge. */
import { hash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { playerNumber } from '#/domain/tft/player-number.ts';
import type { UnrankedPlayer } from './ranks.ts';
import { createTftCrawlBench, type TftCrawlBench } from '../../test/support/tft-crawl-bench.ts';
import type { UpstreamPlayer } from '../../test/support/riot-upstream.ts';
import { until } from '../../test/support/until.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';

const HOUR_MS = 3_600_000;
/** Places in the list of players (`riot-upstream.ts`). */
const APEX = [0, 12] as const;
const EMERALD = [36, 40] as const;
const BODIES = ['tft-match-v1.getMatch'];

let bench: TftCrawlBench;
beforeAll(async () => {
  bench = await createTftCrawlBench();
});
afterAll(() => bench.drop());

const playersAt = ([first, end]: readonly [number, number]): readonly UpstreamPlayer[] =>
  bench.upstream.players('euw1').slice(first, end);
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
const stored = () => ids(`state = 'stored'`);
/**
 * Until each of these matches was asked for so many times. Rows that the crawl holds are skipped, so that this cannot deadlock
 * with it.
 */
const untilAsked = (attempts: number, wanted: readonly string[]) =>
  until(`attempt ${attempts}`, 10_000, async () => {
    await bench.database.query(
      `update gamekeeper.match set next_at = now() where id in (
         select id from gamekeeper.match where state = 'wanted' and attempts < $1 for update skip locked)`,
      [attempts],
    );
    const [row] = await bench.database.query<{ least: number }>(
      'select min(attempts)::int as least from gamekeeper.match where id = any($1)',
      [wanted],
    );
    return row?.least === attempts;
  });
const endsOf = (kind: string) => bench.ends.filter((end) => end.kind === kind);
const onlyOnce = (): boolean => Object.values(bench.served()).every((times) => times === 1);

/** Each test goes on where the one before it ended. */
describe('a crawl', () => {
  let engine: JobEngine;
  let players: UnrankedPlayer[] = [];
  beforeAll(async () => {
    engine = await bench.crawl({ findUnranked: () => Promise.resolve(players) });
    await bench.cycle(engine);
  });
  afterAll(() => bench.clear());

  const readRanks = () =>
    bench.database.query<{ puuid: string; points: number; wins: number; takenAt: Date }>(
      `select puuid, league_points as points, wins, taken_at as "takenAt"
       from gamekeeper.rank_snapshot order by puuid, taken_at`,
    );

  test('stores every listed match once, byte for byte, with one upstream call each', async () => {
    const expected = bench.historiesOf(playersAt(APEX));
    expect(expected.length).toBeGreaterThan(100);
    expect(await stored()).toEqual(expected);
    expect(Object.keys(bench.served()).sort()).toEqual(expected);
    expect(onlyOnce()).toBe(true);
    const [raw] = await bench.database.query<{ id: string; body: Buffer; sha: Buffer; size: number }>(
      'select id, body, sha, size from gamekeeper.raw order by id limit 1',
    );
    const address = bench.upstream.riotBaseUrl.replace('{route}', 'europe');
    const sent = await fetch(`${address}/tft/match/v1/matches/${raw?.id}`, {
      headers: { 'X-Riot-Token': bench.key },
    });
    const bytes = Buffer.from(await sent.arrayBuffer());
    expect(zstdDecompressSync(raw?.body ?? Buffer.alloc(0))).toEqual(bytes);
    expect(raw).toMatchObject({ size: bytes.length, sha: Buffer.from(hash('sha256', bytes, 'hex'), 'hex') });
    expect(Object.keys((await bench.seen()).totals.statuses)).toEqual(['200']);
  });

  test('knows of each player how many matches were stored, when the last one ended, and the name in it', async () => {
    const bodies = await bench.database.query<{ body: Buffer }>('select body from gamekeeper.raw');
    const matches = bodies.map(
      ({ body }) =>
        JSON.parse(zstdDecompressSync(body).toString()) as {
          info: {
            game_datetime: number;
            participants: { puuid: string; riotIdGameName: string; riotIdTagline: string }[];
          };
        },
    );
    const [known] = await bench.database.query<{ puuid: string }>(
      `select puuid, games_seen as games, last_game_at as "lastGameAt", game_name || '#' || tag_line as name
       from gamekeeper.player order by games_seen desc limit 1`,
    );
    const played = matches
      .filter(({ info }) => info.participants.some(({ puuid }) => puuid === known?.puuid))
      .sort((a, b) => b.info.game_datetime - a.info.game_datetime);
    const seat = played[0]?.info.participants.find(({ puuid }) => puuid === known?.puuid);
    expect(known).toMatchObject({
      games: played.length,
      lastGameAt: new Date(played[0]?.info.game_datetime ?? 0),
      name: `${seat?.riotIdGameName}#${seat?.riotIdTagline}`,
    });
  });

  test('reads a list again without a change, and asks for no body', async () => {
    const read = () =>
      bench.database.query(
        `select (select count(*) from gamekeeper.match) as matches, (select count(*) from gamekeeper.raw) as bodies,
                (select sum(games_seen) from gamekeeper.player) as games, (select count(*) from gamekeeper.rank_snapshot) as ranks`,
      );
    const before = await read();
    bench.upstream.forget();
    await bench.database.query(
      'update gamekeeper.player set listing_since = now() where puuid = (select min(puuid) from gamekeeper.player)',
    );
    await until('the list was read', 20_000, bench.isDry);
    expect(await read()).toEqual(before);
    expect((await bench.seen()).totals.calls).toBe(1);
  });

  test('asks in a second cycle for nothing again but ladders and lists, and appends no rank that did not change', async () => {
    const before = [await ids(), await readRanks()];
    bench.upstream.forget();
    await bench.cycle(engine);
    expect((await bench.seen()).totals.calls).toBeGreaterThan(0);
    expect(bench.served()).toEqual({});
    expect([await ids(), await readRanks()]).toEqual(before);
  });

  test('asks for the rank of a player met in matches once, and with or without a rank not again for days', async () => {
    const found = (await seatsWithoutRank()).slice(0, 12);
    expect(found).toHaveLength(12);
    const method = 'tft-league-v1.getLeagueEntriesByPUUID';
    const calls = async (): Promise<number> =>
      (await bench.seen()).rows.find((row) => row.method === method)?.calls ?? 0;
    const ranks = (): Promise<object[]> =>
      bench.database.query(
        `select puuid, tier, league_points as "leaguePoints", queue, taken_at as "takenAt", projected
         from gamekeeper.rank_snapshot where puuid = any($1) order by puuid`,
        [found.map(({ puuid }) => puuid)],
      );
    players = found.slice(0, 6);
    await bench.runOnce(engine, 'tft/read-player-ranks', {});
    expect(await calls()).toBe(6);
    // The projector gives these ranks to boards before anything else uses them.
    const takenAt = new Date(bench.worldNow());
    const rank = { tier: 'GOLD', leaguePoints: 12, queue: 'RANKED_TFT', takenAt, projected: false };
    const ranked = found.slice(0, 6).filter(({ isRanked }) => isRanked);
    expect(ranked.length).toBeGreaterThan(0);
    expect(ranked.length).toBeLessThan(6);
    const expected = ranked.map(({ puuid }) => Object.assign({ puuid }, rank));
    expect(await ranks()).toEqual(expected.toSorted((a, b) => (a.puuid < b.puuid ? -1 : 1)));

    // The upstream lists no ranks any more.
    await bench.faults({ kind: 'empty-ladder' });
    players = found;
    const before = await ranks();
    await bench.runOnce(engine, 'tft/read-player-ranks', {});
    expect(await calls()).toBe(12);
    await bench.runOnce(engine, 'tft/read-player-ranks', {});
    expect([await calls(), await ranks()]).toEqual([12, before]);
    await bench.database.query(`update gamekeeper.rank_request set asked_at = now() - interval '5 days'`);
    players = found.slice(6);
    await bench.runOnce(engine, 'tft/read-player-ranks', {});
    expect(await calls()).toBe(18);
    await bench.faults();
  });

  test('brings later what was played since, first of all, and appends the ranks that changed', async () => {
    const [before, ranksBefore] = [await ids(), await readRanks()];
    bench.upstream.forget();
    bench.advance(6 * HOUR_MS);
    await bench.cycle(engine);

    const after = await stored();
    const fresh = after.filter((id) => !before.includes(id));
    expect(fresh.length).toBeGreaterThan(0);
    expect(bench.historiesOf(playersAt(APEX)).filter((id) => !after.includes(id))).toEqual([]);
    expect(Object.keys(bench.served()).sort()).toEqual(fresh);
    const priorities = await bench.database.query(
      'select distinct priority from gamekeeper.match where id = any($1)',
      [fresh],
    );
    expect(priorities).toEqual([{ priority: 1 }]);

    const added = (await readRanks()).filter(({ takenAt }) => takenAt.getTime() === bench.worldNow());
    expect(await readRanks()).toHaveLength(ranksBefore.length + added.length);
    const wins = (rows: typeof added) => rows.map((row) => [row.puuid, row.wins]);
    const puuids = new Set(added.map(({ puuid }) => puuid));
    const played = ranksBefore.filter(({ puuid }) => puuids.has(puuid));
    expect(added.length).toBeGreaterThan(0);
    expect(added.length).toBeLessThan(12);
    expect(wins(added)).toEqual(wins(played).map(([puuid, count]) => [puuid, Number(count) + 1]));
  });

  test('says of a puuid that the key cannot read so, marks it, and does not ask for it again', async () => {
    const foreign = 'x'.repeat(78);
    await bench.database.query(
      `insert into gamekeeper.player (source, puuid, key_id, platform, region, listing_since)
       select 'tft', $1, key_id, 'euw1', 'europe', now() from gamekeeper.player limit 1`,
      [foreign],
    );
    await until('the list was asked for', 20_000, bench.isDry);
    expect(bench.logs).toContainEqual(
      expect.objectContaining({
        msg: 'player id belongs to another API key',
        reason: expect.stringMatching(/decrypting/) as string,
      }),
    );
    const player = await bench.database.query(
      'select key_id, listing_since, listed_at from gamekeeper.player where puuid = $1',
      [foreign],
    );
    expect(player).toEqual([{ keyId: 'unknown', listingSince: null, listedAt: null }]);
    expect((await bench.seen()).totals.statuses['400']).toBe(1);
  });

  test('with another key leaves players of the old one alone, says so, and finds new ones', async () => {
    const before = await stored();
    await bench.stopEngines();
    // As if they had still to be listed when the key was changed.
    await bench.database.query('update gamekeeper.player set listing_since = now()');
    const [old] = await bench.database.query<{ keyId: string }>(
      `select key_id from gamekeeper.player where key_id <> 'unknown' limit 1`,
    );
    bench.upstream.forget();

    const renewed = await bench.crawl({}, 'RGAPI-0badc0de-0000-4000-8000-00000000000b');
    const ladders = endsOf('tft/read-ladder').length;
    await bench.runOnce(renewed, 'tft/crawl-platforms', {});
    await until('the ladder was read', 20_000, () => endsOf('tft/read-ladder').length > ladders);
    await until('the new players are listed', 20_000, async () => {
      const [row] = await bench.database.query<{ listed: number; waiting: number }>(
        `select count(*) filter (where listed_at is not null)::int as listed,
                count(*) filter (where listing_since is not null)::int as waiting
         from gamekeeper.player where key_id not in ($1, 'unknown')`,
        [old?.keyId],
      );
      return row !== undefined && row.listed > 0 && row.waiting === 0;
    });
    expect((await bench.seen()).totals.statuses['400']).toBeUndefined();
    expect(bench.served()).toEqual({});
    expect(await stored()).toEqual(before);
    expect(bench.logs.map(({ msg }) => msg)).toContain('players of another API key skipped');
  });
});

/** Seats of stored matches whose players are on no ladder that was read. */
async function seatsWithoutRank() {
  const raw = await bench.database.query<{ id: string; body: Buffer }>(
    'select id, body from gamekeeper.raw order by id limit 20',
  );
  const found = new Map<string, UnrankedPlayer & { readonly puuid: string; readonly isRanked: boolean }>();
  for (const { id: matchId, body } of raw) {
    const { info } = JSON.parse(zstdDecompressSync(body).toString()) as {
      info: { participants: { puuid: string }[] };
    };
    for (const [seat, { puuid }] of info.participants.entries()) {
      // The upstream ranks every other one of them.
      const number = /^mate-(\d+)-/.exec(puuid)?.[1];
      const isRanked = Number(number) % 2 === 0;
      if (number !== undefined)
        found.set(puuid, { platform: 'euw1', player: playerNumber(puuid), matchId, seat, puuid, isRanked });
    }
  }
  return [...found.values()];
}

describe('the ladder', () => {
  afterEach(() => bench.clear());

  test('is read below the apex when that is empty after a reset', async () => {
    await bench.faults({ kind: 'empty-ladder', tiers: ['CHALLENGER', 'GRANDMASTER', 'MASTER', 'DIAMOND'] });
    await bench.cycle(await bench.crawl());
    const tiers = await bench.database.query('select distinct tier, division from gamekeeper.rank_snapshot');
    expect(tiers).toEqual([{ tier: 'EMERALD', division: 'I' }]);
    expect(await stored()).toEqual(bench.historiesOf(playersAt(EMERALD)));
  });

  test('is read further down by each cycle while calls are left over, as far as it may', async () => {
    const engine = await bench.crawl({ cooldownMinutes: 60, enoughPlayers: 12, mostPlayers: 36 });
    const listed = async () => {
      await bench.cycle(engine);
      const [row] = await bench.database.query<{ players: number }>(
        'select count(*)::int as players from gamekeeper.player where listed_at is not null',
      );
      await bench.database.query(`update gamekeeper.cursor set changed_at = now() - interval '1 minute'`);
      return row?.players;
    };
    const cycle = () => bench.database.query(`select read_until from gamekeeper.cursor where kind = 'cycle'`);
    const first = await listed();
    const begunAt = await cycle();

    expect([first, await listed(), await listed(), await listed()]).toEqual([12, 24, 36, 36]);
    expect(await cycle()).toEqual(begunAt);
    expect(onlyOnce()).toBe(true);
  });

  test('is not read again before the cooldown has passed, nor while there is work', async () => {
    const engine = await bench.crawl({ cooldownMinutes: 60 });
    await bench.cycle(engine);
    const tick = async () => {
      await bench.runOnce(engine, 'tft/crawl-platforms', {});
      return endsOf('tft/crawl-platforms').at(-1)?.outcome;
    };
    const ladders = () => endsOf('tft/read-ladder').length;
    const change = (set: string) => bench.database.query(`update gamekeeper.${set}`);

    expect(await tick()).toBe('skipped');
    await change(`cursor set read_until = now() - interval '61 minutes' where kind = 'cycle'`);
    await change('player set listing_since = now() where puuid = (select min(puuid) from gamekeeper.player)');
    expect(await tick()).toBe('skipped');
    await change('player set listing_since = null');
    await change(`match set state = 'wanted' where id = (select min(id) from gamekeeper.match)`);
    expect(await tick()).toBe('skipped');
    // A match that has to wait does not hold up the platform.
    await change(`match set next_at = now() + interval '1 hour' where state = 'wanted'`);
    expect(ladders()).toBe(1);
    expect(await tick()).toBe('done');
    await until('the ladder was read again', 10_000, () => ladders() === 2);
  });
});

describe('while the upstream fails', () => {
  afterEach(() => bench.clear());

  test('a missing match is asked for again later, stored when it is there, and given up after five times', async () => {
    await bench.faults({ kind: 'missing-match', share: 0.3 });
    const engine = await bench.crawl();
    await bench.cycle(engine);
    const missing = await ids(`state = 'wanted'`);
    const [row] = await bench.database.query<{ attempts: number; waits: boolean; reason: string }>(
      `select attempts, next_at > now() + interval '30 seconds' as waits, reason
       from gamekeeper.match where state = 'wanted' limit 1`,
    );
    expect(row).toEqual({ attempts: 1, waits: true, reason: expect.stringMatching(/notFound/) as string });

    await bench.faults({ kind: 'missing-match', share: 0.1 });
    await untilAsked(2, await ids(`state = 'wanted'`).then((all) => all.filter(isStillMissing)));
    const gone = missing.filter(isStillMissing);
    await until(
      'the others are stored',
      10_000,
      async () => (await ids(`state = 'wanted'`)).length === gone.length,
    );
    for (let attempts = 3; attempts <= 5; attempts++) await untilAsked(attempts, gone);

    expect(gone.length).toBeGreaterThan(5);
    expect(missing.length).toBeGreaterThan(gone.length);
    expect(await ids(`state = 'gone'`)).toEqual(gone);
    const total = bench.historiesOf(playersAt(APEX)).length;
    expect(await states()).toEqual({ stored: total - gone.length, gone: gone.length });
    expect((await bench.seen()).totals.statuses['404']).toBe(missing.length + gone.length * 4);
    expect(onlyOnce()).toBe(true);
  });

  test('a body that is no JSON is kept and quarantined after four times, and the others are stored', async () => {
    await bench.faults({ kind: 'html-body', methods: BODIES, share: 0.1 });
    const engine = await bench.crawl();
    await bench.cycle(engine);
    const odd = await ids(`state = 'wanted'`);
    const whole = (await states())['stored'] ?? 0;
    expect(odd.length).toBeGreaterThan(0);
    for (let attempts = 2; attempts <= 4; attempts++) await untilAsked(attempts, odd);

    expect(await states()).toEqual({ stored: whole, quarantined: odd.length });
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

  test('matches stay wanted, no attempt is spent, and the next process fetches them', async () => {
    await bench.faults({ kind: 'server-error', methods: BODIES });
    const first = await bench.crawl();
    await bench.runOnce(first, 'tft/crawl-platforms', {});
    await until(
      'all have failed',
      30_000,
      async () => (await ids()).length > 0 && (await ids('next_at is null')).length === 0 && bench.isDry(),
    );
    const rows = await bench.database.query(
      'select distinct state, attempts, claimed_by from gamekeeper.match',
    );
    expect(rows).toEqual([{ state: 'wanted', attempts: 0, claimedBy: null }]);

    await bench.stopEngines();
    await bench.database.query('delete from pgboss.job');
    await bench.database.query('update gamekeeper.match set next_at = null');
    await bench.database.query('update gamekeeper.player set listing_since = now()');
    await bench.faults();
    await bench.crawl();
    await until('the work has run dry', 30_000, bench.isDry);

    expect(await stored()).toEqual(bench.historiesOf(playersAt(APEX)));
    expect(onlyOnce()).toBe(true);
  });

  test('a list that can never be read does not keep the platform from its next cycle', async () => {
    await bench.faults({ kind: 'html-body', methods: ['tft-match-v1.getMatchIdsByPUUID'] });
    const engine = await bench.crawl();
    await bench.runOnce(engine, 'tft/crawl-platforms', {});
    await until('every list was given up', 30_000, async () => {
      await bench.database.query('update gamekeeper.player set next_at = now() where next_at > now()');
      return bench.isDry();
    });
    const method = 'tft-match-v1.getMatchIdsByPUUID';
    expect((await bench.seen()).rows.find((row) => row.method === method)?.calls).toBe(12 * 6);
    expect(bench.logs.filter(({ msg }) => msg === 'match list given up')).toHaveLength(12);
    expect(await bench.database.query(`select from gamekeeper.cursor where kind = 'matches'`)).toEqual([]);
    await bench.faults();
    await bench.cycle(engine);
    expect((await states())['stored']).toBeGreaterThan(100);
  });

  test('ids of another platform are asked for where they were played', async () => {
    await bench.faults({ kind: 'foreign-ids' });
    await bench.cycle(await bench.crawl());
    const rows = await bench.database.query(
      `select distinct platform, lower(split_part(id, '_', 1)) as prefix, state from gamekeeper.match order by 1`,
    );
    expect(rows).toEqual([
      { platform: 'eun1', prefix: 'eun1', state: 'stored' },
      { platform: 'euw1', prefix: 'euw1', state: 'stored' },
    ]);
  });
});

/** Of the share of a tenth, as the upstream chooses it. */
const isStillMissing = (id: string): boolean => Math.floor(Number(id.split('_')[1]) / 100) % 10 < 1;
