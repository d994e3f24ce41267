import type { CalendarRow } from '#/domain/tft/patch-calendar.ts';
import { createTftNames } from '#/domain/tft/static-names.ts';
import type { JobEngine } from '#/runtime/jobs/job-engine.ts';
import { type HttpUpstream, startHttpUpstream } from '#/upstream/fixtures/loopback-upstream.ts';
import { createStaticDataClient, type StaticDataClient } from '#/upstream/static-data.ts';
import { createJobsBench, type JobsBench } from '../../test/support/jobs-bench.ts';
import { until } from '../../test/support/until.ts';
import { createNoticeNewPatches, createRefreshTftNames, loadStaticNames } from './names.ts';
import { changePatch, noteVersions, seedPatches } from './patch.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

// PostgreSQL's clock decides when a job is due, so these days are counted from the real one.
const START = new Date();
const after = (days: number, minutes = 0): Date =>
  new Date(START.getTime() + days * 86_400_000 + minutes * 60_000);
const known = (patch: string, startsAt: Date, isEstimate = false): CalendarRow => ({
  setNumber: Number(patch.split('.')[0]),
  patch,
  bPatch: '',
  region: '*',
  startsAt: startsAt.getTime(),
  origin: 'seed',
  isEstimate,
});
const CALENDAR = [known('18.5', after(-20)), known('18.6', after(-6)), known('19.1', after(16), true)];

const NOTICE = 'names/notice-new-patches';
const REFRESH = 'names/refresh-tft-names';

let bench: JobsBench;
let upstream: HttpUpstream;
let staticData: StaticDataClient;
let jobs: JobEngine;
let units: Record<string, { id: string; name: string }>;
let today: Date;
beforeEach(async () => {
  today = after(0);
  units = { Set_Bee: { id: 'Set_Bee', name: 'Bee' } };
  bench = await createJobsBench();
  upstream = await startHttpUpstream((request, response) => {
    const file = (request.url ?? '').split('/').at(-1);
    const data = file === 'tft-champion.json' ? units : {};
    const body = file === 'versions.json' ? ['16.10.1'] : file === 'en_us.json' ? { items: [] } : { data };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  staticData = createStaticDataClient({
    dataDragonUrl: `${upstream.origin}/ddragon`,
    communityDragonUrl: `${upstream.origin}/cdragon`,
    retries: { unavailable: 0 },
  });
  const { database } = bench;
  await seedPatches(database, CALENDAR);
  jobs = await bench.engine({
    kinds: [
      createNoticeNewPatches({ database, now: () => today }),
      createRefreshTftNames({ staticData, database, now: () => today }),
    ],
  });
});
afterEach(async () => {
  await bench.drop();
  await staticData.stop();
  await upstream.stop();
});

const endsOf = (kind: string) => bench.ends.filter((end) => end.kind === kind);

/** One slot of the schedule, until it and what it sent for now have ended. */
async function slot() {
  const [notices, refreshes] = [endsOf(NOTICE).length, endsOf(REFRESH).length];
  await jobs.send(NOTICE, {});
  await until('the slot ended', 20_000, () => endsOf(NOTICE).length > notices);
  const end = endsOf(NOTICE).at(-1);
  if (end?.outcome === 'done')
    await until('the names were refreshed', 20_000, () => endsOf(REFRESH).length > refreshes);
  return end;
}

const nameOf = async (id: string) => createTftNames(await loadStaticNames(bench.database), {}).unit(id);
const seen = (setNumber: number, version: string, endedAt: Date) =>
  noteVersions(
    bench.database,
    [{ setNumber, version, platform: 'euw1', firstEndedAt: endedAt.getTime() }],
    today,
  );
const delayed = () =>
  bench.database.query<{ key: string; hours: number }>(
    `select singleton_key as key, round(extract(epoch from start_after - $2::timestamptz) / 3600)::int as hours
     from pgboss.job where name = $1 and state = 'created' order by start_after`,
    [REFRESH, today],
  );

test('a patch that games show gets its names, once', async () => {
  await slot();
  expect(endsOf(REFRESH)).toMatchObject([{ outcome: 'done', key: 'new patch, after 0 h' }]);
  units['Set_Wasp'] = { id: 'Set_Wasp', name: 'Wasp' };
  expect((await nameOf('set_wasp')).isKnown).toBe(false);

  await seen(101, 'Linux Version 101.3.1.1 [PUBLIC]', after(0, -60));
  expect(await slot()).toMatchObject({ outcome: 'done' });
  expect(await nameOf('set_wasp')).toMatchObject({ name: 'Wasp', isKnown: true });
  const asked = upstream.heard.length;

  await seen(101, 'Linux Version 101.3.1.1 [PUBLIC]', after(0, -120));
  expect(await slot()).toMatchObject({ outcome: 'skipped', reason: 'no new patch' });
  expect(upstream.heard.length).toBe(asked);
});

test('files often come later than the first game, so they are asked for again on the same day', async () => {
  await slot();
  expect(await delayed()).toEqual([
    { key: 'new patch, after 2 h', hours: 2 },
    { key: 'new patch, after 8 h', hours: 8 },
  ]);
  await seen(101, 'Linux Version 101.3.1.1 [PUBLIC]', after(0, -60));
  await slot();
  expect((await delayed()).length).toBe(2);
});

test('a set is news on its planned day, and once more when it is really there', async () => {
  await slot();
  today = after(16);
  expect(await slot()).toMatchObject({ outcome: 'done' });
  expect(await slot()).toMatchObject({ outcome: 'skipped' });
  today = after(19);
  await seen(19, 'TFT Unreal Version ?.?.?.?', after(19, -60));
  expect(await slot()).toMatchObject({ outcome: 'done' });
  expect(await slot()).toMatchObject({ outcome: 'skipped' });
});

test('a patch that a person adds is news when it begins', async () => {
  await slot();
  await changePatch(bench.database, {
    action: 'add',
    place: { setNumber: 18, patch: '18.7', bPatch: '', region: '*' },
    startsAt: after(3),
  });
  expect(await slot()).toMatchObject({ outcome: 'skipped' });
  today = after(3);
  expect(await slot()).toMatchObject({ outcome: 'done' });
});

test('a refresh that could not be sent is not forgotten', async () => {
  await bench.database.query(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.name = '${REFRESH}' then raise exception 'no room'; end if; return new; end $$`);
  await bench.database.query(
    'create trigger refuse before insert on pgboss.job for each row execute function refuse()',
  );
  await jobs.send(NOTICE, {});
  await until('it failed', 20_000, () => endsOf(NOTICE).some(({ outcome }) => outcome === 'retried'));
  await bench.database.query('drop function refuse cascade');
  await bench.database.query(`update pgboss.job set start_after = now() where name = $1`, [NOTICE]);

  await until('the names were refreshed', 20_000, () => endsOf(REFRESH).length > 0);
  expect(endsOf(NOTICE).at(-1)).toMatchObject({ outcome: 'done' });
});
