/** What people write under a video of a goal. Some write the score, some the minute, some spell names without their accents. */
import { chance } from '../randomness.ts';
import { pick } from '../football/clubs.ts';
import { AUTHOR_BEGINNINGS, AUTHOR_ENDINGS } from '../football/names.ts';
import type { GoalTruth, MatchTruth } from '../football/match-truth.ts';
import { withoutAccents } from './search-query.ts';

interface Facts {
  readonly name: string;
  readonly club: string;
  readonly other: string;
  readonly home: string;
  readonly away: string;
  readonly score: string;
  readonly bracketed: string;
  readonly minute: string;
}

const GOAL_TEXTS: readonly ((facts: Facts) => string)[] = [
  ({ name, home, away, score, minute }) => `GOAL! ${name} ${minute} | ${home} ${score} ${away}`,
  ({ name, home, away, bracketed, minute }) => `${home} ${bracketed} ${away} - ${name} ${minute}`,
  ({ name, club, score }) => `${name.toUpperCase()} makes it ${score}! What a hit for ${club}`,
  ({ name, club, other, minute }) =>
    `${club} score against ${other}! ${name} in the ${minute.slice(0, -1)}. minute`,
  ({ name, home, away, score }) => `${home} v ${away}: ${name} - ${score} (video)`,
  ({ name, club }) => `${name}!!! ${club} fans, how are we feeling`,
];
const OWN_GOAL_TEXTS: readonly ((facts: Facts) => string)[] = [
  ({ name, home, away, score, minute }) => `OWN GOAL: ${name} ${minute} | ${home} ${score} ${away}`,
  ({ name, club, other }) => `${name} of ${other} puts it into his own net, ${club} will take it`,
];

export function goalText(match: MatchTruth, goal: GoalTruth, roll: number, name?: string): string {
  const facts = toFacts(match, goal, name ?? goal.scorer.familyName);
  const text = pick(goal.kind === 'own' && name === undefined ? OWN_GOAL_TEXTS : GOAL_TEXTS, roll, 1)(facts);
  return chance(roll, 2) < 0.5 ? withoutAccents(text) : text;
}

export function replayText(match: MatchTruth, goal: GoalTruth): string {
  const { name, home, away, score } = toFacts(match, goal, goal.scorer.familyName);
  return `Another angle: ${name}, ${home} ${score} ${away}`;
}

export function compilationText(match: MatchTruth, goals: readonly GoalTruth[]): string {
  const names = goals.map(({ scorer }) => scorer.familyName).join(', ');
  return `All the goals so far: ${match.fixture.home.name} v ${match.fixture.away.name} (${names})`;
}

/** A post about something else under the same names. */
export function memoryText(match: MatchTruth, goal: GoalTruth): string {
  const { name, club } = toFacts(match, goal, goal.scorer.familyName);
  return `Remember this one? ${name} for ${club}, last season`;
}

export function authorOf(roll: number): string {
  const author = `${pick(AUTHOR_BEGINNINGS, roll, 3)}_${pick(AUTHOR_ENDINGS, roll, 4)}`;
  return chance(roll, 5) < 0.4 ? `${author}${Math.floor(chance(roll, 6) * 90) + 10}` : author;
}

function toFacts({ fixture }: MatchTruth, goal: GoalTruth, name: string): Facts {
  const { home, away } = goal.scoreAfter;
  const [club, other] = goal.side === 'home' ? [fixture.home, fixture.away] : [fixture.away, fixture.home];
  return {
    name,
    club: club.name,
    other: other.name,
    home: fixture.home.name,
    away: fixture.away.name,
    score: `${home}-${away}`,
    bracketed: goal.side === 'home' ? `[${home}] - ${away}` : `${home} - [${away}]`,
    minute: goal.extraMinute === null ? `${goal.minute}'` : `${goal.minute}+${goal.extraMinute}'`,
  };
}
