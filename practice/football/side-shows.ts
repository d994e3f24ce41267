/**
 * What else happens in a match: cards, substitutions, missed penalties, checks by the video referee that change nothing. They are
 * told like goals and must not be taken for them.
 */
import type { Random } from '../randomness.ts';
import type { Club, Footballer } from './clubs.ts';
import type { ScheduledFixture } from './fixture-calendar.ts';
import { minuteAt, type Phase } from './match-course.ts';

export interface SideShow {
  readonly happenedAt: number;
  readonly minute: number;
  readonly extraMinute: number | null;
  readonly club: Club;
  readonly player: Footballer;
  /** Who comes in, of a substitution. */
  readonly other: Footballer | null;
  readonly type: 'Card' | 'subst' | 'Goal' | 'Var';
  readonly detail: string;
  readonly comments: string | null;
}

interface Sort {
  readonly type: SideShow['type'];
  readonly detail: string;
  /** Of one side, in a whole match. */
  readonly mean: number;
  readonly comments: string | null;
}

const SORTS: readonly Sort[] = [
  { type: 'Card', detail: 'Yellow Card', mean: 1.9, comments: 'Foul' },
  { type: 'Card', detail: 'Red Card', mean: 0.05, comments: null },
  { type: 'subst', detail: 'Substitution', mean: 4, comments: null },
  { type: 'Goal', detail: 'Missed Penalty', mean: 0.05, comments: null },
  { type: 'Var', detail: 'Goal confirmed', mean: 0.04, comments: null },
  { type: 'Var', detail: 'Penalty confirmed', mean: 0.03, comments: null },
  { type: 'Var', detail: 'Card upgrade', mean: 0.02, comments: null },
];
/** Nobody is replaced before this phase: the second half. */
const SUBSTITUTIONS_FROM = '2H';

export function drawSideShows(
  fixture: ScheduledFixture,
  phases: readonly Phase[],
  random: Random,
): SideShow[] {
  const drawn: SideShow[] = [];
  const playing = phases.filter((phase) => phase.playing !== null);
  for (const club of [fixture.home, fixture.away])
    for (const sort of SORTS) {
      const where =
        sort.type === 'subst' ? playing.filter(({ code }) => code === SUBSTITUTIONS_FROM) : playing;
      const count = Math.floor(sort.mean * 2 * random.next() + random.next() * 0.99);
      for (let nth = 0; nth < count; nth++) {
        const phase = where[random.below(where.length)];
        if (phase !== undefined) drawn.push(drawOne(club, sort, nth, phase, random));
      }
    }
  return drawn.sort((one, other) => one.happenedAt - other.happenedAt);
}

function drawOne(
  club: Club,
  { type, detail, comments }: Sort,
  nth: number,
  phase: Phase,
  random: Random,
): SideShow {
  const happenedAt = phase.startsAt + Math.floor(random.next() * (phase.endsAt - phase.startsAt));
  const { minute, extra } = minuteAt(phase, happenedAt);
  const player = club.squad[1 + random.below(10)];
  const other = club.squad[11 + (nth % 7)];
  if (player === undefined || other === undefined) throw new Error(`${club.name} has too small a squad`);
  return {
    happenedAt,
    minute: minute ?? 0,
    extraMinute: extra,
    club,
    player,
    other: type === 'subst' ? other : null,
    type,
    detail: type === 'subst' ? `${detail} ${nth + 1}` : detail,
    comments,
  };
}
