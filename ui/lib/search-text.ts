/**
 * The part of an address behind the `?`, as flat text: every value is a string, and nothing is read as JSON. The router's own way would
 * quote what looks like a number (`patch="17.4"`) and escape what the explorer's grammar is made of, and such an address reads badly.
 *
 * Of a key that stands there twice, the first counts.
 */
/** Allowed in a query by the URL standard, and needed to read a filter: `where=all(unit(tft_x;stars=2..))`. */
const KEPT = /%(?:28|29|2C|3B|3A|3D|2F|40|7C|21|2A|20)/gi;

export function readSearchText(text: string): Record<string, string> {
  const entries = [...new URLSearchParams(text.startsWith('?') ? text.slice(1) : text)];
  return Object.fromEntries(entries.toReversed());
}

/** The text with its `?`, or nothing when there is nothing to say. Whatever is not text or a number is left out. */
export function writeSearchText(search: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(search).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number'
      ? [`${encodeURIComponent(key)}=${encodeReadably(String(value))}`]
      : [],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function encodeReadably(value: string): string {
  return encodeURIComponent(value).replace(KEPT, (code) => (code === '%20' ? '+' : decodeURIComponent(code)));
}
