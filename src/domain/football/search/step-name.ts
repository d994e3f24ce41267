/** What a run of a step is called, for people: `search-Liverpool-Salah-45+3min-123456_40_306_Goal_1`. */
import type { Step } from '../clip-state.ts';
import { lastName } from './player-words.ts';
import type { SearchedGoal } from './searched-goal.ts';

type NamedGoal = Pick<SearchedGoal, 'teamName' | 'playerName' | 'minute' | 'extraMinute' | 'label'>;

const LONGEST_PART = 60;

/** `clipId`: of the steps that are about one clip. */
export function stepName(step: Step, goal: NamedGoal, clipId: string | null = null): string {
  return [
    step,
    part(goal.teamName),
    part(lastName(goal.playerName) ?? 'unknown'),
    ...(goal.minute === null ? [] : [`${minuteText(goal.minute, goal.extraMinute)}min`]),
    goal.label,
    ...(clipId === null ? [] : [clipId.slice(0, 8)]),
  ].join('-');
}

function minuteText(minute: number, extra: number | null): string {
  return extra === null || extra === 0 ? String(minute) : `${minute}+${extra}`;
}

function part(text: string): string {
  return text
    .replaceAll(/[\s./\\-]/g, '_')
    .replaceAll(/\p{C}/gu, '')
    .slice(0, LONGEST_PART);
}
