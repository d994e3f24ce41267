/**
 * A finding as a sentence: what was counted, how it differs, how sure that is. It says what was, not why, and not whether that is good: no
 * cause, no advice, no judgement of a person.
 */
import type { Estimate } from '#/domain/statistics/intervals.ts';
import type { Candidate } from './questions.ts';

interface Told {
  readonly n: number;
  readonly winRate: Estimate;
  readonly expected: number;
  readonly difference: Estimate;
}

export function findingWords(
  { subject, isCourse }: Candidate,
  { n, winRate, expected, difference }: Told,
): string {
  if (isCourse) {
    return `${subject} the share of games won was ${changeWords(difference)}; ${n} games.`;
  }
  return (
    `${subject}: ${percent(winRate.value)} of ${n} were won, where ${percent(expected)} would be usual; ` +
    `${changeWords(difference)}.`
  );
}

/** `7.2 points lower (95 % interval over everything compared: 1.3 to 13.1 lower)`. */
function changeWords({ value, low, high }: Estimate): string {
  const [near, far] = value < 0 ? [high, low] : [low, high];
  const word = value < 0 ? 'lower' : 'higher';
  const isOneSided = near * value > 0;
  const interval = isOneSided
    ? `${points(near)} to ${points(far)} ${word}`
    : `from ${points(near)} ${value < 0 ? 'higher' : 'lower'} to ${points(far)} ${word}`;
  return `${points(value)} points ${word} (95 % interval over everything compared: ${interval})`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function points(share: number): string {
  return (Math.abs(share) * 100).toFixed(1);
}
