/** Elements that must be there: a wrong index is a mistake of our own arithmetic, and throws instead of becoming NaN. */
export function entry<T extends object | string>(list: ArrayLike<T>, index: number): T {
  const found = list[index];
  if (found === undefined) throw missing(list, index);
  return found;
}

export function numberAt(list: ArrayLike<number>, index: number): number {
  const found = list[index];
  if (found === undefined) throw missing(list, index);
  return found;
}

function missing({ length }: ArrayLike<unknown>, index: number): Error {
  return new Error(`no entry ${index} in a list of ${length}; expected 0 to ${length - 1}`);
}
