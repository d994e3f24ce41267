/**
 * Reads a stored body as a TFT match, or returns the fault. Bodies were checked before they were stored and are checked again, because
 * rules become stricter, and one bad body must not stop the others.
 */
import type { TftGame } from '#/domain/tft/game.ts';
import { matchNumber, reasonNotToCount } from '#/domain/tft/rows.ts';
import { compileShape } from '#/upstream/shape.ts';
import { TftMatch, tidyTftMatch } from '#/upstream/riot-schema/tft-match.ts';
import { toTftGame } from './to-tft-game.ts';
import { readStoredBody } from '#/match/project/stored-body.ts';

type ReadGame =
  | { readonly type: 'game'; readonly game: TftGame; readonly number: number }
  | { readonly type: 'fault'; readonly reason: string };

export type GameReader = (id: string, packed: Uint8Array) => ReadGame;

/** Real bodies have 27 KB. */
const USUAL_BODY_BYTES = 32 * 1024;

export function createGameReader(): GameReader {
  const shape = compileShape(TftMatch);
  return (id, packed) => {
    const stored = readStoredBody(packed, USUAL_BODY_BYTES);
    if (stored.type === 'fault') return stored;
    const { body } = stored;
    tidyTftMatch(body);
    if (!shape.fits(body)) return fault(shape.describeFault(body));
    const game = toTftGame(body);
    // A body under another match's id would be counted twice.
    if (game.id !== id) return fault(`the body is that of ${JSON.stringify(game.id).slice(0, 100)}`);
    const number = matchNumber(game.id);
    if (number === null) return fault('its id has no number');
    const reason = reasonNotToCount(game);
    return reason === null ? { type: 'game', game, number } : fault(reason);
  };
}

function fault(reason: string): ReadGame {
  return { type: 'fault', reason };
}
