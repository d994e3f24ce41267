/** Minutes and scores that a post tells: `45+3'`, `48th minute`, `2-1`, `[2] - 1`. Dates, times of the day and seasons are neither. */
import type { ScoreLine } from '../goal.ts';

const MINUTE =
  /(?<![\d+:.-])(\d{1,3})(?:\s*['’′`´]?\s*\+\s*(\d{1,2}))?(?:\s*['’′`´]|\s*(?:st|nd|rd|th|\.)?\s*min(?:ute)?s?\b)/giu;
const SCORE = /(?<![\d:.+/-])\[?(\d{1,2})\]?\s*([-–—:])\s*\[?(\d{1,2})\]?(?![\d'’′+:./-]|\s*(?:am|pm)\b)/giu;
const LAST_MINUTE = 130;
const MOST_GOALS = 15;

/** Added time counted on: 45+3 is 48. */
export function toldMinutes(text: string): number[] {
  return [...text.matchAll(MINUTE)]
    .map(([, minute, extra]) => Number(minute) + Number(extra ?? 0))
    .filter((minute) => minute <= LAST_MINUTE);
}

export function toldScores(text: string): ScoreLine[] {
  return [...text.matchAll(SCORE)].flatMap(([, home, sign, away]) => {
    const score = { home: Number(home), away: Number(away) };
    const most = sign === ':' ? 9 : MOST_GOALS;
    return score.home <= most && score.away <= most ? [score] : [];
  });
}
