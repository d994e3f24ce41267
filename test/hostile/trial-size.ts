/** How much is tried: little in every run of the tests, much in a drill (`DRILL=1`). */
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
