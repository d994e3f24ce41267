/** Sends a made request over a real connection, and takes whatever comes back within the deadline. */
import { Agent, errors } from 'undici';
import type { Answer } from './answer-check.ts';
import type { MadeRequest } from './drafts.ts';

type Sent =
  | { readonly type: 'answer'; readonly answer: Answer; readonly ms: number }
  | { readonly type: 'hang'; readonly ms: number }
  /** The connection broke before the answer was whole. */
  | { readonly type: 'lost'; readonly detail: string };

export interface Sender {
  send(made: MadeRequest): Promise<Sent>;
  close(): Promise<void>;
}

export function createSender(url: string, deadlineMs: number): Sender {
  const dispatcher = new Agent({ connections: 16, headersTimeout: deadlineMs, bodyTimeout: deadlineMs });
  return {
    async send({ method, path, headers, body }) {
      const startedAt = performance.now();
      try {
        // The path as it was made: an address that is parsed first loses its `..` on the way.
        const response = await dispatcher.request({
          origin: url,
          path,
          method,
          headers,
          body,
          signal: AbortSignal.timeout(deadlineMs),
        });
        const text = await response.body.text();
        const answer = { status: response.statusCode, headers: response.headers, text };
        return { type: 'answer', answer, ms: performance.now() - startedAt };
      } catch (error) {
        const ms = performance.now() - startedAt;
        if (isTimeout(error)) return { type: 'hang', ms };
        return { type: 'lost', detail: String(error) };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    (error instanceof Error && error.name === 'TimeoutError')
  );
}
