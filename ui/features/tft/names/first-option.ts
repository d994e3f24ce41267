/**
 * Whether Enter means the first of the names found: it does when none of them is marked yet. The list marks its first entry a moment
 * after it appears, and whoever types fast is faster.
 */
export function meansFirstOption({ key }: { readonly key: string }): boolean {
  return key === 'Enter' && document.querySelector('[role="option"][data-combobox-selected]') === null;
}
