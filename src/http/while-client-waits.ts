/**
 * Work that is of no use when whoever asked has left. The framework's own signal cannot tell where there is a body: it is aborted as soon
 * as that has been read.
 */
import type { FastifyReply } from 'fastify';

export async function whileClientWaits<T>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const onClose = (): void => gone.abort(new DOMException('the client has left', 'AbortError'));
  reply.raw.once('close', onClose);
  try {
    return await work(gone.signal);
  } finally {
    reply.raw.off('close', onClose);
  }
}
