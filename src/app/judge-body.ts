/**
 * Checks a stored body again with everything that may have refused it: the parser of upstream answers and the rules of the statistics.
 * Rules change, so a body that was refused before may pass now. It changes nothing.
 */
import { matchRules, timelineRules } from '#/lol/body.ts';
import { createLolGameReader } from '#/lol/flatten.ts';
import { type BodyOutcome, toBodyOutcome } from '#/match/body.ts';
import type { JudgeBody, Judgement } from '#/match/quarantine.ts';
import { unpackBody } from '#/match/raw.ts';
import type { Kept } from '#/match/rows.ts';
import { tftMatchRules } from '#/tft/body.ts';
import { createGameReader } from '#/tft/flatten.ts';
import { readBody } from '#/upstream/body.ts';
import type { Malformed, Ok, Unavailable } from '#/upstream/outcome.ts';
import { RIOT_BODIES } from '#/upstream/riot.ts';

type Read = Ok<unknown> | Malformed | Unavailable;

export function createBodyJudge(): JudgeBody {
  const findFault = createFaultFinder();
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

function outcomeOf(kept: Kept, id: string, bytes: Uint8Array, fetchedAt: Date): BodyOutcome | string {
  const received = { headers: {}, bytes, isWhole: true };
  const wanted = { id, attempts: 0 };
  if (kept.source === 'tft') {
    const read = readBody(received, RIOT_BODIES.tftMatch, fetchedAt);
    return read.outcome === 'ok' ? toBodyOutcome(read, wanted, 0, tftMatchRules) : reasonOf(read);
  }
  if (kept.kind === 'match') {
    const read = readBody(received, RIOT_BODIES.lolMatch, fetchedAt);
    return read.outcome === 'ok' ? toBodyOutcome(read, wanted, 0, matchRules()) : reasonOf(read);
  }
  const read = readBody(received, RIOT_BODIES.lolTimeline, fetchedAt);
  return read.outcome === 'ok' ? toBodyOutcome(read, wanted, 0, timelineRules()) : reasonOf(read);
}

/** Checks a zstd body against the rules of the statistics; returns the reason for a refusal, or null. */
function createFaultFinder(): (kept: Kept, id: string, packed: Uint8Array) => string | null {
  const readTft = createGameReader();
  const readLol = createLolGameReader();
  return ({ source, kind }, id, packed) => {
    if (source === 'tft') return faultOf(readTft(id, packed));
    return faultOf(kind === 'match' ? readLol.game(id, packed) : readLol.timeline(id, packed));
  };
}

function faultOf(read: { readonly type: string; readonly reason?: string }): string | null {
  return read.type === 'fault' ? (read.reason ?? 'no reason recorded') : null;
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
