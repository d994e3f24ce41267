import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { knownPatches } from '#/domain/tft/known-patches.ts';
import type { CalendarRow } from '#/domain/tft/patch-calendar.ts';
import { partitionOf } from '#/domain/tft/patch-name.ts';
import { createOurTables } from '../../../test/support/jobs-bench.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import {
  addPatch,
  listPatches,
  movePatch,
  noteVersions,
  patchesToDrop,
  removePatch,
  seedPatches,
} from './patch.ts';

let server: TestDatabase;
beforeAll(async () => {
  server = await createTestDatabase();
  await createOurTables(server.database);
});
beforeEach(() => server.database.query('delete from gamekeeper.patch'));
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
