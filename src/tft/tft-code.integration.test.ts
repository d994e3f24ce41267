import { expect, test } from 'vitest';
import { useTestDatabase } from '../../test/support/test-database.ts';
import { OTHER_CODE } from '#/domain/tft/stored-codes.ts';
import { addTftCodes, loadTftCodes } from './codes.ts';

const stage = useTestDatabase('truncate gamekeeper.tft_code');

const add = async (kind: 'unit' | 'item' | 'trait', ...ids: string[]): Promise<[string, number][]> =>
  (await addTftCodes(stage.database, kind, ids)).map(({ id, code }) => [id, code]);

test('codes are given in the order of the ids, without a gap, and for each kind anew', async () => {
  expect(await add('unit', 'c', 'a', 'b')).toEqual([
    ['c', 1],
    ['a', 2],
    ['b', 3],
  ]);
  expect(await add('item', 'a')).toEqual([['a', 1]]);
  expect(await loadTftCodes(stage.database)).toEqual([
    { kind: 'item', code: 1, id: 'a' },
    { kind: 'unit', code: 1, id: 'c' },
    { kind: 'unit', code: 2, id: 'a' },
    { kind: 'unit', code: 3, id: 'b' },
  ]);
});

test('an id keeps its code, and what is new goes to the end', async () => {
  await add('trait', 'x', 'x@2');
  expect(await add('trait', 'y', 'x@2', 'x', 'y')).toEqual([
    ['y', 3],
    ['x@2', 2],
    ['x', 1],
  ]);
  expect(await add('trait')).toEqual([]);
});

test('whoever asks at the same time gets the same codes, and no code is given twice', async () => {
  const ids = (from: number): string[] => Array.from({ length: 40 }, (_, at) => `u${from + at}`);
  const answers = await Promise.all(
    [0, 10, 20, 30].map((from) => addTftCodes(stage.database, 'unit', ids(from))),
  );
  const codes = new Map<string, number>();
  for (const { id, code } of answers.flat()) expect(codes.set(id, codes.get(id) ?? code).get(id)).toBe(code);
  expect([...codes.values()].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 70 }, (_, at) => at + 1),
  );
});

test('when there are no codes left, the rest shares one, and nobody loses his', async () => {
  const all = Array.from({ length: OTHER_CODE - 3 }, (_, at) => `i${at}`);
  await add('item', ...all);
  expect(await add('item', 'a', 'b', 'c', 'i0')).toEqual([
    ['a', OTHER_CODE - 2],
    ['b', OTHER_CODE - 1],
    ['c', OTHER_CODE],
    ['i0', 1],
  ]);
  expect(await add('item', 'c', 'd')).toEqual([
    ['c', OTHER_CODE],
    ['d', OTHER_CODE],
  ]);
  expect(await loadTftCodes(stage.database)).toHaveLength(OTHER_CODE - 1);
});
