/**
 * A stored body → a game, or why not. Bodies were checked before they were stored; here they are checked again, because rules
 * become stricter and a body that breaks statistics must not stop the others.
 */
import { zstdDecompressSync } from 'node:zlib';
import type { TftGame } from '#/domain/tft/game.ts';
import { matchNumber, reasonNotToCount } from '#/domain/tft/rows.ts';
import { compileShape } from '#/sources/http/body-shape.ts';
import { TftMatch, tidyTftMatch } from '#/sources/riot/schema/tft-match.ts';
import { toTftGame } from '#/sources/riot/to-tft-game.ts';

type ReadGame =
  | { readonly type: 'game'; readonly game: TftGame; readonly number: number }
  | { readonly type: 'fault'; readonly reason: string };

export type GameReader = (id: string, packed: Uint8Array) => ReadGame;

/** Real ones have 27 KB. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** What is set aside for a body at first. As much as most of them need: left to itself it would be twice that, and half as fast. */
const USUAL_BODY_BYTES = 32 * 1024;

export function createGameReader(): GameReader {
  const shape = compileShape(TftMatch);
  return (id, packed) => {
    const bytes = unpack(packed);
    if (bytes === null) return fault('the stored body cannot be decompressed');
    const body = parse(bytes);
    if (body === undefined) return fault('the stored body is not JSON');
    tidyTftMatch(body);
    if (!shape.fits(body)) return fault(shape.describeFault(body));
    const game = toTftGame(body);
    // Under the id of another game it would be counted twice.
    if (game.id !== id) return fault(`the body is that of ${JSON.stringify(game.id).slice(0, 100)}`);
    const number = matchNumber(game.id);
    if (number === null) return fault('its id has no number');
    const reason = reasonNotToCount(game);
    return reason === null ? { type: 'game', game, number } : fault(reason);
  };
}

function unpack(packed: Uint8Array): Buffer | null {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: MAX_BODY_BYTES, chunkSize: USUAL_BODY_BYTES });
  } catch {
    return null; // Whatever zlib says of it, the answer is the same: it is kept, and not counted.
  }
}

/** Without the look at depth and encoding that it had when it was fetched: here it would be a tenth of the whole work. */
function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined; // What it is instead stands in the bytes, which are kept.
  }
}

function fault(reason: string): ReadGame {
  return { type: 'fault', reason };
}
