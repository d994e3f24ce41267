/** How much is tried: little in every run of the tests, much in a drill (`DRILL=1`). */
const TIMES_IN_DRILL = 40;

export function runsOf(usual: number): number {
  return process.env['DRILL'] === '1' ? usual * TIMES_IN_DRILL : usual;
}
