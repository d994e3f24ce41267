/**
 * A stranger's text as it can be looked at: what would be invisible, or would turn the order of what follows around, is shown as a sign.
 * Line ends and tabs stay. What is copied is not this, but the text itself.
 */
const CONTROL_PICTURES = 0x24_00;
const DELETE = 0x7f;
const DELETE_PICTURE = '\u2421';
/** Control characters; marks of direction; what has no width; halves of a character. */
const UNSEEN = /\r\n|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const KEPT = new Set(['\n', '\t']);

export function visibleText(text: string): string {
  return text.replaceAll(UNSEEN, (sign) => {
    if (sign === '\r\n') return '\n';
    return KEPT.has(sign) ? sign : pictureOf(sign.codePointAt(0) ?? 0);
  });
}

function pictureOf(code: number): string {
  if (code < 0x20) return String.fromCodePoint(CONTROL_PICTURES + code);
  if (code === DELETE) return DELETE_PICTURE;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
