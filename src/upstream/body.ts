/** From the bytes of a 2xx answer to the outcome: decompress, parse, check against the schema. */
import type { Malformed, Ok, Unavailable } from './outcome.ts';
import { headerText, type AnswerHeaders } from './exchange.ts';
import type { BodyShape } from './shape.ts';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { isUtf8 } from 'node:buffer';

export interface ReceivedBody {
  readonly headers: AnswerHeaders;
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

export interface BodyRules<Body> {
  readonly shape: BodyShape<Body>;
  readonly maxBytes: number;
  /** Changes the parsed value in place before the check; the bytes stay exact. */
  readonly tidy?: ((value: unknown) => void) | undefined;
}

/** Kept of a body that is too large: enough to recognise it. */
const KEPT_BYTES = 64 * 1024;

export function readBody<Body>(
  received: ReceivedBody,
  rules: BodyRules<Body>,
  fetchedAt: Date,
): Ok<Body> | Malformed | Unavailable {
  const malformed = (fault: Malformed['fault'], reason: string, bytes: Uint8Array): Malformed => {
    const isWhole = received.isWhole && fault !== 'tooLarge';
    const kept = isWhole ? bytes : Buffer.from(bytes.subarray(0, KEPT_BYTES));
    return { outcome: 'malformed', fault, reason, bytes: kept, isWhole, fetchedAt };
  };
  if (!received.isWhole)
    return malformed('tooLarge', `the body has more than ${rules.maxBytes} bytes`, received.bytes);
  const encoding = headerText(received.headers, 'content-encoding');
  const decoded = decodeContent(received.bytes, encoding, rules.maxBytes);
  if (decoded.type !== 'decoded') {
    if (decoded.type === 'damaged') return truncated(decoded.reason);
    const fault = decoded.type === 'tooLarge' ? 'tooLarge' : 'notJson';
    return malformed(fault, decoded.reason, received.bytes);
  }
  const { bytes } = decoded;
  const parsed = parseJsonBody(bytes);
  if (parsed.type !== 'json')
    return parsed.type === 'truncated'
      ? truncated(parsed.reason)
      : malformed('notJson', parsed.reason, bytes);
  const { value } = parsed;
  rules.tidy?.(value);
  if (!rules.shape.fits(value)) return malformed('shape', rules.shape.describeFault(value), bytes);
  return { outcome: 'ok', body: value, bytes, fetchedAt };
}

function truncated(detail: string): Unavailable {
  return { outcome: 'unavailable', reason: 'truncated', detail };
}

/**
 * Decompresses a body up to a size and a ratio: a few kilobytes can inflate to gigabytes. Real bodies stay below a ratio of about 30 (ladders).
 */

type Inflate = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;

/** Synchronous: a match takes 0.03 to 0.1 ms, less than the way to the thread pool and back (2026-11). */
const DECODERS: ReadonlyMap<string, Inflate> = new Map<string, Inflate>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
]);

const MAX_RATIO = 200;
/** Bodies up to this size may have any ratio. */
const HARMLESS_BYTES = 1024 * 1024;

export type Decoded =
  | { readonly type: 'decoded'; readonly bytes: Uint8Array }
  | { readonly type: 'tooLarge' | 'damaged' | 'unknown'; readonly reason: string };

export function decodeContent(bytes: Uint8Array, encoding: string | undefined, maxBytes: number): Decoded {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return { type: 'decoded', bytes };
  const decode = DECODERS.get(name);
  if (decode === undefined)
    return { type: 'unknown', reason: `content-encoding is ${JSON.stringify(name.slice(0, 40))}` };
  const maxOutputLength = Math.min(maxBytes, Math.max(HARMLESS_BYTES, bytes.length * MAX_RATIO));
  try {
    return { type: 'decoded', bytes: decode(bytes, { maxOutputLength }) };
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return isTooLarge
      ? { type: 'tooLarge', reason: `${bytes.length} bytes of ${name} inflate to over ${maxOutputLength}` }
      : { type: 'damaged', reason: `the ${name} body cannot be inflated: ${String(error).slice(0, 100)}` };
  }
}

/**
 * Parses JSON, and tells a truncated text (worth a retry) from one that is something else. Invalid UTF-8 is refused, not replaced. Nesting
 * deeper than any real body is refused before the value is built: it would parse, but break recursive code later. Of a repeated key the
 * last one counts.
 */

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

/** The parser found no fault before the end of the text. */
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
