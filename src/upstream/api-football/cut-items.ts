/**
 * The exact bytes of each item of an answer's `response` list, so that an item can be kept as it was sent. The body is known to be
 * JSON by then, so this only finds where values end. Null when it cannot be told (the list is not there under its plain name);
 * whoever asks then writes the item anew.
 */
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d, 0x3a]);
const LIST = 0x5b;
const OBJECT = 0x7b;
const NAME = Buffer.from('"response"');

export function cutItems(body: Uint8Array): Buffer[] | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  let at = bytes.indexOf('{');
  let items: Buffer[] | null = null;
  for (at = skipSpace(bytes, at + 1); bytes[at] === QUOTE; at = skipSpace(bytes, skipComma(bytes, at))) {
    const nameEnd = endOfValue(bytes, at);
    const isResponse = bytes.subarray(at, nameEnd).equals(NAME);
    const valueAt = skipSpace(bytes, nameEnd);
    at = endOfValue(bytes, valueAt);
    // Of a name that is given twice the last one counts, as for every reader of JSON.
    if (isResponse) items = bytes[valueAt] === LIST ? itemsOf(bytes, valueAt) : null;
    at = skipSpace(bytes, at);
  }
  return items;
}

function itemsOf(bytes: Buffer, listAt: number): Buffer[] {
  const items: Buffer[] = [];
  let at = skipSpace(bytes, listAt + 1);
  while (at < bytes.length && !CLOSE.has(bytes[at] ?? 0)) {
    const end = endOfValue(bytes, at);
    items.push(bytes.subarray(at, end));
    at = skipSpace(bytes, skipComma(bytes, skipSpace(bytes, end)));
  }
  return items;
}

/** Right behind the value that begins at `from`. */
function endOfValue(bytes: Buffer, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return endOfText(bytes, from);
  let at = from;
  if (first !== LIST && first !== OBJECT) {
    while (at < bytes.length && !isDelimiter(bytes[at] ?? COMMA)) at++;
    return Math.max(at, from + 1);
  }
  for (let depth = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfText(bytes, at);
      continue;
    }
    at++;
    if (OPEN.has(byte)) depth++;
    else if (CLOSE.has(byte) && --depth === 0) return at;
  }
  return at;
}

function endOfText(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

function isDelimiter(byte: number): boolean {
  return byte === COMMA || CLOSE.has(byte) || SPACE.has(byte);
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (SPACE.has(bytes[at] ?? 0)) at++;
  return at;
}

function skipComma(bytes: Buffer, at: number): number {
  return bytes[at] === COMMA ? at + 1 : at;
}
