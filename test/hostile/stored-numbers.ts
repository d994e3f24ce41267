/** What may be stored, as the stores see it: texts that PostgreSQL takes, numbers that their columns hold. */
import type { BoardRow } from '../../src/domain/tft/rows.ts';
import type { ParticipantRow } from '../../src/domain/lol/rows/participant-rows.ts';
import { LOL_COLUMNS } from '../../src/lol/tables.ts';

export function isStorableText(text: string | null): boolean {
  return text === null || (text.isWellFormed() && !text.includes('\0'));
}

const [U8, U16, U32] = [0xff, 0xffff, 0xffff_ffff];

/** The names of those that do not fit; none is as it should be. */
export function outOfRange(row: BoardRow): string[] {
  const tiny = { seat: row.seat, level: row.level, platform: row.platform, unitCount: row.unitCount };
  const counts = { threeStars: row.threeStars, emblems: row.emblems, artifacts: row.artifacts };
  const small = { queue: row.queue, mainTrait: row.mainTrait, carry: row.carry };
  const large = { board: row.board, hour: row.hour, endedAt: row.endedAt };
  return [
    ...beyond({ ...tiny, ...counts, radiants: row.radiants, place: row.place }, U8),
    ...beyond(Object.fromEntries(row.costs.map((cost, at) => [`cost ${at + 1}`, cost])), U8),
    ...beyond(small, U16),
    ...beyond(large, U32),
    ...beyond({ number: row.number }, Number.MAX_SAFE_INTEGER),
    ...[...row.unitKinds, ...row.itemKinds, ...row.traitKinds].flatMap((kind) => beyond({ kind }, U16)),
    ...row.units.flatMap(({ unit, copy, stars, items }) => [
      ...beyond({ copy, stars }, U8),
      ...beyond({ unit }, U16),
      ...items.flatMap((item) => beyond({ item }, U16)),
    ]),
  ];
}

/** The same for the columns of a participant. */
export function columnsOutOfRange(row: ParticipantRow): string[] {
  const most: Readonly<Record<string, number>> = { UInt8: U8, UInt16: U16, UInt32: U32 };
  return LOL_COLUMNS.flatMap(({ name, type, of }) => {
    const max = type.startsWith('Enum8') ? 127 : most[type];
    return max === undefined ? [] : beyond({ [name]: of(row) as number }, max);
  });
}

function beyond(numbers: Readonly<Record<string, number>>, most: number): string[] {
  return Object.entries(numbers)
    .filter(([, value]) => !Number.isInteger(value) || value < 0 || value > most)
    .map(([name, value]) => `${name} is ${value}`);
}
