/** What a chart is called. A name that this page does not know yet is told as it is, only with spaces. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['projector-lag-seconds', 'Statistics lag'],
  ['projector-lag-rows', 'Games waiting for statistics'],
  ['upstream-calls', 'Calls to upstreams'],
  ['upstream-refusals', 'Refused by upstreams (429)'],
  ['budget-used', 'Budget spent'],
  ['jobs-active', 'Jobs running'],
  ['jobs-failed', 'Jobs given up'],
  ['oldest-job-seconds', 'Oldest waiting job'],
  ['quarantined', 'In quarantine'],
  ['memory', 'Memory of all processes'],
  ['free-disk', 'Free disk space'],
]);

/** The axis tells the unit. */
const UNIT_WORD = /-(?:seconds|bytes|rows|per-minute)$/;

export function seriesTitle(name: string): string {
  const known = TITLES.get(name);
  if (known !== undefined) return known;
  const words = name.replace(UNIT_WORD, '').replaceAll('-', ' ').trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
