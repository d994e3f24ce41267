/**
 * Reads stored LoL bodies and timelines, or returns the fault. Both are checked again, as in `read-game.ts`. A match with an unreadable
 * timeline keeps all columns that do not depend on it.
 */
import type { LolGame, LolTimeline as Timeline } from '#/domain/lol/rows/game.ts';
import { matchNumber } from '#/domain/tft/rows.ts';
import { compileShape } from '#/upstream/shape.ts';
import { LolMatch, tidyLolMatch } from '#/upstream/riot-schema/lol-match.ts';
import { LolTimeline } from '#/upstream/riot-schema/lol-timeline.ts';
import { readStoredBody } from '#/match/project/stored-body.ts';
import { toLolGame, toLolTimeline } from './to-lol-game.ts';

type Fault = { readonly type: 'fault'; readonly reason: string };

export interface LolGameReader {
  game(
    id: string,
    packed: Uint8Array,
  ): { readonly type: 'game'; readonly game: LolGame; readonly number: number } | Fault;
  timeline(
    id: string,
    packed: Uint8Array,
  ): { readonly type: 'timeline'; readonly timeline: Timeline } | Fault;
}

const USUAL_MATCH_BYTES = 128 * 1024;
const USUAL_TIMELINE_BYTES = 1024 * 1024;

export function createLolGameReader(): LolGameReader {
  const matches = compileShape(LolMatch);
  const timelines = compileShape(LolTimeline);
  return {
    game(id, packed) {
      const stored = readStoredBody(packed, USUAL_MATCH_BYTES);
      if (stored.type === 'fault') return stored;
      const { body } = stored;
      tidyLolMatch(body);
      if (!matches.fits(body)) return fault(matches.describeFault(body));
      if (body.metadata.matchId !== id) return otherGame(body.metadata.matchId);
      const number = matchNumber(id);
      return number === null
        ? fault('its id has no number')
        : { type: 'game', game: toLolGame(body), number };
    },
    timeline(id, packed) {
      const stored = readStoredBody(packed, USUAL_TIMELINE_BYTES);
      if (stored.type === 'fault') return stored;
      const { body } = stored;
      if (!timelines.fits(body)) return fault(timelines.describeFault(body));
      if (body.metadata.matchId !== id) return otherGame(body.metadata.matchId);
      return { type: 'timeline', timeline: toLolTimeline(body) };
    },
  };
}

function otherGame(id: string): Fault {
  return fault(`the body is that of ${JSON.stringify(id).slice(0, 100)}`);
}

function fault(reason: string): Fault {
  return { type: 'fault', reason };
}
