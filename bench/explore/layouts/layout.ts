/** One way to keep the same boards in ClickHouse, and what the ways have in common. */
import { RANKED } from '../deal-boards.ts';
import type { QuestionSql } from '../question.ts';

export interface Tables {
  readonly name: string;
  readonly create: readonly string[];
  readonly tables: readonly string[];
  /** Each reads `PART_OF_SOURCE`. */
  readonly fill: readonly string[];
  /** What whoever keeps it up to date does when there is time. */
  readonly settle?: readonly string[];
}

/** Those that the product has no code for bring their own SQL. */
export interface Layout extends Tables {
  readonly questions: QuestionSql;
}

export const PART_OF_SOURCE = 'patch = {patch:UInt16} and game >= {from:UInt32} and game < {until:UInt32}';

/** Bits of the place above those of the game. */
export const BOARD_NUMBER = 'toUInt32(bitShiftLeft(toUInt32(place - 1), 29) + game)';

export const FROM_LP = 'lp >= {lp:Int16}';
export const RANKED_ONLY = `queue = ${RANKED}`;
/** Where patches are numbers; the layout of the first design has names. */
export const IN_PATCHES = 'patch in {patches:Array(UInt16)}';
export const TWO_PATCHES = 'patch in ({patch_a:UInt16}, {patch_b:UInt16})';

/** Adds the baseline where each unit or board has one key: it is their sum. What has the key `none` is in the baseline alone. */
export function withBaseline(counted: string, none = '0'): string {
  return `select arrayJoin(if(counted.k1 = ${none}, [${none}], [${none}, counted.k1])) as k1, k2, place, n from (${counted}) as counted`;
}
