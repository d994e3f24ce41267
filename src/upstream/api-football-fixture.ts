/**
 * Converts one item of `/fixtures` to our model, from an answer or from stored bytes. An item that does not fit is refused with a reason. An
 * unreadable row of `events` is left out, because the score still counts its goal; if most rows are unreadable, the shape has changed, and the
 * item is refused.
 *
 * Without events (the list by date has none) `events` is null, which differs from an empty list.
 */
import type { FixtureReading, MatchEvent, Score } from '#/domain/football/fixture.ts';
import { type BodyShape, compileShape, count, describeValue, maybe, text, whole } from './shape.ts';
import { parseJsonBody } from './body.ts';
import { Type } from 'typebox';

type ParsedFixture =
  | { readonly type: 'read'; readonly reading: FixtureReading }
  | {
      readonly type: 'malformed';
      /** Null if the id is unreadable, too. */
      readonly id: number | null;
      readonly reason: string;
    };

const MAX_ROWS = 2_000;
const MAX_NAME = 200;
/** 1900 and 2200. */
const [EARLIEST_MS, LATEST_MS] = [-2_208_988_800_000, 7_258_118_400_000];

export interface FixtureParser {
  /** Of stored bytes. */
  parse(bytes: Uint8Array): ParsedFixture;
  /** Of parsed JSON. */
  read(item: unknown): ParsedFixture;
}

export function createFixtureParser(): FixtureParser {
  const items = compileShape(FixtureItem);
  const rows = compileShape(EventRow);
  const read = (item: unknown): ParsedFixture => {
    const malformed = (reason: string): ParsedFixture => ({ type: 'malformed', id: idOf(item), reason });
    if (!items.fits(item)) return malformed(items.describeFault(item));
    const { date, timestamp } = item.fixture;
    const kickoffAt = kickoffOf(item.fixture);
    if (kickoffAt === null) {
      const found = `fixture.timestamp is ${describeValue(timestamp)} and fixture.date ${describeValue(date)}`;
      return malformed(`${found}; expected a time`);
    }
    const events = readRows(item.events, rows);
    if (typeof events === 'string') return malformed(events);
    return { type: 'read', reading: toReading(item, kickoffAt, events) };
  };
  return {
    read,
    parse(bytes) {
      const parsed = parseJsonBody(bytes);
      if (parsed.type === 'json') return read(parsed.value);
      return { type: 'malformed', id: null, reason: parsed.reason };
    },
  };
}

function toReading(
  { fixture, league, teams, goals, score }: FixtureItem,
  kickoffAt: Date,
  events: readonly MatchEvent[] | null,
): FixtureReading {
  const { short, elapsed, extra } = fixture.status;
  return {
    id: fixture.id,
    league: {
      // Goals count without a competition, too.
      id: league?.id ?? 0,
      name: toWords(league?.name) ?? '',
      country: toWords(league?.country) ?? '',
      season: league?.season ?? null,
      round: toWords(league?.round) ?? '',
    },
    home: { id: teams.home.id, name: toWords(teams.home.name) ?? '' },
    away: { id: teams.away.id, name: toWords(teams.away.name) ?? '' },
    kickoffAt,
    status: { code: short.trim().toUpperCase(), minute: elapsed ?? null, extraMinute: extra ?? null },
    goals: toScore(goals),
    penalties: toScore(score?.penalty),
    events,
  };
}

function toScore(goals: FixtureItem['goals']): Score {
  return { home: goals?.home ?? null, away: goals?.away ?? null };
}

/** A string: why the rows cannot be used. */
function readRows(list: unknown, rows: BodyShape<EventRow>): MatchEvent[] | null | string {
  if (list === undefined || list === null) return null;
  if (!Array.isArray(list)) return `events is ${describeValue(list)}; expected a list`;
  if (list.length > MAX_ROWS) return `events has ${list.length} rows; expected at most ${MAX_ROWS}`;
  const readable = list.filter((row): row is EventRow => rows.fits(row));
  if (readable.length * 2 < list.length) {
    const faulty: unknown = list.find((row) => !rows.fits(row));
    const count = list.length - readable.length;
    return `${count} of ${list.length} rows of events cannot be read, the first because ${rows.describeFault(faulty)}`;
  }
  return readable.map(toEvent);
}

function toEvent({ time, team, player, assist, type, detail, comments }: EventRow): MatchEvent {
  return {
    minute: time.elapsed,
    extraMinute: time.extra ?? null,
    teamId: team?.id ?? null,
    player: toPerson(player),
    assist: toPerson(assist),
    type,
    detail: detail ?? '',
    comments: comments ?? null,
  };
}

/** An id of 0 means no person. */
function toPerson(person: EventRow['player']): MatchEvent['player'] {
  const id = person?.id ?? null;
  return { id: id === 0 ? null : id, name: toWords(person?.name) };
}

function toWords(text: string | null | undefined): string | null {
  const words = (text ?? '').replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return words === '' ? null : words.slice(0, MAX_NAME);
}

function kickoffOf({ timestamp, date }: FixtureItem['fixture']): Date | null {
  const ms = typeof timestamp === 'number' ? timestamp * 1_000 : Date.parse(date ?? '');
  return ms >= EARLIEST_MS && ms <= LATEST_MS ? new Date(ms) : null;
}

function idOf(item: unknown): number | null {
  const id = fieldOf(fieldOf(item, 'fixture'), 'id');
  return Number.isSafeInteger(id) ? Number(id) : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * The fields that are read, each as loosely as possible. `status.extra` is newer and may be missing; rows of `events` are checked one by one.
 */

const Name = text(2_000);

const Team = Type.Object({ id: count(), name: maybe(Name) });

const Goals = Type.Object({ home: maybe(count()), away: maybe(count()) });

export const FixtureItem = Type.Object({
  fixture: Type.Object({
    id: whole(),
    date: maybe(text()),
    timestamp: maybe(whole()),
    status: Type.Object({ short: text(20), elapsed: maybe(count()), extra: maybe(count()) }),
  }),
  league: maybe(
    Type.Object({
      id: maybe(count()),
      name: maybe(Name),
      country: maybe(Name),
      season: maybe(count()),
      round: maybe(Name),
    }),
  ),
  teams: Type.Object({ home: Team, away: Team }),
  goals: maybe(Goals),
  score: maybe(Type.Object({ penalty: maybe(Goals) })),
  events: Type.Optional(Type.Unknown()),
});
export type FixtureItem = Type.Static<typeof FixtureItem>;

const Person = maybe(Type.Object({ id: maybe(whole()), name: maybe(Name) }));

export const EventRow = Type.Object({
  time: Type.Object({ elapsed: count(), extra: maybe(count()) }),
  team: maybe(Type.Object({ id: maybe(count()) })),
  player: Person,
  assist: Person,
  type: text(200),
  detail: maybe(Name),
  comments: maybe(Name),
});
export type EventRow = Type.Static<typeof EventRow>;
