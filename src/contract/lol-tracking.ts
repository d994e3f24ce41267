/** Players who are followed on a schedule, and groups of them, as they travel. */
import { Type, type Static } from 'typebox';
import { Nullable, Time } from './field-shapes.ts';
import { RiotIdFields, type LolProgress } from './lol-accounts.ts';

const STRICT = { additionalProperties: false } as const;

const ZoneField = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'An IANA time zone, for example Europe/Berlin: where days and weeks begin.',
});
const Days = Type.Integer({ minimum: 1, maximum: 730 });
const Puuid = Type.String({ minLength: 1, maxLength: 100 });

/** A rank as of a time. */
export const LolRank = Type.Object(
  {
    queue: Type.String({ description: 'RANKED_SOLO_5x5, RANKED_FLEX_SR' }),
    tier: Type.String(),
    division: Type.String(),
    leaguePoints: Type.Integer(),
    wins: Type.Integer(),
    losses: Type.Integer(),
    takenAt: Time,
  },
  { $id: 'LolRank' },
);
export type LolRank = Static<typeof LolRank>;

export const LolTrackedPlayer = Type.Object(
  {
    puuid: Type.String(),
    gameName: Type.String(),
    tagLine: Type.String(),
    platform: Type.String(),
    timeZone: Type.String(),
    trackedAt: Time,
    groups: Type.Array(Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() })),
    latestAt: Nullable(
      Type.String({ format: 'date-time', description: 'When the newest games were last asked for.' }),
    ),
    listedUntil: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Every game before it is stored or wanted: the cursor.',
      }),
    ),
    leftOver: Type.Integer({ description: 'Games after it that the next runs will take.' }),
    rankedAt: Nullable(
      Type.String({ format: 'date-time', description: 'When the rank was last asked for.' }),
    ),
    ranks: Type.Array(Type.Unsafe<LolRank>(Type.Ref('LolRank')), {
      description: 'The newest of each queue.',
    }),
    failure: Nullable(Type.Object({ reason: Type.String(), at: Time })),
    progress: Type.Unsafe<LolProgress>(Type.Ref('LolProgress')),
  },
  { $id: 'LolTrackedPlayer' },
);
export type LolTrackedPlayer = Static<typeof LolTrackedPlayer>;

/** `GET /api/lol/tracked` */
export const LolTracked = Type.Object(
  {
    players: Type.Array(Type.Unsafe<LolTrackedPlayer>(Type.Ref('LolTrackedPlayer')), {
      description: 'By name.',
    }),
    schedule: Type.Object({
      isEnabled: Type.Boolean(),
      latest: Type.String({ description: 'When the newest games are collected, as a cron rule.' }),
      ranks: Type.String(),
      reports: Type.String(),
      timeZone: Type.String(),
      gamesPerRun: Type.Integer(),
      lookbackDays: Type.Integer(),
    }),
    isPractice: Type.Boolean(),
  },
  { $id: 'LolTracked' },
);
export type LolTracked = Static<typeof LolTracked>;

/** `POST /api/lol/tracked` */
export const NewLolTrackedPlayer = Type.Object(
  {
    ...RiotIdFields,
    timeZone: Type.Optional(ZoneField),
    lookbackDays: Type.Optional(Days),
    groups: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 50 })),
  },
  { ...STRICT, $id: 'NewLolTrackedPlayer' },
);
export type NewLolTrackedPlayer = Static<typeof NewLolTrackedPlayer>;

export const LolTrackedPuuid = Type.Object({ puuid: Puuid });

/** `POST /api/lol/tracked/{puuid}/collect` */
export const LolCollectWish = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({
        description: 'Read the list again from the beginning of the period, whatever was read before.',
      }),
    ),
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'At most so many games that are not stored yet. Default: the setting.',
      }),
    ),
    lookbackDays: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 730, description: 'All games of so many days, however many.' }),
    ),
    requestedBy: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  },
  { ...STRICT, $id: 'LolCollectWish' },
);
export type LolCollectWish = Static<typeof LolCollectWish>;

export const LolCollectTaken = Type.Object(
  {
    puuid: Type.String(),
    jobId: Nullable(Type.String({ format: 'uuid' })),
    isNew: Type.Boolean({
      description: 'false: the same collection waits or runs already, and nothing was added.',
    }),
  },
  { $id: 'LolCollectTaken' },
);
export type LolCollectTaken = Static<typeof LolCollectTaken>;

export const LolGroup = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    timeZone: Type.String(),
    createdAt: Time,
    members: Type.Array(
      Type.Object({ puuid: Type.String(), gameName: Type.String(), tagLine: Type.String() }),
      { description: 'By name.' },
    ),
  },
  { $id: 'LolGroup' },
);
export type LolGroup = Static<typeof LolGroup>;

/** `GET /api/lol/groups` */
export const LolGroups = Type.Object(
  { groups: Type.Array(Type.Unsafe<LolGroup>(Type.Ref('LolGroup')), { description: 'By name.' }) },
  { $id: 'LolGroups' },
);
export type LolGroups = Static<typeof LolGroups>;

/** What `POST /api/lol/groups` makes and `PUT /api/lol/groups/{id}` replaces. */
export const LolGroupWish = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 80 }),
    timeZone: Type.Optional(ZoneField),
    members: Type.Array(Puuid, { maxItems: 200, description: 'Tracked players.' }),
  },
  { ...STRICT, $id: 'LolGroupWish' },
);
export type LolGroupWish = Static<typeof LolGroupWish>;

export const LolGroupId = Type.Object({ id: Type.String({ format: 'uuid' }) });
