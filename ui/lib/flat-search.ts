/** What a page takes from its address: text, whatever it says. Apart from its meaning, so that the first page need not know that. */
export type FlatSearch = Readonly<Record<string, string>>;

export function readFlatSearch(search: Readonly<Record<string, unknown>>): FlatSearch {
  const texts = Object.entries(search).filter((entry): entry is [string, string] => {
    const [, value] = entry;
    return typeof value === 'string' && value !== '';
  });
  return Object.fromEntries(texts);
}
