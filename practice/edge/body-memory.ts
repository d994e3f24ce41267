/**
 * Memory for large bodies on their way out. To take it from the system for every answer, thousands of times a second, costs more
 * than to fill it; so a block is lent for one answer, and another has it when that answer has gone out.
 *
 * A block that does not come back (the client left, the body was cut) is not missed: it is collected like any other memory.
 */
export interface BodyMemory {
  lend(): Loan;
}

/** For one body. */
export interface Loan {
  /** Room for so many bytes, with anything in them. To be asked for once. */
  readonly take: (bytes: number) => Buffer;
  /** Nobody reads what was taken any more. */
  readonly giveBack: () => void;
}

interface Blocks {
  readonly bytes: number;
  readonly spare: Buffer[];
}

/** A match fits in a small one, a timeline in a large one; what fits in none is not lent but made. */
const BLOCK_BYTES = [128 * 1024, 1024 * 1024] as const;
/** Of each size: as many as answers are usually under way at once. */
const MOST_SPARE = 16;

export function createBodyMemory(): BodyMemory {
  const sizes = BLOCK_BYTES.map((bytes): Blocks => ({ bytes, spare: [] }));
  return {
    lend() {
      let taken: { readonly from: Blocks; readonly block: Buffer } | undefined;
      return {
        take(bytes) {
          const from = sizes.find((blocks) => blocks.bytes >= bytes);
          if (from === undefined) return Buffer.allocUnsafeSlow(bytes);
          const block = from.spare.pop() ?? Buffer.allocUnsafeSlow(from.bytes);
          taken = { from, block };
          return block.subarray(0, bytes);
        },
        giveBack() {
          if (taken !== undefined && taken.from.spare.length < MOST_SPARE) taken.from.spare.push(taken.block);
          // Given back twice, it would be lent to two answers at once.
          taken = undefined;
        },
      };
    },
  };
}
