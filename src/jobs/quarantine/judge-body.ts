/**
 * Checks a stored body again with everything that may have refused it: the parser of upstream answers and the rules of the statistics.
 * Rules change, so a body that was refused before may pass now. It changes nothing.
 */
import type { TSchema } from 'typebox';
import { compileShape } from '#/sources/http/body-shape.ts';
import { readBody, type BodyRules as ReadingRules } from '#/sources/http/read-body.ts';
import type { Malformed, Ok, Unavailable } from '#/sources/outcome.ts';
import { RIOT_ENDPOINTS } from '#/sources/riot/endpoints.ts';
import type { LolMatch } from '#/sources/riot/schema/lol-match.ts';
import type { LolTimeline } from '#/sources/riot/schema/lol-timeline.ts';
import type { TftMatch } from '#/sources/riot/schema/tft-match.ts';
import type { Kept } from '#/stores/postgres/match.ts';
import { unpackBody } from '#/stores/postgres/quarantine-body.ts';
import type { QuarantinedBody } from '#/stores/postgres/quarantine-list.ts';
import { toBodyOutcome, type BodyOutcome } from '../games/body-outcome.ts';
import { matchRules, timelineRules } from '../lol/game-outcome.ts';
import { toMatchOutcome } from '../tft/match-outcome.ts';

type Judgement =
  | { readonly isFit: true; readonly outcome: BodyOutcome }
  | { readonly isFit: false; readonly reason: string };

export type JudgeBody = (kept: Kept, id: string, body: QuarantinedBody) => Judgement;

/** Checks a zstd body against the rules of the statistics; returns the reason for a refusal, or null. */
export type FindFault = (kept: Kept, id: string, packed: Uint8Array) => string | null;

type Read = Ok<unknown> | Malformed | Unavailable;

export function createBodyJudge(findFault: FindFault): JudgeBody {
  const rules = {
    tftMatch: readingRules<TftMatch>(RIOT_ENDPOINTS.tftMatch),
    lolMatch: readingRules<LolMatch>(RIOT_ENDPOINTS.lolMatch),
    lolTimeline: readingRules<LolTimeline>(RIOT_ENDPOINTS.lolTimeline),
  };
  const outcomeOf = (kept: Kept, id: string, bytes: Uint8Array, fetchedAt: Date): BodyOutcome | string => {
    const received = { headers: {}, bytes, isWhole: true };
    const wanted = { id, attempts: 0 };
    if (kept.source === 'tft') {
      const read = readBody(received, rules.tftMatch, fetchedAt);
      return read.outcome === 'ok' ? toMatchOutcome(read, wanted, 0) : reasonOf(read);
    }
    if (kept.kind === 'match') {
      const read = readBody(received, rules.lolMatch, fetchedAt);
      return read.outcome === 'ok' ? toBodyOutcome(read, wanted, 0, matchRules()) : reasonOf(read);
    }
    const read = readBody(received, rules.lolTimeline, fetchedAt);
    return read.outcome === 'ok' ? toBodyOutcome(read, wanted, 0, timelineRules()) : reasonOf(read);
  };
  return (kept, id, { packed, fetchedAt }) => {
    const bytes = unpackBody(packed);
    if (bytes === null) return unfit('the stored body cannot be decompressed');
    const outcome = outcomeOf(kept, id, bytes, fetchedAt);
    if (typeof outcome === 'string') return unfit(outcome);
    const { state, reason } = outcome.settlement;
    if (state !== 'stored') return unfit(reason ?? `it would be ${state}`);
    const fault = findFault(kept, id, packed);
    return fault === null ? { isFit: true, outcome } : unfit(fault);
  };
}

function readingRules<Body>(endpoint: {
  readonly schema: TSchema;
  readonly maxBytes: number;
  readonly tidy?: (body: unknown) => void;
}): ReadingRules<Body> {
  const { schema, maxBytes, tidy } = endpoint;
  return { shape: compileShape(schema) as ReadingRules<Body>['shape'], maxBytes, tidy };
}

/** The same text as at the first refusal. */
function reasonOf(read: Exclude<Read, Ok<unknown>>): string {
  return read.outcome === 'malformed'
    ? `malformed (${read.fault}): ${read.reason}`
    : `malformed (${read.reason}): ${read.detail}`;
}

function unfit(reason: string): Judgement {
  return { isFit: false, reason };
}
