import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { knownPatches } from '#/domain/tft/known-patches.ts';
import type { CalendarRow } from '#/domain/tft/patch-calendar.ts';
import type { PatchChange } from '#/domain/tft/patch-change.ts';
import { partitionOf } from '#/domain/tft/patch-name.ts';
import { createOurTables } from '../../../test/support/jobs-bench.ts';
import { until } from '../../../test/support/until.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import type { Database } from './database.ts';
import {
  addPatch,
  changePatch,
  listPatches,
  movePatch,
  noteBegunPatches,
  noteVersions,
  patchesToDrop,
  removePatch,
  seedPatches,
} from './patch.ts';
import { tellTaskProgress } from './projection-task.ts';

let server: TestDatabase;
beforeAll(async () => {
  server = await createTestDatabase();
  await createOurTables(server.database);
});
beforeEach(() =>
  server.database.query('truncate gamekeeper.patch, gamekeeper.projection_task, gamekeeper.cursor'),
);
afterAll(() => server.drop());

const at = (text: string): Date => new Date(text);
const NOW = at('2026-11-15T00:00:00Z');
const manual: CalendarRow = {
  setNumber: 18,
  patch: '18.7',
  bPatch: '',
  region: '*',
  startsAt: at('2026-11-18T00:00:00Z').getTime(),
  origin: 'manual',
  isEstimate: false,
};
const place = { setNumber: 18, patch: '18.2', bPatch: '', region: '*' };
const startOf = async (name: string): Promise<string | undefined> => {
  const row = (await listPatches(server.database)).find((one) => partitionOf(one) === name);
  return row && `${new Date(row.startsAt).toISOString()} ${row.origin}${row.isEstimate ? ' estimate' : ''}`;
};
const waitsForALock = async (): Promise<boolean> =>
  (
    await server.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length > 0;
const practice = (time: string, version = '101.3') => ({
  setNumber: 101,
  version: `Linux Version ${version}.1.1 [PUBLIC]`,
  platform: 'kr',
  firstEndedAt: at(time).getTime(),
});

describe('what is known from the start', () => {
  test('is written once, with its estimates marked', async () => {
    expect(await seedPatches(server.database)).toBe(knownPatches().length);
    expect(await seedPatches(server.database)).toBe(0);
    expect(await listPatches(server.database)).toEqual(knownPatches());
    expect(await startOf('18.2')).toBe('2026-09-10T00:00:00.000Z seed');
    expect(await startOf('17.4')).toContain('estimate');
  });

  test('does not undo what a person moved or took out', async () => {
    await seedPatches(server.database);
    expect(await movePatch(server.database, place, at('2026-09-09T12:00:00Z'))).toBe(true);
    expect(await removePatch(server.database, { ...place, patch: '18.3' })).toBe(true);
    expect(await seedPatches(server.database)).toBe(0);
    expect(await startOf('18.2')).toBe('2026-09-09T12:00:00.000Z manual');
    expect(await startOf('18.3')).toBeUndefined();
  });

  test('follows a newer program that knows a date better', async () => {
    await seedPatches(server.database);
    const known = knownPatches().filter(({ patch }) => patch !== '19.1');
    const better = {
      ...manual,
      setNumber: 19,
      patch: '19.1',
      startsAt: at('2026-12-02T08:00:00Z').getTime(),
    };
    expect(await seedPatches(server.database, [...known, better])).toBe(1);
    expect(await startOf('19.1')).toBe('2026-12-02T08:00:00.000Z seed');
  });
});

describe('by hand', () => {
  test('a patch is added once, and comes back after it was taken out', async () => {
    expect(await addPatch(server.database, manual)).toBe(true);
    expect(await addPatch(server.database, { ...manual, startsAt: 0 })).toBe(false);
    expect(await startOf('18.7')).toBe('2026-11-18T00:00:00.000Z manual');
    expect(await removePatch(server.database, manual)).toBe(true);
    expect(await removePatch(server.database, manual)).toBe(false);
    expect(await movePatch(server.database, manual, NOW)).toBe(false);
    expect(await addPatch(server.database, { ...manual, startsAt: NOW.getTime() })).toBe(true);
    expect(await startOf('18.7')).toBe('2026-11-15T00:00:00.000Z manual');
  });

  test('a region has a row of its own', async () => {
    await addPatch(server.database, manual);
    expect(await addPatch(server.database, { ...manual, region: 'kr' })).toBe(true);
    expect((await listPatches(server.database)).map(({ region }) => region)).toEqual(['*', 'kr']);
  });
});

describe('a change by hand asks for a verification', () => {
  const { setNumber, patch, bPatch, region } = manual;
  const at187 = { setNumber, patch, bPatch, region };
  const add: PatchChange = { action: 'add', place: at187, startsAt: new Date(manual.startsAt) };
  const move: PatchChange = { action: 'move', place: at187, startsAt: NOW };
  const remove: PatchChange = { action: 'remove', place: at187 };
  const openTasks = async () =>
    server.database.query<{ id: number; kind: string; patch: string | null; state: string }>(
      'select id::int as id, kind, patch, state from gamekeeper.projection_task order by id',
    );

  test('whatever it is', async () => {
    const task = await changePatch(server.database, add);
    expect(await startOf('18.7')).toBe('2026-11-18T00:00:00.000Z manual');
    expect(await openTasks()).toEqual([{ id: task, kind: 'verify', patch: null, state: 'wanted' }]);

    await server.database.query(`update gamekeeper.projection_task set state = 'done'`);
    expect(await changePatch(server.database, move)).toBeGreaterThan(task ?? Infinity);
    expect(await startOf('18.7')).toBe('2026-11-15T00:00:00.000Z manual');

    await server.database.query(`update gamekeeper.projection_task set state = 'done'`);
    expect(await changePatch(server.database, remove)).not.toBeNull();
    expect(await startOf('18.7')).toBeUndefined();
    expect((await openTasks()).map(({ state }) => state)).toEqual(['done', 'done', 'wanted']);
  });

  test('that waits, not one that runs and may have read the calendar already', async () => {
    const first = await changePatch(server.database, add);
    expect(await changePatch(server.database, move)).toBe(first);
    await server.database.query(`update gamekeeper.projection_task set state = 'running'`);
    expect(await changePatch(server.database, remove)).toBeGreaterThan(first ?? Infinity);
    expect((await openTasks()).map(({ state }) => state)).toEqual(['running', 'wanted']);
  });

  test('that cannot begin before the change is there to be seen', async () => {
    const id = (await changePatch(server.database, add)) ?? 0;
    const asked = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const beforeCommit: Database = {
      ...server.database,
      transaction: (work) =>
        server.database.transaction(async (tx) => {
          const result = await work(tx);
          asked.resolve();
          await commit.promise;
          return result;
        }),
    };
    const moving = changePatch(beforeCommit, move);
    await asked.promise;
    const seenAtItsBegin = tellTaskProgress(server.database, id, {}).then(() => startOf('18.7'));
    await until('the projector waits', 5_000, waitsForALock);
    commit.resolve();

    expect(await moving).toBe(id);
    expect(await seenAtItsBegin).toBe('2026-11-15T00:00:00.000Z manual');
  });

  test('unless it is refused, which changes nothing', async () => {
    expect(await changePatch(server.database, move)).toBeNull();
    expect(await changePatch(server.database, remove)).toBeNull();
    await addPatch(server.database, manual);
    expect(await changePatch(server.database, { ...add, startsAt: NOW })).toBeNull();
    expect(await startOf('18.7')).toBe('2026-11-18T00:00:00.000Z manual');
    expect(await openTasks()).toEqual([]);
  });

  test('and is not made when that fails', async () => {
    await server.database.query('alter table gamekeeper.projection_task rename to elsewhere');
    try {
      await expect(changePatch(server.database, add)).rejects.toThrow('projection_task');
    } finally {
      await server.database.query('alter table gamekeeper.elsewhere rename to projection_task');
    }
    expect(await startOf('18.7')).toBeUndefined();
  });
});

test('of many that notice the same patches, each is new to one', async () => {
  const names = ['18.1', '18.2', '19.1 as planned'];
  const noticed = await Promise.all(
    [names, names.toReversed(), names].map((some) => noteBegunPatches(server.database, some)),
  );
  expect(noticed.flat().sort()).toEqual(names);
  expect(await noteBegunPatches(server.database, [...names, '19.1'])).toEqual(['19.1']);
});

describe('what games show', () => {
  test('is written when it is new or earlier, and answered with', async () => {
    const [first] = await noteVersions(server.database, [practice('2026-08-03T00:00:00Z')], NOW);
    expect(first).toMatchObject({ patch: '101.3', isNew: true });
    expect(await noteVersions(server.database, [practice('2026-08-03T00:00:00Z')], NOW)).toEqual([]);
    const [moved] = await noteVersions(server.database, [practice('2026-08-02T00:00:00Z')], NOW);
    expect(moved).toMatchObject({ patch: '101.3', isNew: false });
    expect(await startOf('101.3')).toBe('2026-08-02T00:00:00.000Z detected');
  });

  test('does not bring back what a person took out', async () => {
    await noteVersions(server.database, [practice('2026-08-03T00:00:00Z')], NOW);
    await removePatch(server.database, { setNumber: 101, patch: '101.3', bPatch: '', region: '*' });
    expect(await noteVersions(server.database, [practice('2026-08-01T00:00:00Z')], NOW)).toEqual([]);
    expect(await startOf('101.3')).toBeUndefined();
  });

  test('is new for one of many that see it at once, and has the earliest start', async () => {
    for (let minor = 1; minor <= 20; minor++) {
      const sightings = [3, 5, 2, 4, 6].map((day) => practice(`2026-08-0${day}T00:00:00Z`, `101.${minor}`));
      const learnt = await Promise.all(sightings.map((seen) => noteVersions(server.database, [seen], NOW)));
      expect(learnt.flat().filter(({ isNew }) => isNew).length).toBe(1);
      expect(await startOf(`101.${minor}`)).toBe('2026-08-02T00:00:00.000Z detected');
    }
  });
});

test('what is beyond the kept number goes by the calendar', async () => {
  await seedPatches(server.database);
  const existing = ['17.9', '18.1', '18.1b', '18.2', 'unknown'];
  expect(await patchesToDrop(server.database, existing, 2)).toEqual(['17.9']);
  expect(await patchesToDrop(server.database, existing, 1)).toEqual(['18.1b', '18.1', '17.9']);
});
