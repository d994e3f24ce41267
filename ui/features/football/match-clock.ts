/** Where a match stands, in words: the minute, the break, how it ended. Codes that nobody knows are shown as they came. */
import type { FootballFixture } from '#/contract/football.ts';

/** As fans write it. */
const PRIME = '′';

const STATUS_WORDS: ReadonlyMap<string, string> = new Map([
  ['TBD', 'Time not set'],
  ['NS', 'Not started'],
  ['1H', 'First half'],
  ['HT', 'Half-time'],
  ['2H', 'Second half'],
  ['ET', 'Extra time'],
  ['BT', 'Break in extra time'],
  ['P', 'Penalty shoot-out'],
  ['LIVE', 'In play'],
  ['INT', 'Interrupted'],
  ['SUSP', 'Suspended'],
  ['FT', 'Full time'],
  ['AET', 'After extra time'],
  ['PEN', 'After penalties'],
  ['PST', 'Postponed'],
  ['CANC', 'Cancelled'],
  ['ABD', 'Abandoned'],
  ['AWD', 'Awarded'],
  ['AWA', 'Awarded'],
  ['WO', 'Walkover'],
]);

type Clocked = Pick<FootballFixture, 'status' | 'statusGroup' | 'minute' | 'extraMinute'>;

/** `45+3′`; nothing where no minute is known. */
export function minuteText(minute: number | null, extraMinute: number | null): string {
  if (minute === null) return '';
  return extraMinute === null || extraMinute === 0 ? `${minute}${PRIME}` : `${minute}+${extraMinute}${PRIME}`;
}

export function statusWords(code: string): string {
  return STATUS_WORDS.get(code) ?? `Status ${code}`;
}

/** The shortest that tells it: the minute while the ball rolls, else the word. */
export function clockText(fixture: Clocked): string {
  const minute = minuteText(fixture.minute, fixture.extraMinute);
  return fixture.statusGroup === 'live' && minute !== '' && fixture.status !== 'P'
    ? minute
    : statusWords(fixture.status);
}

/** With both, for the head of a page: `Second half, 67′`. */
export function clockWords(fixture: Clocked): string {
  const minute = minuteText(fixture.minute, fixture.extraMinute);
  const words = statusWords(fixture.status);
  return fixture.statusGroup === 'live' && minute !== '' ? `${words}, ${minute}` : words;
}

/** The ball rolls, or will roll again after a break. */
export function isInPlay({ statusGroup }: Pick<FootballFixture, 'statusGroup'>): boolean {
  return statusGroup === 'live' || statusGroup === 'break';
}
