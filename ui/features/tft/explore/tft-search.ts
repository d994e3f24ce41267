/** What the TFT pages take from their address: text, whatever it says. Apart from its meaning, so that the first page need not know that. */
export type TftSearch = Readonly<Record<string, string>>;

export function readTftSearch(search: Readonly<Record<string, unknown>>): TftSearch {
  const texts = Object.entries(search).filter((entry): entry is [string, string] => {
    const [, value] = entry;
    return typeof value === 'string' && value !== '';
  });
  return Object.fromEntries(texts);
}
