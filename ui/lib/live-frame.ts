/**
 * Reads one frame of the live feed. Written by hand against the contract's type, because a schema validator
 * would weigh more than the rest of the client; what a topic carries is checked by whoever subscribes.
 */
import type { LiveEvent } from '#/contract/live.ts';

/** The event in the frame, or in one sentence why there is none. */
export type ReadFrame = { readonly event: LiveEvent } | { readonly fault: string };

export function readLiveFrame(frame: unknown): ReadFrame {
  if (typeof frame !== 'string') return { fault: `expected a text frame, got ${typeof frame}` };
  const body = parseJson(frame);
  if (typeof body !== 'object' || body === null || !('type' in body)) {
    return { fault: `expected a JSON object with "type", got ${shorten(frame)}` };
  }
  return isLiveEvent(body) ? { event: body } : { fault: `unknown or incomplete event ${shorten(frame)}` };
}

function isLiveEvent(body: object & { type: unknown }): body is LiveEvent {
  switch (body.type) {
    case 'ping':
      return true;
    case 'snapshot':
    case 'change':
      return 'topic' in body && typeof body.topic === 'string' && 'data' in body;
    case 'error':
      return 'code' in body && typeof body.code === 'string' && 'message' in body;
    default:
      return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller reports the text itself, which says more than the parser's message.
  }
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
