/** A test of one property, with the seed of this process (printed once) and forty times as many runs in a drill. */
import fc from 'fast-check';
import { test } from 'vitest';
import { printedSeed } from '../support/printed-seed.ts';
import { runsOf } from './trial-size.ts';

const USUAL_RUNS = 300;
let seed: number | undefined;

export function hostileSeed(): number {
  seed ??= printedSeed('hostile input');
  return seed;
}

export function testProperty<Values>(name: string, property: fc.IProperty<Values>, runs = USUAL_RUNS): void {
  // Lint accepts no variable as a title.
  test.each([name])('%s', () => {
    fc.assert(property, { seed: hostileSeed(), numRuns: runsOf(runs) });
  });
}
