/**
 * Reads a list where the index is known to be inside; outside is a bug and is said, instead of becoming NaN
 * in a strength.
 *
 * There is one function for each way in which lists lie in memory (objects and texts, numbers, typed arrays):
 * one that has to read them all reads each of them slowly, and drawing boards is mostly reading lists.
 */
export function elementAt<T extends object | string>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw outside(list, index);
  return element;
}

export function numberAt(list: readonly number[], index: number): number {
  const number = list[index];
  if (number === undefined) throw outside(list, index);
  return number;
}

export function cellAt(cells: Uint8Array | Int16Array | Uint32Array | Float64Array, index: number): number {
  const cell = cells[index];
  if (cell === undefined) throw outside(cells, index);
  return cell;
}

function outside({ length }: { readonly length: number }, index: number): RangeError {
  return new RangeError(`there is no element ${index} in a list of ${length}; expected 0 to ${length - 1}`);
}
