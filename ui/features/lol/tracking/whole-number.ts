/** What stands in a field for a whole number within bounds. An empty field says nothing, which is something else than a wrong number. */
export type ReadNumber =
  | { readonly type: 'empty' }
  | { readonly type: 'ok'; readonly value: number }
  | { readonly type: 'refused'; readonly expected: string };

export function readWholeNumber(text: string, min: number, max: number): ReadNumber {
  const trimmed = text.trim();
  if (trimmed === '') return { type: 'empty' };
  const value = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (value >= min && value <= max) return { type: 'ok', value };
  return { type: 'refused', expected: `A whole number from ${min} to ${max}, or nothing.` };
}
