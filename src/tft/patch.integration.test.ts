import { beforeEach, describe, expect, test } from 'vitest';
import { knownPatches, type CalendarRow } from '#/domain/tft/patch-calendar.ts';
import type { PatchChange } from '#/domain/tft/patch-change.ts';
import { partitionOf } from '#/domain/tft/patch-name.ts';
import { useTestDatabase } from '../../test/support/test-database.ts';
import {
  addPatch,
  changePatch,
  listPatches,
  listProvisionalPatches,
  movePatch,
  noteBegunPatches,
  noteVersions,
  openListedPatches,
  removePatch,
  seedPatches,
} from './patch.ts';

const server = useTestDatabase('truncate gamekeeper.patch, gamekeeper.projection_task, gamekeeper.cursor');

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
});

const daysOf = async () => {
  const rows = await server.database.query<{ kind: string; days: unknown }>(
    'select kind, days from gamekeeper.projection_task order by id',
  );
  expect(rows.filter(({ kind }) => kind !== 'replay')).toEqual([]);
  return rows.map(({ days }) => days);
};

describe('a change by the operator', () => {
  const { setNumber, patch, bPatch, region } = manual;
  const at187 = { setNumber, patch, bPatch, region };
  const add: PatchChange = { action: 'add', place: at187, startsAt: new Date(manual.startsAt) };
  const move: PatchChange = { action: 'move', place: at187, startsAt: at('2026-11-20T12:00:00Z') };
  const remove: PatchChange = { action: 'remove', place: at187 };
  beforeEach(() => seedPatches(server.database));

  test('has the games of the days concerned projected again, and no others', async () => {
    const first = await changePatch(server.database, add);
    expect(await startOf('18.7')).toBe('2026-11-18T00:00:00.000Z manual');
    expect(await changePatch(server.database, move)).toBeGreaterThan(first ?? Infinity);
    expect(await startOf('18.7')).toBe('2026-11-20T12:00:00.000Z manual');
    expect(
      await changePatch(server.database, { ...move, startsAt: at('2026-11-20T12:00:00Z') }),
    ).not.toBeNull();
    expect(await changePatch(server.database, remove)).not.toBeNull();
    expect(await startOf('18.7')).toBeUndefined();
    expect(await daysOf()).toEqual([
      [{ from: '2026-11-18', until: null }],
      [{ from: '2026-11-18', until: '2026-11-20' }],
      [],
      [{ from: '2026-11-20', until: null }],
    ]);
  });

  test('changes nothing when it is refused', async () => {
    expect(await changePatch(server.database, move)).toBeNull();
    expect(await changePatch(server.database, remove)).toBeNull();
    await addPatch(server.database, manual);
    expect(await changePatch(server.database, { ...add, startsAt: NOW })).toBeNull();
    expect(await startOf('18.7')).toBe('2026-11-18T00:00:00.000Z manual');
    expect(await daysOf()).toEqual([]);
  });

  test('is not made when the task cannot be written', async () => {
    await server.database.query('alter table gamekeeper.projection_task rename to elsewhere');
    try {
      await expect(changePatch(server.database, add)).rejects.toThrow('projection_task');
    } finally {
      await server.database.query('alter table gamekeeper.elsewhere rename to projection_task');
    }
    expect(await startOf('18.7')).toBeUndefined();
  });
});

describe('a version that Data Dragon lists', () => {
  const LISTED = ['16.23.1', '16.22.1', '16.21.1'];
  const look = (time: string, versions = LISTED) => openListedPatches(server.database, versions, at(time));
  const unreal = (time: string) => ({
    setNumber: 18,
    version: 'TFT Unreal Version 18.7.1.1',
    platform: 'euw1',
    firstEndedAt: at(time).getTime(),
  });
  beforeEach(() => seedPatches(server.database));

  test('is opened once as provisional, by many processes at once', async () => {
    expect(await look('2026-11-18T09:00:00Z', LISTED.slice(1))).toEqual([]);
    const opened = await Promise.all([1, 2, 3, 4].map(() => look('2026-11-18T10:00:00Z')));
    expect(opened.flat().map(({ patch }) => patch)).toEqual(['18.7']);
    expect(await startOf('18.7')).toBe('2026-11-18T00:00:00.000Z listed estimate');
    expect(await listProvisionalPatches(server.database)).toEqual(['18.7']);
    expect(await daysOf()).toEqual([[{ from: '2026-11-18', until: null }]]);
  });

  test('is not opened again after the operator removed it', async () => {
    await look('2026-11-18T10:00:00Z');
    await removePatch(server.database, manual);
    expect(await look('2026-11-18T11:00:00Z')).toEqual([]);
    expect(await startOf('18.7')).toBeUndefined();
  });

  test('is confirmed by the operator who adds or moves the patch', async () => {
    await look('2026-11-18T10:00:00Z');
    expect(await addPatch(server.database, manual)).toBe(true);
    expect(await startOf('18.7')).toBe('2026-11-18T00:00:00.000Z manual');
    expect(await addPatch(server.database, manual)).toBe(false);
  });

  test.each([
    ['a later one does not move it', '2026-11-19T10:00:00Z', '2026-11-18T00:00:00.000Z', undefined],
    [
      'an earlier one moves it with its days',
      '2026-11-17T20:00:00Z',
      '2026-11-17T20:00:00.000Z',
      [{ from: '2026-11-17', until: '2026-11-17' }],
    ],
  ])('is confirmed by a match that names the patch; %s', async (_, endedAt, startsAt, days) => {
    await look('2026-11-18T10:00:00Z');
    await noteVersions(server.database, [unreal(endedAt)], at('2026-11-19T11:00:00Z'));
    expect(await startOf('18.7')).toBe(`${startsAt} detected`);
    expect((await daysOf())[1]).toEqual(days);
  });

  test('is confirmed by a newer program that knows its date', async () => {
    await look('2026-11-18T10:00:00Z');
    const known = { ...manual, startsAt: at('2026-11-19T00:00:00Z').getTime() };
    expect(await seedPatches(server.database, [...knownPatches(), known])).toBe(1);
    expect(await startOf('18.7')).toBe('2026-11-19T00:00:00.000Z seed');
    expect((await daysOf())[1]).toEqual([{ from: '2026-11-18', until: '2026-11-18' }]);
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
