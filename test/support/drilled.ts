/** What every run of the tests does or takes, and what a drill (`DRILL=1`) does: mostly how often something is done. */
export function drilled<T>(always: T, inDrills: T): T {
  return process.env['DRILL'] === '1' ? inDrills : always;
}
