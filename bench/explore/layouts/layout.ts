/** One way to keep the same boards in ClickHouse. */
import type { QuestionSql } from '../question.ts';

export interface Layout {
  readonly name: string;
  readonly create: readonly string[];
  readonly tables: readonly string[];
  /** Reads `source` where `patch = {patch:UInt16} and game >= {from:UInt32} and game < {until:UInt32}`. */
  readonly fill: readonly string[];
  /** What whoever keeps it up to date does when there is time. */
  readonly settle?: readonly string[];
  readonly questions: QuestionSql;
}

export const PART_OF_SOURCE = 'patch = {patch:UInt16} and game >= {from:UInt32} and game < {until:UInt32}';

/** Bits of the place above those of the game. */
export const BOARD_NUMBER = 'toUInt32(bitShiftLeft(toUInt32(place - 1), 29) + game)';
