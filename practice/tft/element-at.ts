/**
 * Reads a list where the index is known to be inside; outside is a bug and is said, instead of becoming NaN
 * in a strength.
 */
export function elementAt<T>(list: ArrayLike<T>, index: number): T {
  const element = list[index];
  if (element === undefined)
    throw new RangeError(
      `there is no element ${index} in a list of ${list.length}; expected 0 to ${list.length - 1}`,
    );
  return element;
}
