/** The element of a list that must be there: a wrong index is a mistake of this folder's own arithmetic, so it throws. */
export function entry<T>(list: ArrayLike<T>, index: number): T {
  const found = list[index];
  if (found === undefined)
    throw new Error(`no entry ${index} in a list of ${list.length}; expected 0 to ${list.length - 1}`);
  return found;
}
