/** Rows of one batch and one partition, on their way to the tables. It can be used again when they have arrived: memory is costly to get. */
import type { NativeBlock } from './native-block.ts';

export interface BlockWriter {
  /** About as many. */
  sizeBytes(): number;
  /** In the order of the tables; null where there is nothing to send. */
  blocks(partition: string, batch: number): readonly (NativeBlock | null)[];
  /** Forgets all rows. What `blocks` has returned is worth nothing from now on. */
  clear(): void;
}
