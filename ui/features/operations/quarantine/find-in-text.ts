/** Places in a text where something stands, whatever its case. The wish is plain text: nothing in it has a meaning. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** More would make the page slow and help nobody. */
export const MOST_FOUND = 1_000;
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

export function findInText(text: string, wanted: string): Found[] {
  if (wanted === '') return [];
  const pattern = new RegExp(wanted.replaceAll(SPECIAL, String.raw`\$&`), 'giu');
  const found: Found[] = [];
  for (const { index, 0: match } of text.matchAll(pattern)) {
    found.push({ from: index, to: index + match.length });
    if (found.length === MOST_FOUND) break;
  }
  return found;
}

export interface TextPiece {
  readonly text: string;
  readonly from: number;
  /** Which of the places it is; null: what stands between them. */
  readonly nth: number | null;
}

/** The whole text, cut at the places. */
export function toPieces(text: string, found: readonly Found[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const [nth, { from, to }] of found.entries()) {
    if (from > done) pieces.push({ text: text.slice(done, from), from: done, nth: null });
    pieces.push({ text: text.slice(from, to), from, nth });
    done = to;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), from: done, nth: null });
  return pieces;
}
