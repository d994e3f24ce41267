/** A few of the real bodies that lie beside the project, where they do: shapes that nobody would think of. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TestContext } from 'vitest';

const DATA = join(import.meta.dirname, '../../../shared/data');

export function needsRealBodies(context: TestContext): void {
  if (!existsSync(DATA)) context.skip('needs ../shared/data: real bodies, which are not part of the project');
}

/** The first of each file, and no more files than `most`, spread over the folder. */
export function realBodies(folder: string, pattern: RegExp, most: number): unknown[] {
  const names = readdirSync(join(DATA, folder))
    .filter((name) => pattern.test(name))
    .sort();
  const step = Math.max(1, Math.floor(names.length / most));
  return names.filter((_name, at) => at % step === 0).map((name) => firstBody(join(DATA, folder, name)));
}

function firstBody(file: string): unknown {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return JSON.parse(file.includes('.ndjson') ? (text.split('\n', 1)[0] ?? '') : text);
}
