/**
 * The words of a search: `(Salah) (Liverpool OR LFC)`. A post has to contain one of the words of every pair of brackets.
 *
 * A goal is searched for several times; the form changes from search to search. Scorer and club find most posts: they come first
 * and then every second time. Between them come both clubs with the score (posts that do not name the scorer, or misspell the
 * name) and the hashtags of the match.
 */
import { plainWords, speaksOf, withoutAccents } from './plain-words.ts';
import { playerWords } from './player-words.ts';
import type { SearchedGoal } from './searched-goal.ts';
import { teamAliases } from './team-aliases.ts';

type QueriedGoal = Pick<SearchedGoal, 'teamName' | 'otherTeamName' | 'playerName' | 'kind'> &
  Partial<Pick<SearchedGoal, 'scoreAfter'>>;

/** Of each team, when both are in one pair of brackets. */
const MOST_OF_BOTH = 4;
const MOST_HASHTAGS = 6;

/** `turn`: how many searches of the present window came before this one. */
export function clipQueryText(goal: QueriedGoal, turn = 0): string {
  if (turn % 4 === 1 && goal.scoreAfter !== undefined) return byScore(goal, goal.scoreAfter);
  return turn % 4 === 3 ? byHashtag(goal) : byScorer(goal);
}

/** Of an own goal, people name the player and either team. Without a scorer, both teams have to be named. */
function byScorer(goal: QueriedGoal): string {
  const player = playerWords(goal.playerName);
  const team = teamAliases(goal.teamName);
  const other = teamAliases(goal.otherTeamName);
  if (player.length === 0) return `${oneOf(team)} ${oneOf(other)}`;
  if (goal.kind !== 'own') return `${oneOf(player)} ${oneOf(team)}`;
  return `${oneOf(player)} ${oneOf([...other.slice(0, MOST_OF_BOTH), ...team.slice(0, MOST_OF_BOTH)])}`;
}

function byScore(
  { teamName, otherTeamName }: QueriedGoal,
  { home, away }: SearchedGoal['scoreAfter'],
): string {
  const scores = [`${home}-${away}`, `${home} - ${away}`].map((score) => `"${score}"`).join(' OR ');
  return `${oneOf(teamAliases(teamName))} ${oneOf(teamAliases(otherTeamName))} (${scores})`;
}

/** `#LIVCHE`, the form that broadcasters use, in both orders, because the query does not know who plays at home. */
function byHashtag({ teamName, otherTeamName, playerName }: QueriedGoal): string {
  const [one, other] = [teamName, otherTeamName].map(shortCode);
  const names = teamAliases(teamName).map((alias) => alias.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const tags = [`${one}${other}`, `${other}${one}`, ...names].slice(0, MOST_HASHTAGS).map((tag) => `#${tag}`);
  return `(${[...new Set(tags)].join(' OR ')}) ${oneOf(['goal', ...playerWords(playerName)])}`;
}

function shortCode(team: string): string {
  const [name = team] = teamAliases(team);
  return withoutAccents(name)
    .replaceAll(/[^\p{L}]/gu, '')
    .slice(0, 3)
    .toUpperCase();
}

/** For sites that list posts without a search: does this text contain what the query asks for? */
export function meetsQuery(query: string, text: string): boolean {
  const plain = plainWords(text);
  return [...query.matchAll(/\(([^)]*)\)/g)].every(([, words = '']) =>
    words.split(' OR ').some((word) => speaksOf(plain, word)),
  );
}

function oneOf(words: readonly string[]): string {
  return `(${words.map((word) => quoted(word.replaceAll(/["()]/g, ' '))).join(' OR ')})`;
}

function quoted(words: string): string {
  return /\s/.test(words) ? `"${words}"` : words;
}
