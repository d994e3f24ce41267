/** How much is tried: little in every run of the tests, much in a drill (`DRILL=1`). The seed is printed; `TEST_SEED=…` plays it again. */
const TIMES_IN_DRILL = 40;

export function isDrill(): boolean {
  return process.env['DRILL'] === '1';
}

export function runsOf(usual: number): number {
  return isDrill() ? usual * TIMES_IN_DRILL : usual;
}

export function secondsOf(usual: number, inDrill: number): number {
  return isDrill() ? inDrill : usual;
}

export function printedSeed(what: string): number {
  const given = process.env['TEST_SEED'];
  const seed = given === undefined ? Math.floor(Math.random() * 1_000_000) : Number(given);
  process.stdout.write(`${what}: TEST_SEED=${seed}\n`);
  return seed;
}
