/** Reuses writers: allocating and freeing the memory for a page of columns is expensive. */
import type { BlockWriter } from '#/runtime/clickhouse/block-writer.ts';

export interface WriterPool<Writer extends BlockWriter> {
  take(): Writer;
  /** Only after all its rows have arrived. A writer that is never returned is garbage collected. */
  giveBack(writer: Writer): void;
}

export function createWriterPool<Writer extends BlockWriter>(create: () => Writer): WriterPool<Writer> {
  const idle: Writer[] = [];
  return {
    take: () => idle.pop() ?? create(),
    giveBack(writer) {
      writer.clear();
      idle.push(writer);
    },
  };
}
