/** Writers that are used again and again: memory for a page of columns is costly to get, and to get rid of. */
import type { BlockWriter } from '#/stores/clickhouse/block-writer.ts';

export interface WriterPool<Writer extends BlockWriter> {
  take(): Writer;
  /** Only when all that it wrote has arrived. One that is never given back is simply forgotten. */
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
