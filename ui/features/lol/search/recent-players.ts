/** Players whose pages were opened in this browser, newest first. Who was renamed or asked for in other capitals stands there once. */
import type { RiotId } from './riot-id.ts';

export interface RecentPlayer extends RiotId {
  /** `euw1`; null: not known. */
  readonly platform: string | null;
}

const MOST_KEPT = 12;

export function addRecent(list: readonly RecentPlayer[], player: RecentPlayer): RecentPlayer[] {
  return [player, ...removeRecent(list, player)].slice(0, MOST_KEPT);
}

export function removeRecent(list: readonly RecentPlayer[], player: RiotId): RecentPlayer[] {
  return list.filter((one) => !isSame(one, player));
}

/** Whether adding would change nothing. */
export function isNewest([newest]: readonly RecentPlayer[], player: RecentPlayer): boolean {
  return (
    newest !== undefined &&
    newest.gameName === player.gameName &&
    newest.tagLine === player.tagLine &&
    newest.platform === player.platform
  );
}

export function isRecent(entry: unknown): entry is RecentPlayer {
  if (typeof entry !== 'object' || entry === null) return false;
  const { gameName, tagLine, platform } = entry as Readonly<Record<string, unknown>>;
  return (
    typeof gameName === 'string' &&
    typeof tagLine === 'string' &&
    (platform === null || typeof platform === 'string')
  );
}

function isSame(one: RiotId, other: RiotId): boolean {
  return (
    one.gameName.toLowerCase() === other.gameName.toLowerCase() &&
    one.tagLine.toLowerCase() === other.tagLine.toLowerCase()
  );
}
