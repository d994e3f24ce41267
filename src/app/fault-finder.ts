/** What the projector asks of a stored body before it counts it, for whoever wants to know before it is counted. */
import type { FindFault } from '#/jobs/quarantine/judge-body.ts';
import { createGameReader } from '#/projector/read-game.ts';
import { createLolGameReader } from '#/projector/read-lol-game.ts';

export function createFaultFinder(): FindFault {
  const readTft = createGameReader();
  const readLol = createLolGameReader();
  return ({ source, kind }, id, packed) => {
    if (source === 'tft') return reasonOf(readTft(id, packed));
    return reasonOf(kind === 'match' ? readLol.game(id, packed) : readLol.timeline(id, packed));
  };
}

function reasonOf(read: { readonly type: string; readonly reason?: string }): string | null {
  return read.type === 'fault' ? (read.reason ?? 'it cannot be counted') : null;
}
