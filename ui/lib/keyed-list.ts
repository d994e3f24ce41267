/** A list in which the same text may stand twice, with a key for each entry that React can tell apart: the text and its how-manieth. */
export function keyedList(texts: readonly string[]): { readonly key: string; readonly text: string }[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return { key: `${text} ${nth}`, text };
  });
}
