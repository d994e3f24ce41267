/**
 * Ids within the text of a question. They are letters, digits and `_ - . @ '`; whatever else an id has is percent-encoded, so that
 * brackets and commas always belong to the grammar.
 */
const FREE = /[^\w\-.@']/gu;
const ID_TEXT = /^[\w\-.@'%]+$/;

export function printId(id: string): string {
  return id.toWellFormed().replaceAll(FREE, encode);
}

/** Undefined: empty, or with letters that should have been encoded. */
export function parseId(text: string): string | undefined {
  if (!ID_TEXT.test(text)) return undefined;
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // A `%` that is followed by no encoded letter.
  }
}

export function printIds(ids: readonly string[]): string {
  return ids.map((id) => printId(id)).join(',');
}

/** Undefined when any of them is none. */
export function parseIds(text: string): readonly string[] | undefined {
  const ids = text.split(',').map((one) => parseId(one));
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

/** `encodeURIComponent` lets a few through that mean something here. */
function encode(letter: string): string {
  const encoded = encodeURIComponent(letter);
  return encoded === letter ? `%${letter.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}
