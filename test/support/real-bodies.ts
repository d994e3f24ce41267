/** Bodies that upstreams really sent. They are not part of the project: they lie beside it, or tests that need them are skipped. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TestContext } from 'vitest';

const DATA = join(import.meta.dirname, '../../../shared/data');

export interface RealBody {
  readonly name: string;
  /** Decompressed. */
  readonly bytes: Buffer;
}

const hasRealBodies = existsSync(DATA);

export function needsRealBodies(context: TestContext): void {
  if (!hasRealBodies) context.skip('needs ../shared/data: real bodies, which are not part of the project');
}

/** Of all files of a folder, or of `most` of them, spread over it. */
export function realFiles(folder: string, pattern = /./, most = Infinity): RealBody[] {
  const names = readdirSync(join(DATA, folder))
    .filter((name) => pattern.test(name))
    .toSorted();
  const step = Math.max(1, Math.floor(names.length / most));
  return names
    .filter((_name, at) => at % step === 0)
    .map((name) => ({ name, bytes: realFile(`${folder}/${name}`) }));
}

export function realFile(name: string): Buffer {
  const bytes = readFileSync(join(DATA, name));
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** The parsed bodies of files that hold one per line. */
export function realLines<Body>(files: readonly RealBody[]): Body[] {
  return files.flatMap(linesOf).map(({ bytes }) => JSON.parse(bytes.toString()) as Body);
}

/** One body per line. */
export function linesOf({ name, bytes }: RealBody): RealBody[] {
  const lines = bytes
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line, index) => ({ name: `${name}:${index + 1}`, bytes: Buffer.from(line) }));
}
