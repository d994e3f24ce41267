/** What the desk, its cache and its gate count, for `/metrics`. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { AnswerCacheStats } from '#/analytics/answer-cache.ts';
import type { QuestionGateStats } from '#/analytics/question-gate.ts';

export interface CountedParts {
  readonly cache: { stats(): AnswerCacheStats };
  readonly gate: { stats(): QuestionGateStats };
}

export function addAnswerMetrics(registry: Registry, { cache, gate }: CountedParts): void {
  const registers = [registry];
  const counter = (name: string, help: string, read: () => number): Counter =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  counter('gamekeeper_tft_answer_hits_total', 'Answers that lay ready.', () => cache.stats().hits);
  counter(
    'gamekeeper_tft_answer_misses_total',
    'Answers that were asked of ClickHouse.',
    () => cache.stats().misses,
  );
  counter(
    'gamekeeper_tft_answers_joined_total',
    'Answers for which somebody waited with an equal question.',
    () => cache.stats().joined,
  );
  counter(
    'gamekeeper_tft_questions_refused_total',
    'Questions refused because too many were being answered.',
    () => gate.stats().refused,
  );
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('gamekeeper_tft_answers_kept', 'Answers that lie ready.', () => cache.stats().entries);
  gauge('gamekeeper_tft_answers_kept_bytes', 'What they take.', () => cache.stats().bytes);
  gauge(
    'gamekeeper_tft_questions_running',
    'Questions that ClickHouse is working on.',
    () => gate.stats().running,
  );
  gauge(
    'gamekeeper_tft_questions_waiting',
    'Questions that wait for their turn.',
    () => gate.stats().waiting,
  );
}
