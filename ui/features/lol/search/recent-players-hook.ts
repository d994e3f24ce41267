/** The players that were looked at in this browser. */
import { useEffect } from 'react';

import { createStoredList, useStoredList } from '../../../lib/stored-list-hook.ts';
import { addRecent, isNewest, isRecent, type RecentPlayer } from './recent-players.ts';

const RECENT = createStoredList('gamekeeper-lol-recent', isRecent);

export function useRecentPlayers() {
  return useStoredList(RECENT);
}

/** Undefined: nobody yet. */
export function useNoteRecent(player: RecentPlayer | undefined): void {
  useEffect(() => {
    const list = RECENT.current();
    if (player !== undefined && !isNewest(list, player)) RECENT.keep(addRecent(list, player));
  }, [player]);
}
