import type { TftGame } from '#/domain/tft/game.ts';
import { OTHER_CODE } from '#/domain/tft/stored-codes.ts';
import { tftMatch, tftSeat } from '#/upstream/fixtures/riot-bodies.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { toTftGame } from './body.ts';
import { addTftCodes, createRowSource, loadTftCodes, type RowSource } from './codes.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let stage: TestDatabase;
const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
beforeAll(async () => {
  stage = await createTestDatabase();
});
afterAll(() => stage.drop());
beforeEach(async () => {
  await stage.database.query('truncate gamekeeper.tft_code');
  warnings.splice(0);
});

const gameOf = (...units: string[]): TftGame =>
  toTftGame(
    tftMatch({
      participants: [
        tftSeat(1, {
          units: units.map((id) => ({ character_id: id, itemNames: ['Item_X'], rarity: 0, tier: 1 })),
        }),
      ],
    }),
  );

async function unitsOf(source: RowSource, game: TftGame): Promise<number[]> {
  const [board] = await source.rowsOf(game, { game: 1, number: 1 });
  return (board?.units ?? []).map(({ unit }) => unit);
}

test('what a game needs has its code in PostgreSQL before its rows are there', async () => {
  const source = createRowSource(stage.database, log);
  expect(await unitsOf(source, gameOf('A', 'B', 'a'))).toEqual([1, 2, 1]);
  expect((await loadTftCodes(stage.database)).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'item item_x',
    'trait set_gardener',
    'trait set_gardener@1',
    'unit a',
    'unit b',
  ]);
});

test('every process and every rebuild uses the codes that were given once', async () => {
  const [one, other] = [createRowSource(stage.database, log), createRowSource(stage.database, log)];
  await unitsOf(other, gameOf());
  expect(await unitsOf(one, gameOf('a', 'b'))).toEqual([1, 2]);
  // The other has read all codes already, and then these were added.
  expect(await unitsOf(other, gameOf('c', 'b'))).toEqual([3, 2]);
  expect(await unitsOf(createRowSource(stage.database, log), gameOf('c', 'b', 'a'))).toEqual([3, 2, 1]);
});

test('in another database than before, codes are read anew', async () => {
  const source = createRowSource(stage.database, log);
  expect(await unitsOf(source, gameOf('a'))).toEqual([1]);
  await stage.database.query('truncate gamekeeper.tft_code');
  await addTftCodes(stage.database, 'unit', ['z', 'a']);
  source.forget();
  expect(await unitsOf(source, gameOf('a'))).toEqual([2]);
});

test('what no code is left for is counted together, and that is said once', async () => {
  const all = Array.from({ length: OTHER_CODE - 1 }, (_, at) => `u${at}`);
  await addTftCodes(stage.database, 'unit', all);
  const source = createRowSource(stage.database, log);
  expect(await unitsOf(source, gameOf('u7', 'a', 'b'))).toEqual([8, OTHER_CODE, OTHER_CODE]);
  expect(await unitsOf(source, gameOf('c', 'a'))).toEqual([OTHER_CODE, OTHER_CODE]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('no codes left');
});

test('an id that PostgreSQL could not keep stops nobody', async () => {
  const source = createRowSource(stage.database, log);
  expect(await unitsOf(source, gameOf('\0', '\ud800', 'x'.repeat(150), 'a'))).toEqual([
    OTHER_CODE,
    OTHER_CODE,
    OTHER_CODE,
    1,
  ]);
});
