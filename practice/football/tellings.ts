/**
 * What the upstream says of one goal, and how that changes with time: when it first reports it, what it gets wrong then, what it
 * corrects later, and what it takes back. A goal's story is a list of versions; the last one that has begun is reported.
 */
import { chance, hashText, mix } from '../randomness.ts';
import { type Footballer, pick } from './clubs.ts';
import { type GoalTruth, type MatchTruth, NO_PERSON, type Side, type ToldPerson } from './match-truth.ts';
import type { Quirks } from './quirks.ts';

interface TellingRow {
  readonly minute: number;
  readonly extraMinute: number | null;
  readonly side: Side;
  readonly detail: 'Normal Goal' | 'Own Goal' | 'Penalty';
  readonly player: ToldPerson;
  readonly assist: ToldPerson;
}

export interface Telling {
  readonly from: number;
  /** The goal's row; null: there is none. */
  readonly row: TellingRow | null;
  /** For which side the score counts it; null: for none. */
  readonly counted: Side | null;
  /** A second row of the same goal, a minute later. */
  readonly isDoubled: boolean;
  /** What the video referee says of it, as a separate row. */
  readonly verdict: string | null;
}

/** A row that is not shown is corrected all the same. */
interface Draft extends Telling {
  readonly row: TellingRow;
  readonly isShown: boolean;
}

interface Change {
  readonly at: number;
  readonly to: (told: Draft) => Partial<Draft>;
}

const SECOND = 1000;
const VERDICTS = [
  'Goal Disallowed - offside',
  'Goal Disallowed - handball',
  'Goal Disallowed - Foul',
  'Goal cancelled',
];
const DETAILS = { normal: 'Normal Goal', own: 'Own Goal', penalty: 'Penalty' } as const;

export function tellGoal(
  match: MatchTruth,
  goal: GoalTruth,
  seed: number,
  quirks: Quirks,
): readonly Telling[] {
  const own = mix(seed, hashText('telling'), match.fixture.id, goal.happenedAt);
  const has = (quirk: Parameters<Quirks['has']>[0]): boolean => quirks.has(quirk, match.fixture.id, goal.n);
  const after = (question: number, low: number, high: number): number =>
    goal.happenedAt + Math.round(low + chance(own, question) * (high - low)) * SECOND;
  const first: Draft = {
    from: after(1, 8, 35),
    row: truthOf(match, goal),
    isShown: true,
    counted: goal.side,
    isDoubled: false,
    verdict: null,
  };
  const changes = [
    ...mistakes(match, goal, own, has, after),
    ...(goal.stands
      ? standingChanges(goal, has, after)
      : takenAway(has('varKeepsRow'), pick(VERDICTS, own, 2), after(3, 45, 190))),
  ];
  return unfold(
    first,
    changes.sort((one, other) => one.at - other.at),
  );
}

type Has = (quirk: Parameters<Quirks['has']>[0]) => boolean;
type After = (question: number, low: number, high: number) => number;

/** What is reported wrongly at first, as a change before everything and one back to the truth. */
function mistakes(match: MatchTruth, goal: GoalTruth, own: number, has: Has, after: After): Change[] {
  const truth = truthOf(match, goal);
  const changes: Change[] = [];
  const wrongly = (wrong: Partial<TellingRow>, rightAt: number): void => {
    const right = Object.fromEntries(
      Object.keys(wrong).map((name) => [name, truth[name as keyof TellingRow]]),
    );
    changes.push({ at: 0, to: inRow(wrong) }, { at: rightAt, to: inRow(right) });
  };
  const teammate = pick(match.fixture[goal.side].squad.slice(8), own, 10);
  if (goal.kind === 'own' && has('lateOwnGoal'))
    wrongly({ detail: 'Normal Goal', player: told(teammate, match, goal) }, after(11, 300, 1500));
  else if (goal.kind !== 'own' && teammate.id !== goal.scorer.id && has('wrongScorer'))
    wrongly({ player: told(teammate, match, goal) }, after(11, 120, 420));
  else if (has('lateScorer')) wrongly({ player: NO_PERSON, assist: NO_PERSON }, after(11, 60, 180));
  else if (has('latePlayerId')) wrongly({ player: { ...truth.player, id: null } }, after(11, 60, 300));
  if (goal.assist !== null && has('lateAssist')) wrongly({ assist: NO_PERSON }, after(12, 60, 240));
  if (goal.extraMinute === null && goal.minute > 2 && has('wrongMinute'))
    wrongly({ minute: goal.minute + (chance(own, 13) < 0.5 ? -1 : 1) }, after(14, 60, 300));
  return changes;
}

/** Of what can befall the count of a goal that stands, one thing at a time: they would contradict each other. */
function standingChanges({ side }: GoalTruth, has: Has, after: After): Change[] {
  if (has('restored'))
    return between(
      after(3, 60, 150),
      after(4, 400, 700),
      { isShown: false, counted: null },
      { isShown: true, counted: side },
    );
  if (has('wrongSide')) {
    const other: Side = side === 'home' ? 'away' : 'home';
    return [
      { at: 0, to: countFor(other) },
      { at: after(15, 60, 300), to: countFor(side) },
    ];
  }
  if (has('rowBeforeScore')) return between(0, after(20, 50, 100), { counted: null }, { counted: side });
  if (has('scoreBeforeRow')) return between(0, after(21, 60, 150), { isShown: false }, { isShown: true });
  if (has('doubledRow'))
    return between(after(22, 40, 200), after(23, 260, 600), { isDoubled: true }, { isDoubled: false });
  return [];
}

function between(from: number, until: number, then: Partial<Draft>, back: Partial<Draft>): Change[] {
  return [
    { at: from, to: () => then },
    { at: until, to: () => back },
  ];
}

function countFor(side: Side): Change['to'] {
  return ({ row }) => ({ counted: side, row: { ...row, side } });
}

function takenAway(keepsRow: boolean, verdict: string, at: number): Change[] {
  return [{ at, to: () => ({ isShown: keepsRow, counted: null, isDoubled: false, verdict }) }];
}

/** Changes up to the first telling make it what it is; later ones make the next versions. */
function unfold(first: Draft, changes: readonly Change[]): Telling[] {
  const told: Telling[] = [];
  let current = first;
  for (const { at, to } of changes) {
    const from = Math.max(at, first.from);
    if (from > current.from) told.push(toTelling(current));
    current = Object.assign({}, current, to(current), { from });
  }
  told.push(toTelling(current));
  return told;
}

function toTelling({ from, row, isShown, counted, isDoubled, verdict }: Draft): Telling {
  return { from, row: isShown ? row : null, counted, isDoubled, verdict };
}

function inRow(change: Partial<TellingRow>): Change['to'] {
  return ({ row }) => ({ row: { ...row, ...change } });
}

function truthOf(match: MatchTruth, goal: GoalTruth): TellingRow {
  return {
    minute: goal.minute,
    extraMinute: goal.extraMinute,
    side: goal.side,
    detail: DETAILS[goal.kind],
    player: told(goal.scorer, match, goal),
    assist: goal.assist === null ? NO_PERSON : told(goal.assist, match, goal),
  };
}

/** As much of a person as the competition's coverage has. */
function told({ id, name }: Footballer, { fixture }: MatchTruth, goal: GoalTruth): ToldPerson {
  const { coverage } = fixture.league;
  if (coverage === 'full') return { id, name };
  const roll = chance(fixture.id, goal.n, hashText('coverage'));
  if (coverage === 'bare' && roll < 0.4) return NO_PERSON;
  return { id: roll < 0.65 ? null : id, name };
}
