/** What came of an action, in words. Pure. */
import type { AdminAction } from '#/contract/admin-actions.ts';

export type ActionEnd = 'done' | 'refused' | 'failed' | 'unknown';

export function endOf({ status }: Pick<AdminAction, 'status'>): ActionEnd {
  if (status === null) return 'unknown';
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}

const WORDS = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Unknown',
} as const satisfies Record<ActionEnd, string>;

export function endWords(action: Pick<AdminAction, 'status'>): string {
  const { status } = action;
  return status === null ? WORDS.unknown : `${WORDS[endOf(action)]} (${status})`;
}
