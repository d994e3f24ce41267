/** The hand-written mutants of test/mutants.json: each names one edit and the promise that it breaks. */
import { readFileSync } from 'node:fs';

export interface Mutant {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What the product promises and the edit breaks. */
  readonly promise: string;
  /** Paths or path prefixes of the tests that must fail. */
  readonly tests: readonly string[];
}

export function readMutants(path: string): Mutant[] {
  return JSON.parse(readFileSync(path, 'utf8')) as Mutant[];
}

export function applyMutant(source: string, { file, find, replace }: Mutant): string {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(
      `test/mutants.json: ${JSON.stringify(find)} occurs ${parts.length - 1} times in ${file}; expected once`,
    );
  return parts.join(replace);
}
