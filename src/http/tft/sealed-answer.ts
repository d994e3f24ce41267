/**
 * An answer as bytes that can be sent as they are. What differs from one asking to the next (was it kept, how long did it take) stands at the
 * very end of an exploration, so that it costs no second serialisation: a hit is sent as it lies there, and says that it took no time.
 */
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { TftExploration } from '#/analytics/tft/tft-explorer.ts';
import type { Answered } from '#/analytics/answer-cache.ts';

export interface SealedAnswer {
  readonly bytes: Buffer;
  /** How many of them come before the end that differs. */
  readonly headBytes: number;
  readonly sizeBytes: number;
  readonly etag: string;
  readonly contentType: string;
}

/** For routes that send bytes: the framework need not make serialisers of their schemas, which takes it a good part of a start. */
export const noSerializer = () => (value: unknown) => JSON.stringify(value);

export const JSON_TYPE = 'application/json; charset=utf-8';
/** Map entries, strings and headers that lie beside the bytes. */
const KEEPING_BYTES = 1_000;

export function sealExploration(exploration: TftExploration, etag: string): SealedAnswer {
  const head = JSON.stringify(exploration).slice(0, -1);
  return seal(`${head}${endOf('hit', 0)}`, {
    headBytes: Buffer.byteLength(head),
    etag,
    contentType: JSON_TYPE,
  });
}

/** An answer that is the same however it came about. */
export function sealText(text: string, etag: string, contentType = JSON_TYPE): SealedAnswer {
  return seal(text, { headBytes: Buffer.byteLength(text), etag, contentType });
}

/** The bytes of an exploration for somebody who had to wait for it. */
export function withEnd({ bytes, headBytes }: SealedAnswer, cache: HowAnswered, tookMs: number): Buffer {
  if (cache === 'hit') return bytes;
  return Buffer.concat([bytes.subarray(0, headBytes), Buffer.from(endOf(cache, tookMs))]);
}

/** Weak: of two answers to the same question from the same data, the ends may differ. */
export function etagOf(version: string, text: string): string {
  return `W/"${createHash('sha256').update(version).update('\n').update(text).digest('base64url').slice(0, 22)}"`;
}

/** For the description of whatever answers with an ETag. */
export const UNCHANGED_RESPONSE = {
  304: Type.Null({ description: 'What had the ETag that was sent along has not changed.' }),
};

/** As `If-None-Match` has it: a list, or anything at all. */
export function isAtHand(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === etag || one.trim() === '*');
}

type HowAnswered = Answered<unknown>['cache'];

function seal(text: string, rest: Omit<SealedAnswer, 'bytes' | 'sizeBytes'>): SealedAnswer {
  // With a pool of its own: a small slice of a shared one would hold all of it.
  const bytes = Buffer.from(new TextEncoder().encode(text).buffer);
  return { ...rest, bytes, sizeBytes: bytes.length + KEEPING_BYTES };
}

function endOf(cache: HowAnswered, tookMs: number): string {
  return `,"cache":"${cache}","tookMs":${Math.round(tookMs * 10) / 10}}`;
}
