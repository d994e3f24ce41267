/** Every real body that we have becomes rows, and the rows say what the body says, worked out here in another way. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createCodeBook } from '#/domain/tft/code-book.ts';
import { itemCategory } from '#/domain/tft/item-category.ts';
import { type BoardRow, createRowMaker } from '#/domain/tft/rows.ts';
import type { TftCodeRow } from '#/domain/tft/stored-codes.ts';
import type { TftMatch } from '#/upstream/riot-schema/tft-match.ts';
import { createGameReader } from './flatten.ts';

const DATA = join(import.meta.dirname, '../../../shared/data/tft-match');

function* realBodies(): Generator<{ readonly text: string; readonly match: TftMatch }> {
  for (const file of readdirSync(DATA).filter((name) => name.endsWith('.ndjson.gz')))
    for (const text of gunzipSync(readFileSync(join(DATA, file)))
      .toString()
      .split('\n'))
      if (text !== '') yield { text, match: JSON.parse(text) as TftMatch };
}

type Seat = TftMatch['info']['participants'][number];
type Unit = Seat['units'][number];

const low = (text: string): string => text.toLowerCase();
const itemsOf = ({ itemNames, items }: Unit): string[] =>
  (itemNames?.map(low) ?? items?.map((number) => `item_${number}`) ?? []).sort();
const distinct = (ids: readonly string[]): string[] => [...new Set(ids)].sort();

function sayBoard({ placement, level, units, traits }: Seat, seat: number): object {
  const active = traits.filter(({ tier_current }) => tier_current > 0);
  const items = units.flatMap(itemsOf);
  return {
    place: placement,
    seat,
    level,
    unitCount: units.length,
    threeStars: units.filter(({ tier }) => tier >= 3).length,
    hasCarry: items.some((item) => itemCategory(item) !== 'component'),
    unitKinds: distinct(units.map((unit) => low(unit.character_id))),
    itemKinds: distinct(items),
    traitKinds: distinct(active.map(({ name, tier_current }) => `${low(name)}@${tier_current}`)),
    units: units.map((unit) => [low(unit.character_id), unit.tier, itemsOf(unit)]),
  };
}

test('each real game is counted, board by board', (context) => {
  if (!existsSync(DATA)) context.skip('needs ../shared/data: real bodies, which are not part of the project');
  const names = { unit: [''], item: [''], trait: [''] };
  const codes = createCodeBook();
  const toRows = createRowMaker(codes);
  const read = createGameReader();

  const rowsOf = (...asked: Parameters<typeof toRows>): BoardRow[] => {
    const rows = toRows(...asked);
    const missing = codes.takeMissing();
    if (missing.length === 0) return rows;
    for (const { kind, ids } of missing)
      codes.learn(ids.map((id): TftCodeRow => ({ kind, id, code: names[kind].push(id) - 1 })));
    return rowsOf(...asked);
  };
  const named = (kind: 'unit' | 'item' | 'trait', kinds: readonly number[], place: number): string[] => {
    if (kinds[0] !== place - 1 || kinds.some((one) => one % 8 !== place - 1))
      throw new Error(`${kinds.join()} are not of place ${place}`);
    return kinds
      .slice(1)
      .map((one) => names[kind][Math.floor(one / 8)] ?? '?')
      .sort();
  };

  let games = 0;
  for (const { text, match } of realBodies()) {
    games += 1;
    const outcome = read(match.metadata.match_id, zstdCompressSync(text));
    if (outcome.type === 'fault') throw new Error(`${match.metadata.match_id}: ${outcome.reason}`);
    const rows = rowsOf(outcome.game, { game: games, number: outcome.number });
    const seats = match.info.participants;
    expect(new Set(rows.map(({ board }) => board)).size).toBe(seats.length);
    const told = rows.map((row) => ({
      place: row.place,
      seat: row.seat,
      level: row.level,
      unitCount: row.unitCount,
      threeStars: row.threeStars,
      hasCarry: row.carry > 0,
      unitKinds: named('unit', row.unitKinds, row.place),
      itemKinds: named('item', row.itemKinds, row.place),
      traitKinds: named('trait', row.traitKinds, row.place),
      units: row.units.map(({ unit, stars, items }) => [
        names.unit[unit],
        stars,
        items.map((item) => names.item[item] ?? '').sort(),
      ]),
    }));
    expect(told).toEqual(seats.map(sayBoard));
  }
  expect(games).toBeGreaterThan(1_000);
  // Far from running out.
  expect(Math.max(names.unit.length, names.item.length, names.trait.length)).toBeLessThan(4_000);
});
