/**
 * What the findings look for. A question is a breakdown with the contrasts that are worth a sentence: runs of neighbouring hours and
 * weekdays, "from the third game of a session on", "with each further loss", single champions. How often chance may make up a finding
 * is shared out among the questions beforehand (`share`, together 1), most of it to those about time, which people come for.
 *
 * Left out on purpose: hour × weekday (hours and weekdays say it with more games); games per day, because whether somebody plays on
 * depends on how the games went, so the games of a day know their own results; and mates, because a sentence about how often games with
 * somebody are won is a judgement of a person who did not ask for it.
 */
import type { Contrast } from '../../statistics/contrasts.ts';
import { ordinal } from '#/domain/tft/explore/word-lists.ts';
import type { Breakdowns } from './breakdowns.ts';
import type { CellCounts } from './cell-list.ts';
import { hourText } from './clock-cells.ts';

export type QuestionName =
  | 'hour'
  | 'weekday'
  | 'session-position'
  | 'session-streak'
  | 'break'
  | 'champion'
  | 'role'
  | 'queue'
  | 'side'
  | 'duration'
  | 'time';

export interface Candidate {
  readonly contrast: Contrast;
  readonly keys: readonly string[];
  /** How the sentence begins: `Games on Monday`, `With each further game of a session`. */
  readonly subject: string;
  /** The weights are steps. */
  readonly isCourse: boolean;
}

export interface Question {
  readonly name: QuestionName;
  readonly share: number;
  /** They share no game. */
  readonly cells: readonly CellCounts[];
  readonly candidates: readonly Candidate[];
  /** How many of its candidates may be told: of overlapping runs only the best. */
  readonly mostTold: number;
}

const WINDOW_HOURS = [1, 2, 3, 4, 6];
const LAST_STEP = 4;

export interface QuestionSources extends Breakdowns {
  readonly champions: readonly CellCounts[];
  /** Tenths of the history, in order of time. */
  readonly tenths: readonly CellCounts[];
}

export function toQuestions(sources: QuestionSources): Question[] {
  return [...timeQuestions(sources), ...gameQuestions(sources)];
}

function timeQuestions({
  hours,
  weekdays,
  sessionPositions,
  sessionStreaks,
  breaks,
  tenths,
}: QuestionSources) {
  const course = toCourse(tenths, (place) => place, 'From each tenth of these games to the next');
  return [
    toQuestion('hour', 0.22, hours, hourWindows(hours)),
    toQuestion('weekday', 0.2, weekdays, weekdayRuns(weekdays)),
    toQuestion('session-position', 0.1, sessionPositions, positionCandidates(sessionPositions)),
    toQuestion('session-streak', 0.25, sessionStreaks, streakCandidates(sessionStreaks)),
    toQuestion('break', 0.08, breaks, breakCandidates(breaks)),
    toQuestion('time', 0.02, tenths, [course]),
  ];
}

function gameQuestions({ champions, roles, queues, sides, durations }: QuestionSources): Question[] {
  const list = (
    name: QuestionName,
    share: number,
    cells: readonly CellCounts[],
    subject: (label: string) => string,
  ): Question => ({
    ...toQuestion(
      name,
      share,
      cells,
      cells.map(({ key, label }, place) => toSet([place], [key], subject(label))),
    ),
    mostTold: 3,
  });
  return [
    list('champion', 0.04, champions, (label) => `Games as ${label}`),
    list('role', 0.03, roles, (label) => `Games in the role ${label}`),
    list('queue', 0.03, queues, (label) => `Games of ${label}`),
    list('duration', 0.02, durations, (label) => `Games of ${label.toLowerCase()}`),
    // The other side would say the same once more.
    toQuestion('side', 0.01, sides, [toSet([0], ['blue'], 'Games on the blue side')]),
  ];
}

function toQuestion(
  name: QuestionName,
  share: number,
  cells: readonly CellCounts[],
  candidates: readonly Candidate[],
): Question {
  return { name, share, cells, candidates, mostTold: 1 };
}

function hourWindows(hours: readonly CellCounts[]): Candidate[] {
  return WINDOW_HOURS.flatMap((length) =>
    hours.map((_, first) => {
      const places = around(first, length, hours.length);
      const until = hourText(Number(places.at(-1)));
      return toSet(places, keysOf(hours, places), `Games begun from ${hourText(first)}:00 to ${until}:59`);
    }),
  );
}

/** One day, or two that follow each other. */
function weekdayRuns(weekdays: readonly CellCounts[]): Candidate[] {
  return [1, 2].flatMap((length) =>
    weekdays.map((_, first) => {
      const places = around(first, length, weekdays.length);
      const labels = places.map((place) => weekdays[place]?.label).join(' and ');
      return toSet(places, keysOf(weekdays, places), `Games on ${labels}`);
    }),
  );
}

function positionCandidates(positions: readonly CellCounts[]): Candidate[] {
  const from = positions.slice(1).map((_, index) => {
    const places = positions.flatMap((_cell, place) => (place > index ? [place] : []));
    return toSet(places, keysOf(positions, places), `Games from the ${ordinal(index + 2)} of a session on`);
  });
  return [toCourse(positions, (place) => place, 'With each further game of a session'), ...from];
}

/** Cells go from most losses to most wins; `away` counts from the middle. */
function streakCandidates(streaks: readonly CellCounts[]): Candidate[] {
  const half = streaks.length / 2;
  return [
    ...rowCandidates(streaks, ['loss', 'losses', 'lost'], (place) => half - place),
    ...rowCandidates(streaks, ['win', 'wins', 'won'], (place) => place - half + 1),
  ];
}

function rowCandidates(
  streaks: readonly CellCounts[],
  [noun, nouns, verb]: readonly [string, string, string],
  away: (place: number) => number,
): Candidate[] {
  const course = toCourse(
    streaks,
    (place) => Math.max(0, Math.min(LAST_STEP, away(place))),
    `With each further game ${verb} in a row within a session, up to ${LAST_STEP},`,
  );
  const sets = [1, 2, 3].map((least) => {
    const places = streaks.flatMap((_, place) => (away(place) >= least ? [place] : []));
    const words = least === 1 ? `a ${noun}` : `${least} or more ${nouns} in a row`;
    return toSet(places, keysOf(streaks, places), `Games after ${words} within a session`);
  });
  return [course, ...sets];
}

/** Each on its own, and all up to a length. */
function breakCandidates(breaks: readonly CellCounts[]): Candidate[] {
  return breaks.flatMap(({ key, label }, last) => {
    const single = toSet([last], [key], `Games after a break of ${label.toLowerCase()}`);
    if (last === 0 || last === breaks.length - 1) return [single];
    const places = Array.from({ length: last + 1 }, (_, place) => place);
    const until = String(label.split(' to ').at(-1));
    return [single, toSet(places, keysOf(breaks, places), `Games after a break of less than ${until}`)];
  });
}

/** On a circle. */
function around(first: number, length: number, count: number): number[] {
  return Array.from({ length }, (_, index) => (first + index) % count);
}

function keysOf(cells: readonly CellCounts[], places: readonly number[]): string[] {
  return places.map((place) => String(cells[place]?.key));
}

function toSet(places: readonly number[], keys: readonly string[], subject: string): Candidate {
  return { contrast: { cells: places, weights: places.map(() => 1) }, keys, subject, isCourse: false };
}

function toCourse(
  cells: readonly CellCounts[],
  weightOf: (place: number) => number,
  subject: string,
): Candidate {
  const weights = cells.map((_, place) => weightOf(place));
  return { contrast: { cells: cells.map((_, place) => place), weights }, keys: [], subject, isCourse: true };
}
