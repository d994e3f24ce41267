/**
 * The words that are searched for: `(Salah) (Liverpool OR LFC)`. One of the words of every pair of brackets has to be in a post. Of an own
 * goal, people name the player and either team. Where nobody knows who scored, both teams have to be named.
 */
import { playerWords } from './player-words.ts';
import type { SearchedGoal } from './searched-goal.ts';
import { teamAliases } from './team-aliases.ts';

type QueriedGoal = Pick<SearchedGoal, 'teamName' | 'otherTeamName' | 'playerName' | 'kind'>;

/** Of each team, when both are named in one pair of brackets. */
const MOST_OF_BOTH = 4;

export function clipQueryText(goal: QueriedGoal): string {
  const player = playerWords(goal.playerName);
  const team = teamAliases(goal.teamName);
  const other = teamAliases(goal.otherTeamName);
  if (player.length === 0) return `${oneOf(team)} ${oneOf(other)}`;
  if (goal.kind !== 'own') return `${oneOf(player)} ${oneOf(team)}`;
  return `${oneOf(player)} ${oneOf([...other.slice(0, MOST_OF_BOTH), ...team.slice(0, MOST_OF_BOTH)])}`;
}

function oneOf(words: readonly string[]): string {
  return `(${words.map((word) => quoted(word.replaceAll(/["()]/g, ' '))).join(' OR ')})`;
}

function quoted(words: string): string {
  return /\s/.test(words) ? `"${words}"` : words;
}
