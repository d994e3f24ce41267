/**
 * Does a post speak of this goal? Its words are compared with the scorer, the teams, the minute and the score; what speaks against it
 * (another minute, another score, an earlier time, another goal of the match that they fit better) outweighs a name. It is a guess about
 * words: what a video shows is found out later.
 *
 * Verified: the words name the scorer or the score, and the minute.
 */
import type { ClipReason } from '../clip-state.ts';
import { plainWords, speaksOf } from './plain-words.ts';
import { spelledPlayerWords } from './player-words.ts';
import type { SearchedGoal } from './searched-goal.ts';
import { teamAliases } from './team-aliases.ts';
import { toldMinutes, toldScores } from './told-numbers.ts';

export interface SeenPost {
  readonly caption: string;
  readonly postedAt: Date | null;
  /** Of its video; null: not told. */
  readonly seconds: number | null;
}

export interface PostVerdict {
  /** 0 to 1. */
  readonly relevance: number;
  readonly isVerified: boolean;
  /** Null: it is worth a download. */
  readonly rejection: {
    readonly code: Extract<ClipReason, 'irrelevant' | 'too-old' | 'too-short' | 'too-long'>;
    readonly words: string;
  } | null;
}

/** Of another goal of the match, also of one that was taken back. */
export type OtherGoalOfMatch = Pick<SearchedGoal, 'playerName' | 'minute' | 'extraMinute' | 'scoreAfter'>;

interface Signs {
  readonly scorer: boolean;
  readonly team: boolean;
  readonly otherTeam: boolean;
  readonly minutes: readonly number[];
  readonly minute: boolean;
  readonly scores: readonly string[];
  readonly score: boolean;
  /** Words that speak of the past. */
  readonly memory: string | null;
}

const WEIGHTS = { scorer: 0.45, team: 0.15, otherTeam: 0.1, score: 0.15, minute: 0.15 } as const;
/** The upstream and whoever posts count differently by so many. */
const SAME_MINUTE = 3;
const OTHER_MINUTE = 5;
/** A goal is posted before the upstream tells of it. */
const HEAD_START_SECONDS = 300;
const SHORTEST_SECONDS = 3;
const LONGEST_SECONDS = 180;
/** Of posts about the past, in plain words. */
const MEMORIES = [
  'last season',
  'last year',
  'years ago',
  'on this day',
  'otd',
  'throwback',
  'flashback',
  'tbt',
  'remember this',
  'remember when',
];

export function judgePost(
  goal: SearchedGoal,
  post: SeenPost,
  others: readonly OtherGoalOfMatch[] = [],
): PostVerdict {
  const signs = readSigns(goal, post.caption);
  const relevance = Object.entries(WEIGHTS).reduce(
    (sum, [sign, weight]) => sum + (signs[sign as keyof typeof WEIGHTS] ? weight : 0),
    0,
  );
  const rejection =
    rejectByTime(goal, post) ??
    rejectByLength(post) ??
    rejectByWords(goal, signs) ??
    rejectUndated(post, signs) ??
    rejectByOthers(goal, post.caption, others);
  return {
    relevance: Math.round(relevance * 100) / 100,
    isVerified: rejection === null && signs.minute && (signs.scorer || signs.score),
    rejection,
  };
}

function readSigns(goal: SearchedGoal, caption: string): Signs {
  const plain = plainWords(caption);
  const speaks = (words: readonly string[]): boolean => words.some((word) => speaksOf(plain, word));
  const minutes = toldMinutes(caption);
  const scores = toldScores(caption);
  const goalMinute = minuteOf(goal);
  return {
    scorer: speaks(spelledPlayerWords(goal.playerName)),
    team: speaks(teamAliases(goal.teamName)),
    otherTeam: speaks(teamAliases(goal.otherTeamName)),
    minutes,
    minute: goalMinute !== null && minutes.some((minute) => Math.abs(minute - goalMinute) <= SAME_MINUTE),
    scores: scores.map((score) => `${score.home}-${score.away}`),
    score: tellsScore(goal, caption),
    memory: MEMORIES.find((words) => plain.includes(` ${words} `)) ?? null,
  };
}

function rejectByTime({ scoredAt }: SearchedGoal, { postedAt }: SeenPost): PostVerdict['rejection'] {
  if (postedAt === null) return null;
  const earlierSeconds = (scoredAt.getTime() - postedAt.getTime()) / 1_000;
  if (earlierSeconds <= HEAD_START_SECONDS) return null;
  return {
    code: 'too-old',
    words: `posted ${Math.round(earlierSeconds / 60)} minutes before the goal fell`,
  };
}

function rejectByLength({ seconds }: SeenPost): PostVerdict['rejection'] {
  if (seconds === null) return null;
  const length = `the site says ${Math.round(seconds * 10) / 10} s`;
  if (seconds < SHORTEST_SECONDS)
    return { code: 'too-short', words: `${length}; at least ${SHORTEST_SECONDS} s show a goal` };
  if (seconds > LONGEST_SECONDS)
    return { code: 'too-long', words: `${length}; at most ${LONGEST_SECONDS} s are one goal` };
  return null;
}

function rejectByWords(goal: SearchedGoal, signs: Signs): PostVerdict['rejection'] {
  const against = speaksOfAnother(goal, signs);
  if (against !== null) return { code: 'irrelevant', words: against };
  const { scorer, team, otherTeam, score, minute } = signs;
  if (scorer) return null;
  if ((team || otherTeam) && (score || minute)) return null;
  if (goal.playerName === null && team && otherTeam) return null;
  const missing =
    goal.playerName === null ? 'both teams' : `${goal.playerName}, or a team with the score or the minute`;
  return { code: 'irrelevant', words: `its words do not name ${missing}` };
}

/** Feeds without times list what is months old beside what is new. */
function rejectUndated({ postedAt }: SeenPost, { score, minute }: Signs): PostVerdict['rejection'] {
  if (postedAt !== null || score || minute) return null;
  return { code: 'irrelevant', words: 'it has no time, and its words tell neither the score nor the minute' };
}

/** Scorer, minute and score vouch for each other: only one of them may be wrong. */
function speaksOfAnother(goal: SearchedGoal, signs: Signs): string | null {
  const { minutes, minute, scores, score, scorer, memory } = signs;
  const goalMinute = minuteOf(goal);
  const isOtherMinute =
    goalMinute !== null &&
    minutes.length > 0 &&
    minutes.every((told) => Math.abs(told - goalMinute) > OTHER_MINUTE);
  if (isOtherMinute && !(score && scorer))
    return `it tells of minute ${minutes.join(', ')}; the goal fell in minute ${goalMinute}`;
  if (scores.length > 0 && !score && !(minute && scorer))
    return `it tells of ${scores.join(', ')}; the goal made it ${goal.scoreAfter.home}-${goal.scoreAfter.away}`;
  if (memory !== null && !minute && !score) return `it speaks of the past ("${memory}")`;
  return null;
}

/** What fits two goals equally well stays with both: their pictures are compared later. */
function rejectByOthers(
  goal: SearchedGoal,
  caption: string,
  others: readonly OtherGoalOfMatch[],
): PostVerdict['rejection'] {
  const ours = fitOf(goal, caption);
  const better = others.find((other) => fitOf(other, caption) > ours);
  if (better === undefined) return null;
  const { playerName, scoreAfter } = better;
  const words = `its words fit the goal of ${playerName ?? 'an unknown player'} better, which made it ${scoreAfter.home}-${scoreAfter.away}`;
  return { code: 'irrelevant', words };
}

/** How many of scorer, score and minute the words tell; a minute that is nearly right counts half. */
function fitOf(goal: OtherGoalOfMatch, caption: string): number {
  const plain = plainWords(caption);
  const isScorer = spelledPlayerWords(goal.playerName).some((word) => speaksOf(plain, word));
  const goalMinute = minuteOf(goal);
  const minuteOff =
    goalMinute === null
      ? Infinity
      : Math.min(...toldMinutes(caption).map((minute) => Math.abs(minute - goalMinute)));
  const minute = minuteOff === 0 ? 1 : minuteOff <= SAME_MINUTE ? 0.5 : 0;
  return Number(isScorer) + Number(tellsScore(goal, caption)) + minute;
}

/** Supporters of the away side may write it first. */
function tellsScore({ scoreAfter: { home, away } }: OtherGoalOfMatch, caption: string): boolean {
  return toldScores(caption).some(
    (score) => (score.home === home && score.away === away) || (score.home === away && score.away === home),
  );
}

function minuteOf({ minute, extraMinute }: OtherGoalOfMatch): number | null {
  return minute === null ? null : minute + (extraMinute ?? 0);
}
