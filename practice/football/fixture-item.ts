/** A fixture as an item of `response`: the upstream's own names and its own order of fields. */
import { hashText } from '../randomness.ts';
import type { Club, League } from './clubs.ts';
import type { ToldEvent } from './events.ts';
import type { MatchStory, ToldMatch } from './match-telling.ts';
import type { Score } from './match-truth.ts';

const LONG: Readonly<Record<string, string>> = {
  TBD: 'Time to be defined',
  NS: 'Not Started',
  '1H': 'First Half',
  HT: 'Halftime',
  '2H': 'Second Half',
  ET: 'Extra Time',
  BT: 'Break Time',
  P: 'Penalty In Progress',
  SUSP: 'Match Suspended',
  INT: 'Match Interrupted',
  FT: 'Match Finished',
  AET: 'Match Finished',
  PEN: 'Match Finished',
  PST: 'Match Postponed',
  CANC: 'Match Cancelled',
  ABD: 'Match Abandoned',
  AWD: 'Technical Loss',
  WO: 'WalkOver',
};

export interface ItemOptions {
  /** `list`: no events; `live`: with them; `whole`: with line-ups, statistics and players as well. */
  readonly depth: 'list' | 'live' | 'whole';
  readonly hasOldStatus: boolean;
}

export function toFixtureItem(story: MatchStory, told: ToldMatch, options: ItemOptions): object {
  const { fixture, referee, phases } = story.truth;
  const isWell = fixture.league.coverage === 'full';
  const startOf = (code: string): number | null => {
    const phase = phases.find((one) => one.code === code);
    return phase !== undefined && phase.startsAt <= told.phase.startsAt ? seconds(phase.startsAt) : null;
  };
  const { home, away } = winners(told.score);
  const events = options.depth === 'list' ? undefined : told.events();
  return {
    fixture: {
      id: fixture.id,
      referee: isWell ? referee : null,
      timezone: 'UTC',
      date: `${new Date(fixture.kickoffAt).toISOString().slice(0, 19)}+00:00`,
      timestamp: seconds(fixture.kickoffAt),
      periods: { first: startOf('1H'), second: startOf('2H') },
      venue: isWell
        ? { id: fixture.home.id - 20_000, name: `${fixture.home.name} Park`, city: fixture.home.name }
        : { id: null, name: null, city: null },
      status: {
        long: LONG[told.code] ?? told.code,
        short: told.code,
        elapsed: told.minute,
        ...(options.hasOldStatus ? {} : { extra: told.extraMinute }),
      },
    },
    league: toLeague(fixture.league, fixture.kickoffAt, fixture.round),
    teams: { home: toTeam(fixture.home, home), away: toTeam(fixture.away, away) },
    goals: toScore(told.score),
    score: {
      halftime: toScore(told.halfTime),
      fulltime: toScore(told.fullTime),
      extratime: toScore(told.extraTime),
      penalty: toScore(told.penalties),
    },
    ...(events && {
      events: events.map((event) => toEventItem(event, fixture[event.side])),
    }),
    ...(options.depth === 'whole' ? { lineups: [], statistics: [], players: [] } : {}),
  };
}

function toEventItem(event: ToldEvent, { id, name }: Club): object {
  return {
    time: { elapsed: event.minute, extra: event.extraMinute },
    team: { id, name, logo: logo('teams', id) },
    player: event.player,
    assist: event.assist,
    type: event.type,
    detail: event.detail,
    comments: event.comments,
  };
}

function toLeague({ id, name, country, isCup, coverage }: League, kickoffAt: number, round: number): object {
  return {
    id,
    name,
    country,
    logo: logo('leagues', id),
    flag:
      coverage === 'full'
        ? `https://media.api-sports.io/flags/${country.slice(0, 2).toLowerCase()}.svg`
        : null,
    season: new Date(kickoffAt).getUTCFullYear(),
    round: isCup ? `Round of ${2 ** (1 + (round % 5))}` : `Regular Season - ${round}`,
    standings: !isCup,
  };
}

function toTeam({ id, name }: Club, winner: boolean | null): object {
  return { id, name, logo: logo('teams', id), winner };
}

/** The host differs from one to the next, as it does in real answers: no two logos are to be compared. */
function logo(kind: string, id: number): string {
  const host = hashText(`${kind}${id}`) % 5;
  return `https://media${host === 0 ? '' : `-${host}`}.api-sports.io/football/${kind}/${id}.png`;
}

function winners(score: Score | null): { home: boolean | null; away: boolean | null } {
  if (score === null || score.home === score.away) return { home: null, away: null };
  return { home: score.home > score.away, away: score.away > score.home };
}

function toScore(score: Score | null): object {
  return score ?? { home: null, away: null };
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}
