/** Names of the job kinds that collect LoL matches, and of their rows. */
import type { Kept } from '#/match/rows.ts';

export const SOURCE = 'lol';
export const MATCHES: Kept = { source: SOURCE, kind: 'match' };
export const TIMELINES: Kept = { source: SOURCE, kind: 'timeline' };

export const LOOK_UP_PLAYER = 'lol/look-up-player';
export const COLLECT_HISTORY = 'lol/collect-history';
/** The cursor of a player's match list, as read by collections. */
export const HISTORY_CURSOR = 'history';
