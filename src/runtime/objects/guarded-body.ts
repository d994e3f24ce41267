/**
 * The bytes of an object on their way to a reader. A store that breaks off, falls silent or ends too early gives an error with
 * words, and never a stream that looks complete. What a store sends around the wanted bytes is cut off.
 */
import { Readable } from 'node:stream';
import { ObjectStoreFault } from './object-store-fault.ts';

export interface BodyGuard {
  /** How many bytes are wanted, and how many come before and behind them. */
  readonly bytes: number;
  readonly before?: number;
  readonly behind?: number;
  /** How long the store may be silent. Undefined: it cannot be. */
  readonly idleMs?: number | undefined;
  readonly key: string;
  readonly toFault: (error: unknown) => unknown;
}

export function guardBody(source: Readable, guard: BodyGuard): Readable {
  const body = Readable.from(readOn(source, guard), { objectMode: false });
  // One that is destroyed before anybody has read from it never begins, and so would never end.
  return body.once('close', () => source.destroy());
}

async function* readOn(
  source: Readable,
  { bytes, before = 0, behind = 0, idleMs, key, toFault }: BodyGuard,
): AsyncGenerator<Uint8Array> {
  let toSkip = before;
  let left = bytes;
  let isSilent = false;
  // Time in which our own reader is slow is not counted: the timer runs only while we wait for the store.
  const watch = (): NodeJS.Timeout | undefined =>
    idleMs === undefined
      ? undefined
      : setTimeout(() => {
          isSilent = true;
          source.destroy();
        }, idleMs);
  let timer = watch();
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      const wanted = chunk.subarray(toSkip, toSkip + left);
      toSkip = Math.max(0, toSkip - chunk.length);
      left -= wanted.length;
      if (wanted.length > 0) yield wanted;
      // A body that is read to its end leaves a connection that can be used again.
      if (left === 0 && behind > 0) return;
      timer = watch();
    }
  } catch (error) {
    if (!isSilent) throw toFault(error);
  } finally {
    clearTimeout(timer);
    source.destroy();
  }
  if (isSilent)
    throw new ObjectStoreFault('unreachable', `The object store sent nothing of ${key} for ${idleMs} ms.`);
  if (left !== 0)
    throw new ObjectStoreFault(
      'unreachable',
      `The object store broke off while ${key} was read: ${left} of ${bytes} bytes are missing.`,
    );
}
