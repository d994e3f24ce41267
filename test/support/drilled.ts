/** How often something is done: a few times in every run of the tests, and many times in a drill (`DRILL=1`). */
export function drilled(always: number, inDrills: number): number {
  return process.env['DRILL'] === '1' ? inDrills : always;
}
