/** Writers that are used again and again: memory for a page of columns is costly to get, and to get rid of. */
import { createTftRowWriter, type TftRowWriter } from '#/stores/clickhouse/tft-row-writer.ts';

export interface WriterPool {
  take(): TftRowWriter;
  /** Only when all that it wrote has arrived. One that is never given back is simply forgotten. */
  giveBack(writer: TftRowWriter): void;
}

export function createWriterPool(): WriterPool {
  const idle: TftRowWriter[] = [];
  return {
    take: () => idle.pop() ?? createTftRowWriter(),
    giveBack(writer) {
      writer.clear();
      idle.push(writer);
    },
  };
}
