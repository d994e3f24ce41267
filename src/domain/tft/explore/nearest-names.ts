/** For "did you mean": which names are most like what was written. A name that contains the whole text is nearer than any misspelling. */

/** Longer texts are compared by their beginning: enough to tell names apart, and the time stays small. */
const COMPARED_LENGTH = 48;
const CONTAINED = 0.5;

/** At most `count`, the nearest first; equally near ones by name. */
export function nearestNames(text: string, names: readonly string[], count: number): readonly string[] {
  const wanted = text.toLowerCase().slice(0, COMPARED_LENGTH);
  return names
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase().slice(0, COMPARED_LENGTH)) }))
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

function distanceOf(wanted: string, name: string): number {
  if (wanted === name) return 0;
  return wanted !== '' && name.includes(wanted) ? CONTAINED : editDistance(wanted, name);
}

/** Letters to add, to leave out or to change, row by row. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let line = 1; line <= from.length; line++) {
    let left = line;
    let aboveLeft = line - 1;
    const row = above.slice(1).map((over, column) => {
      const changed = aboveLeft + (to[column] === from[line - 1] ? 0 : 1);
      aboveLeft = over;
      left = Math.min(changed, over + 1, left + 1);
      return left;
    });
    above = [line, ...row];
  }
  return Number(above.at(-1));
}
