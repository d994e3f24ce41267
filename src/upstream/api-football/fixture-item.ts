/**
 * One item of `/fixtures` in the upstream's spelling: the fields that we read, each as loosely as it can be used. What newer
 * versions added (`status.extra`) may be missing; rows of `events` are checked one by one.
 */
import { Type } from 'typebox';
import { count, maybe, text, whole } from '../http/bounded-fields.ts';

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

/** `response` of `/status`. */
export const Account = Type.Object({
  subscription: Type.Object({ plan: maybe(text()), active: maybe(Type.Boolean()) }),
  requests: Type.Object({ current: maybe(count()), limit_day: maybe(count()) }),
});
export type Account = Type.Static<typeof Account>;
