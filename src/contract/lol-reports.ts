/** Weekly reports of players and groups, as they travel and as they are stored. How they are worked out is in `src/domain/lol/report`. */
import { Type, type Static } from 'typebox';
import { Day, Nullable, Time } from './field-shapes.ts';

const STRICT = { additionalProperties: false } as const;

const Estimate = Type.Object({
  value: Type.Number(),
  low: Type.Number({ description: 'Lower end of the 95 % interval.' }),
  high: Type.Number(),
});

const Totals = Type.Object({
  games: Type.Integer({
    description: 'Of people against people, played to the end: no remakes, no games against the computer.',
  }),
  wins: Type.Integer(),
  remakes: Type.Integer(),
  seconds: Type.Integer({ description: 'In those games.' }),
  winRate: Nullable(Estimate),
  kills: Type.Integer(),
  deaths: Type.Integer(),
  assists: Type.Integer(),
});

const counted = { games: Type.Integer(), wins: Type.Integer() };

const HourCount = Type.Object({
  hour: Type.Integer({
    minimum: 0,
    maximum: 23,
    description: 'Of the wall clock in the zone of the report.',
  }),
  ...counted,
  winRate: Nullable(Estimate),
  isLowSample: Type.Boolean(),
});

const Session = Type.Object({
  who: Nullable(Type.String({ description: 'Of a group: whose.' })),
  startedAt: Time,
  endedAt: Time,
  ...counted,
});

const Streaks = Type.Object({
  wins: Type.Integer({ description: 'The most in a row.' }),
  losses: Type.Integer(),
});

const Figures = Type.Object({
  totals: Totals,
  days: Type.Array(Type.Object({ day: Day, ...counted }), { description: 'Seven, from Monday.' }),
  hours: Type.Array(HourCount, { description: 'All 24.' }),
  bestHours: Type.Array(HourCount, { description: 'Up to three, with at least two games each.' }),
  worstHours: Type.Array(HourCount),
  champions: Type.Array(
    Type.Object({
      champion: Type.Integer(),
      name: Type.String(),
      ...counted,
      winRate: Nullable(Estimate),
      kills: Type.Integer(),
      deaths: Type.Integer(),
      assists: Type.Integer(),
    }),
    { description: 'Most played first.' },
  ),
  streaks: Streaks,
  longestSession: Nullable(Session),
});

const Standing = Type.Object({
  tier: Type.String(),
  division: Type.String(),
  leaguePoints: Type.Integer(),
  at: Time,
});

const LadderChange = Type.Object({
  queue: Type.String(),
  from: Standing,
  to: Standing,
  isFromWithin: Type.Boolean({
    description:
      'The rank at the beginning of the week is not known; it is counted from the first one seen in it.',
  }),
  change: Nullable(Type.Integer({ description: 'League points, with 100 for a division.' })),
  moves: Type.Array(
    Type.Object({
      at: Time,
      kind: Type.Enum(['promotion', 'demotion']),
      from: Type.String({ description: 'GOLD II' }),
      to: Type.String(),
    }),
  ),
});

const Subject = Type.Union([
  Type.Object({
    kind: Type.Literal('player'),
    id: Type.String({ description: 'The puuid.' }),
    name: Type.String({ description: 'Name#Tag' }),
  }),
  Type.Object({ kind: Type.Literal('group'), id: Type.String(), name: Type.String() }),
]);

const FirstAndLastDay = {
  from: Type.String({ description: 'Its Monday, 2026-11-09.' }),
  until: Type.String({ description: 'Its Sunday.' }),
  timeZone: Type.String(),
};

const Week = Type.Object({
  ...FirstAndLastDay,
  startsAt: Time,
  endsAt: Type.String({ format: 'date-time', description: 'Where the next one begins.' }),
});

export const LolReport = Type.Object(
  {
    version: Type.Integer(),
    subject: Subject,
    week: Week,
    figures: Figures,
    before: Type.Object(
      {
        totals: Totals,
        difference: Nullable(Estimate),
      },
      { description: 'The week before; `difference` is this win rate minus that.' },
    ),
    ranks: Type.Array(LadderChange, { description: 'Of a player.' }),
    groups: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        others: Type.Integer({ description: 'Other members who played.' }),
        gamesEach: Nullable(Type.Number({ description: 'Of those others, on average.' })),
        winRate: Nullable(Estimate),
        difference: Nullable(Estimate),
        placeByGames: Type.Integer({ description: '1: nobody of the group played more.' }),
        placeByWinRate: Nullable(Type.Integer()),
      }),
      { description: 'Of a player: the groups that they are in, without themselves.' },
    ),
    members: Type.Array(
      Type.Object({
        puuid: Type.String(),
        name: Type.String(),
        totals: Totals,
        before: Totals,
        streaks: Streaks,
        ranks: Type.Array(LadderChange),
        mostPlayed: Nullable(Type.Object({ name: Type.String(), ...counted })),
      }),
      { description: 'Of a group, most games first.' },
    ),
    together: Nullable(
      Type.Object(counted, { description: 'Of a group: games that two or more of them played as one team.' }),
    ),
    completeness: Type.Object({
      wanted: Type.Integer({
        description: 'Games of these people that are still to be fetched, of this week or later.',
      }),
      unfetchable: Type.Integer(),
    }),
  },
  { $id: 'LolReport' },
);
export type LolReport = Static<typeof LolReport>;

export const LolReportRow = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    subject: Subject,
    week: Type.Object(FirstAndLastDay),
    madeAt: Time,
    ...counted,
  },
  { $id: 'LolReportRow' },
);
export type LolReportRow = Static<typeof LolReportRow>;

export const LolReportsQuery = Type.Object(
  {
    subject: Type.Optional(Type.String({ maxLength: 100, description: 'A puuid or the id of a group.' })),
    week: Type.Optional(Day),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  },
  STRICT,
);
export type LolReportsQuery = Static<typeof LolReportsQuery>;

/** `GET /api/lol/reports` */
export const LolReports = Type.Object(
  {
    reports: Type.Array(Type.Unsafe<LolReportRow>(Type.Ref('LolReportRow')), {
      description: 'Newest week first.',
    }),
    isPractice: Type.Boolean(),
  },
  { $id: 'LolReports' },
);
export type LolReports = Static<typeof LolReports>;

/** `GET /api/lol/reports/{id}` */
export const LolStoredReport = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    madeAt: Time,
    isPractice: Type.Boolean(),
    report: Type.Unsafe<LolReport>(Type.Ref('LolReport')),
  },
  { $id: 'LolStoredReport' },
);
export type LolStoredReport = Static<typeof LolStoredReport>;

/** `POST /api/lol/reports`: makes one now. */
export const LolReportWish = Type.Object(
  {
    subject: Type.Enum(['player', 'group']),
    id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The puuid of a tracked player, or the id of a group.',
    }),
    week: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description:
          'Any day of the week, in the zone of the player or group. Default: the last week that is over.',
      }),
    ),
  },
  { ...STRICT, $id: 'LolReportWish' },
);
export type LolReportWish = Static<typeof LolReportWish>;
