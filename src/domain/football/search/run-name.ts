/**
 * Names of runs, for the job log, the log lines and the time line of a goal:
 *
 *   ingest-05_12_2024
 *   monitor-05_12_2024-15:23
 *   search-Liverpool-Salah-45+3min-123456_40_306_Goal_1
 *   download-Liverpool-Salah-3vids-123456_40_306_Goal_1
 *
 * Spaces and dots of a name become underscores, and of a player only the last name is used. Names are not unique: two looks in one
 * minute share theirs. The id of the job is what identifies a run.
 */
import type { Step } from '../clip-state.ts';
import { lastName } from './player-words.ts';
import type { SearchedGoal } from './searched-goal.ts';

type NamedGoal = Pick<SearchedGoal, 'teamName' | 'playerName' | 'minute' | 'extraMinute' | 'label'>;

const LONGEST_PART = 60;

/** `day`: YYYY-MM-DD. */
export function ingestName(day: string): string {
  return `ingest-${dayPart(day)}`;
}

/** In UTC. */
export function monitorName(at: Date): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  return `monitor-${dayPart(day)}-${time.slice(0, 5)}`;
}

/** The three steps of a search share the name of the search. `clipId`: of the steps that are about one clip. */
export function stepName(step: Step, goal: NamedGoal, clipId: string | null = null): string {
  const words = isOfSearch(step) ? 'search' : step;
  return [...goalParts(words, goal, minutePart(goal)), ...clipPart(clipId)].join('-');
}

/** The download of all videos that one search found. With `clipId`: the run for one of them. */
export function downloadName(goal: NamedGoal, videos: number, clipId: string | null = null): string {
  return [...goalParts('download', goal, `${videos}vids`), ...clipPart(clipId)].join('-');
}

function isOfSearch(step: Step): boolean {
  return step === 'get-search' || step === 'execute-search' || step === 'save-search';
}

function goalParts(words: string, goal: NamedGoal, middle: string | null): string[] {
  const { teamName, playerName, label } = goal;
  const who = [part(teamName), part(lastName(playerName) ?? 'unknown')];
  return [words, ...who, ...(middle === null ? [] : [middle]), label];
}

function minutePart({ minute, extraMinute }: NamedGoal): string | null {
  if (minute === null) return null;
  return extraMinute === null || extraMinute === 0 ? `${minute}min` : `${minute}+${extraMinute}min`;
}

function clipPart(clipId: string | null): string[] {
  return clipId === null ? [] : [clipId.slice(0, 8)];
}

/** `2024-12-05` is written `05_12_2024`. */
function dayPart(day: string): string {
  return day.split('-').toReversed().join('_');
}

function part(text: string): string {
  return text
    .replaceAll(/[\s./\\-]/g, '_')
    .replaceAll(/\p{C}/gu, '')
    .slice(0, LONGEST_PART);
}
