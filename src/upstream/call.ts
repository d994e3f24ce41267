/**
 * An exchange under a permit of the limiter. The permit hears exactly one word: `answered` as soon as the headers are there,
 * `lost` when the request was written (or may have been) and no headers came, `giveBack` when nothing was written.
 */
import type { Dispatcher } from 'undici';
import type { Lane, LimitedCall, Limiter, LimitReading, Permit } from '#/domain/limiter/limiter.ts';
import { type AnswerHeaders, exchange, type Exchange, type ExchangeRequest } from './exchange.ts';

export interface CallOptions {
  readonly lane: Lane;
  /** Ends waiting and calling; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface PermittedExchange<Refusal> {
  readonly dispatcher: Dispatcher;
  readonly limiter: Limiter;
  readonly call: LimitedCall;
  readonly request: Omit<ExchangeRequest, 'onSending' | 'onHeaders' | 'signal'>;
  readLimits(status: number, headers: AnswerHeaders): LimitReading;
  /** Asked with the permit in hand, because the wait may have been long; anything but null keeps the call from being sent. */
  refuse(): Refusal | null;
}

/** Rejects with the signal's reason when that was given, whether it waited or was under way. */
export async function exchangeWithPermit<Refusal>(
  options: PermittedExchange<Refusal>,
): Promise<Exchange | { readonly type: 'refused'; readonly refusal: Refusal }> {
  const { signal } = options.call;
  const permit = await options.limiter.acquire(options.call);
  const word = createWord(permit);
  try {
    const refusal = options.refuse();
    if (refusal !== null) return { type: 'refused', refusal };
    const result = await exchange(options.dispatcher, {
      ...options.request,
      signal,
      onSending: () => word.sending(),
      onHeaders: (status, headers) => word.answered(options.readLimits(status, headers)),
    });
    if (result.type === 'failure' && result.reason === 'aborted') signal?.throwIfAborted();
    return result;
  } finally {
    word.over();
  }
}

function createWord(permit: Permit) {
  let isSent = false;
  let isSaid = false;
  return {
    sending(): void {
      isSent = true;
    },
    answered(reading: LimitReading): void {
      isSaid = true;
      permit.answered(reading);
    },
    over(): void {
      if (isSaid) return;
      isSaid = true;
      if (isSent) permit.lost();
      else permit.giveBack();
    },
  };
}
