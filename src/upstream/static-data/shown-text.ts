/** Texts and ids of static data as they can be shown and stored: what was never meant to be seen counts as missing. */

/** Keys of texts that nobody wrote, and texts with gaps that the game fills in. */
const PLACEHOLDER = /@|^\s*$|_(?:item_)?(?:name|displayname)_/i;
const ID = /^[\p{L}\p{N}][\p{L}\p{N}_.' &/-]{0,199}$/u;

export function shownName(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return PLACEHOLDER.test(plain) ? null : plain.slice(0, 200).toWellFormed();
}

/** In lower case; null: it is no id. */
export function shownId(text: string | null | undefined): string | null {
  const id = (text ?? '').trim();
  return ID.test(id) ? id.toLowerCase() : null;
}
