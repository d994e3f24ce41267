/** From the bytes of a 2xx answer to the outcome: decompress, parse, check the shape. */
import type { Malformed, Ok, Unavailable } from '../outcome.ts';
import { headerText, type AnswerHeaders } from './answer-headers.ts';
import type { BodyShape } from './body-shape.ts';
import { decodeContent } from './content-decoding.ts';
import { parseJsonBody } from './json-body.ts';

export interface ReceivedBody {
  readonly headers: AnswerHeaders;
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

export interface BodyRules<Body> {
  readonly shape: BodyShape<Body>;
  readonly maxBytes: number;
  /** Changes the parsed value in place before it is checked; the bytes stay as they are. */
  readonly tidy?: ((value: unknown) => void) | undefined;
}

/** What is kept of a body that is too large: enough to see what it was. */
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
