/**
 * Which games of a list are taken now, and whether the cursor may move to where the list was asked for. It may only when nothing of the
 * list is left over, and when the list began no later than where the cursor stands: so it never passes a game that is not wanted.
 * What a run leaves over is taken by the next ones, newest first, because what is known already costs nothing.
 */
export interface ListWish {
  readonly askedAt: Date;
  readonly lookbackDays: number;
  /** Everything before it has been read; undefined: nothing was ever read. */
  readonly readUntil: Date | undefined;
  /** From the beginning of the period on, and not from the cursor. */
  readonly fromBeginning: boolean;
}

const DAY_MS = 86_400_000;
/** A game is listed by its start and shows up when it is over, sometimes later still. */
const SLACK_MS = 6 * 3_600_000;

export function listSince({ askedAt, lookbackDays, readUntil, fromBeginning }: ListWish): Date {
  const beginning = askedAt.getTime() - lookbackDays * DAY_MS;
  if (fromBeginning || readUntil === undefined) return new Date(beginning);
  return new Date(readUntil.getTime() - SLACK_MS);
}

export interface Taken {
  /** Known ones too: they are in this player's history. */
  readonly ids: readonly string[];
  readonly leftOver: number;
}

/** `ids` newest first; at most `most` of the unknown ones. */
export function takeNewest(ids: readonly string[], unknown: ReadonlySet<string>, most: number): Taken {
  let room = most;
  const taken = ids.filter((id) => {
    if (!unknown.has(id)) return true;
    room -= 1;
    return room >= 0;
  });
  return { ids: taken, leftOver: ids.length - taken.length };
}

/** Undefined: it stays where it is. */
export function nextCursor(
  { askedAt, readUntil }: Pick<ListWish, 'askedAt' | 'readUntil'>,
  since: Date,
  { isWhole, leftOver }: { readonly isWhole: boolean; readonly leftOver: number },
): Date | undefined {
  const hasGap = readUntil !== undefined && since > readUntil;
  return isWhole && leftOver === 0 && !hasGap ? askedAt : undefined;
}
