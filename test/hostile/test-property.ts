/** Properties of everything that reads strangers' text: how often they are tried, with which seed, and how long one may take. */
import fc from 'fast-check';
import { test } from 'vitest';
import { printedSeed } from '../support/printed-seed.ts';
import { hostileText } from './hostile-text.ts';

/**
 * What holds for one drawn case. Properties claim different things of different cases, which a plain test must not do: there, what is only
 * claimed under a condition may never be claimed at all. Here `fc.assert` draws until it is.
 */
export { expect as claim } from 'vitest';

const USUAL_RUNS = 300;
const TIMES_IN_DRILL = 40;
let seed: number | undefined;

/** Of this process, printed once. */
export function hostileSeed(): number {
  seed ??= printedSeed('hostile input');
  return seed;
}

/** Little in every run of the tests, much in a drill (`DRILL=1`). */
export function runsOf(usual: number): number {
  return process.env['DRILL'] === '1' ? usual * TIMES_IN_DRILL : usual;
}

export function testProperty<Values>(name: string, property: fc.IProperty<Values>, runs = USUAL_RUNS): void {
  // Lint accepts no variable as a title.
  test.each([name])('%s', () => {
    fc.assert(property, { seed: hostileSeed(), numRuns: runsOf(runs) });
  });
}

/** Readers of one text: each answers whatever it is given, and says whether its answer is sound. */
export function testReaders(readers: Readonly<Record<string, (text: string) => boolean>>): void {
  for (const [name, isSound] of Object.entries(readers))
    testProperty(name, fc.property(hostileText, isSound));
}

/**
 * How long something keeps a processor busy, in ms: a machine that has much else to do does not count. For what must not take long by far;
 * the bounds of such tests are many times the usual.
 */
export function timed(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
