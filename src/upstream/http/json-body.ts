/**
 * Bytes → JSON. Tells a text that breaks off (worth asking again) from one that is something else. Invalid UTF-8 is refused rather
 * than patched up, and nesting deeper than any real body is refused before it is built: such a value parses, but breaks whatever
 * walks it later. Of a key that is given twice the last one counts, as everywhere.
 */
import { isUtf8 } from 'node:buffer';

export type ParsedJson =
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'truncated' | 'notJson'; readonly reason: string };

/** Riot's deepest body (a timeline) has nine. */
const MAX_DEPTH = 64;

export function parseJsonBody(bytes: Uint8Array): ParsedJson {
  if (bytes.length === 0) return { type: 'truncated', reason: 'the body is empty' };
  if (!isUtf8(bytes)) return { type: 'notJson', reason: 'the body is not valid UTF-8' };
  if (isDeeperThan(bytes, MAX_DEPTH))
    return { type: 'notJson', reason: `the body is nested deeper than ${MAX_DEPTH} levels` };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  try {
    return { type: 'json', value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) };
  } catch (error) {
    const reason = `the body is not JSON: ${String(error).slice(0, 150)}`;
    return { type: breaksOff(String(error), text.length) ? 'truncated' : 'notJson', reason };
  }
}

/** The parser was content until the text was over. */
function breaksOff(message: string, length: number): boolean {
  const position = /at position (\d+)/.exec(message)?.[1];
  return /end of JSON input|Unterminated string/.test(message) || Number(position) === length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
