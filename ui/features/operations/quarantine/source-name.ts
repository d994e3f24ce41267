/** A source as people call it. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['tft', 'TFT'],
  ['lol', 'LoL'],
]);

export function sourceName(source: string): string {
  return NAMES.get(source) ?? source;
}
