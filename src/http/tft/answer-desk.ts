/**
 * Where questions are handed in. What lies ready is given at once; the rest goes through the gate to the engine, once for all who ask the same.
 * Which text a query stands for is remembered for as long as the data is the same, because working it out costs more than everything
 * else that is done for an answer that lies ready.
 */
import type { AnswerCache } from '#/analytics/answer-cache.ts';
import { GateFull, type QuestionGate } from '#/analytics/question-gate.ts';
import type { TftExplorer } from '#/analytics/tft/tft-explorer.ts';
import { TooMuchWork } from '#/analytics/too-much-work.ts';
import { HttpProblem, unavailable } from '../problems.ts';
import { etagOf, type SealedAnswer } from './sealed-answer.ts';

export interface AnswerDeskOptions {
  readonly explorer: Pick<TftExplorer, 'dataVersion'>;
  readonly cache: AnswerCache<SealedAnswer>;
  readonly gate: QuestionGate;
  readonly now: () => number;
}

interface AnsweredSealed {
  readonly answer: SealedAnswer;
  readonly cache: 'hit' | 'miss' | 'joined';
  readonly tookMs: number;
}

interface DeskQuestion {
  readonly version: string;
  readonly text: string;
  /** Called when the answer does not lie ready; what it throws is the answer. */
  readonly beforeWork?: () => void;
}

export interface AnswerDesk {
  /** Undefined: it has to be asked for. Costs next to nothing. */
  ready(query: string): SealedAnswer | undefined;
  version(): Promise<string>;
  /** From now on `query` is another way to say `text`. */
  note(query: string, version: string, text: string): void;
  ask(
    question: DeskQuestion,
    make: (signal: AbortSignal, etag: string) => Promise<SealedAnswer>,
    signal: AbortSignal,
  ): Promise<AnsweredSealed>;
}

/** How long a version is taken for the newest without asking. */
const VERSION_HELD_MS = 1_000;
const MAX_QUERIES = 2_000;
const MAX_NOTED_LENGTH = 1_000;
const ANSWER_WITHIN_MS = 28_000;

export function createAnswerDesk({ explorer, cache, gate, now }: AnswerDeskOptions): AnswerDesk {
  const texts = new Map<string, string>();
  let held = { version: '', until: Number.NEGATIVE_INFINITY };

  return {
    ready(query) {
      if (now() >= held.until) return undefined;
      const text = texts.get(query);
      return text === undefined ? undefined : cache.peek(held.version, text);
    },
    async version() {
      const version = await explorer.dataVersion();
      if (version !== held.version) texts.clear();
      held = { version, until: now() + VERSION_HELD_MS };
      return version;
    },
    note(query, version, text) {
      if (version !== held.version || query.length > MAX_NOTED_LENGTH) return;
      texts.set(query, text);
      const [oldest] = texts.keys();
      if (texts.size > MAX_QUERIES && oldest !== undefined) texts.delete(oldest);
    },
    async ask({ version, text, beforeWork }, make, signal) {
      const startedAt = performance.now();
      const ready = cache.peek(version, text);
      if (ready !== undefined) return { answer: ready, cache: 'hit', tookMs: performance.now() - startedAt };
      beforeWork?.();
      const etag = etagOf(version, text);
      const patience = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
      const run = (given: AbortSignal) => gate.run(() => make(given, etag), given);
      try {
        const { answer, cache: how } = await cache.ask({ version, text, run }, patience);
        return { answer, cache: how, tookMs: performance.now() - startedAt };
      } catch (error) {
        throw patience.aborted ? toAbortProblem(signal) : toProblem(error);
      }
    },
  };
}

const CLIENT_CLOSED = { code: 499, title: 'Client Closed Request' };

function toAbortProblem(signal: AbortSignal): HttpProblem {
  return signal.aborted
    ? new HttpProblem('invalid-request', 'The client went away before the answer was there.', {
        status: CLIENT_CLOSED,
      })
    : unavailable('The answer took too long. Try again in a moment.');
}

function toProblem(error: unknown): unknown {
  if (error instanceof TooMuchWork) return new HttpProblem('too-much-work', error.message, { cause: error });
  if (error instanceof GateFull)
    return unavailable('Too many questions are being answered. Try again in a moment.', { cause: error });
  return error;
}
