/**
 * The rows of an answer that tell of goals, by the side that they count for. A row of the type "Goal" is one by its detail alone:
 * missed penalties have that type too, and so have the kicks of a shoot-out. An own goal comes under the team that it counts for.
 *
 * Doubtful: without a comment, a kick of the shoot-out looks like a penalty late in extra time. Such a row can confirm a goal that
 * is known, and never makes a new one; if it was one after all, the score tells.
 */
import type { FixtureReading, MatchEvent, Side } from '../fixture.ts';
import type { GoalKind } from '../goal.ts';
import { minutesApart } from './match-minute.ts';
import { personDistance, type Person } from './same-person.ts';

export interface GoalRow {
  readonly side: Side;
  readonly minute: number;
  readonly extraMinute: number | null;
  readonly player: Person;
  readonly assist: Person;
  readonly kind: Exclude<GoalKind, 'from-score'>;
  readonly isDoubtful: boolean;
  /** Its place in the answer. */
  readonly position: number;
}

const KINDS: ReadonlyMap<string, GoalRow['kind']> = new Map<string, GoalRow['kind']>([
  ['normal goal', 'normal'],
  ['own goal', 'own'],
  ['penalty', 'penalty'],
]);
const LAST_MINUTE = 120;
/** A decision is told some minutes after the goal, and under either minute. */
const DECISION_MINUTES = 4;

/** In the order of the match. */
export function goalRowsOf(reading: FixtureReading, events: readonly MatchEvent[], side: Side): GoalRow[] {
  const rows = events.flatMap((event, position) => {
    const kind = KINDS.get(event.detail.trim().toLowerCase());
    const isGoal = isOfType(event, 'goal') && event.teamId === reading[side].id && !isShootOutKick(event);
    return isGoal && kind !== undefined ? [toRow(reading, event, side, kind, position)] : [];
  });
  return rows.sort(
    (a, b) => a.minute - b.minute || (a.extraMinute ?? 0) - (b.extraMinute ?? 0) || a.position - b.position,
  );
}

/**
 * Rows of goals that the video referee took back: they can stay in the list beside the decision. Whether the decision is still the
 * last word, the score says.
 */
export function cancelledRows(
  rows: readonly GoalRow[],
  reading: FixtureReading,
  events: readonly MatchEvent[],
): GoalRow[] {
  const cancelled = new Set<GoalRow>();
  for (const event of events) {
    if (!isOfType(event, 'var') || !/goal (cancelled|disallowed)/i.test(event.detail)) continue;
    const distance = (row: GoalRow): number =>
      minutesApart(row, event) + personDistance(row.player, event.player) / 100;
    const [nearest] = rows
      .filter((row) => reading[row.side].id === event.teamId && !cancelled.has(row))
      .filter((row) => personDistance(row.player, event.player) <= 0)
      .filter((row) => minutesApart(row, event) <= DECISION_MINUTES)
      .sort((a, b) => distance(a) - distance(b));
    if (nearest !== undefined) cancelled.add(nearest);
  }
  return [...cancelled];
}

function toRow(
  { status }: FixtureReading,
  event: MatchEvent,
  side: Side,
  kind: GoalRow['kind'],
  position: number,
): GoalRow {
  const { minute, extraMinute, player, assist } = event;
  const isShootOut = status.code === 'P' || status.code === 'PEN';
  const isDoubtful = isShootOut && kind === 'penalty' && minute >= LAST_MINUTE;
  return { side, minute, extraMinute, player, assist, kind, isDoubtful, position };
}

function isOfType(event: MatchEvent, type: string): boolean {
  return event.type.trim().toLowerCase() === type;
}

function isShootOutKick({ comments }: MatchEvent): boolean {
  return /shoot[\s-]?out/i.test(comments ?? '');
}
