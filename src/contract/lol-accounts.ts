/**
 * Linked Riot accounts and their synchronisation, as they travel. States and what may follow what are in
 * `src/domain/lol/account/sync-state.ts`. The live topic `lol-accounts` carries a `LolAccounts`, `lol-account/{id}` a `LolAccount`.
 */
import { Type, type Static } from 'typebox';
import { SYNC_STATES, SYNC_TRIGGERS } from '#/domain/lol/account/sync-state.ts';
import { Nullable, Time } from './field-shapes.ts';
import { Problem } from './problem.ts';

const STRICT = { additionalProperties: false } as const;

const GameName = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The part of the Riot ID before the #.',
});
const TagLine = Type.String({
  minLength: 1,
  maxLength: 32,
  description: 'The part of the Riot ID after the #.',
});

/** Somebody, as people name them. */
export const RiotIdFields = {
  gameName: GameName,
  tagLine: TagLine,
  platform: Type.Optional(
    Type.String({
      maxLength: 8,
      description: 'Where they play, when the upstream should not be asked: euw1.',
    }),
  ),
};

export const NewLolAccount = Type.Object(RiotIdFields, { ...STRICT, $id: 'NewLolAccount' });
export type NewLolAccount = Static<typeof NewLolAccount>;

/** Counted from the states of the games, and never by counting up: it cannot get stuck, and it never goes backwards in a sync. */
export const LolProgress = Type.Object(
  {
    total: Type.Integer({ description: 'Games of the history that are known by now.' }),
    done: Type.Integer({ description: 'Stored, of a sync: with their timeline.' }),
    unfetchable: Type.Integer({ description: 'Tried again and again and not to be had.' }),
    wanted: Type.Integer({ description: 'Still to be fetched: total − done − unfetchable.' }),
  },
  { $id: 'LolProgress' },
);
export type LolProgress = Static<typeof LolProgress>;

export const LolAccount = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    puuid: Type.String(),
    gameName: Type.String(),
    tagLine: Type.String(),
    platform: Type.String(),
    linkedAt: Time,
    state: Type.Enum([...SYNC_STATES]),
    trigger: Type.Enum([...SYNC_TRIGGERS], {
      description: 'What asked for the sync that is pending, runs or was the last.',
    }),
    requestedAt: Time,
    startedAt: Nullable(Type.String({ format: 'date-time', description: 'Of the sync that runs.' })),
    isListed: Type.Boolean({
      description: 'false while syncing: the list of games is still being read, and the total still grows.',
    }),
    completedAt: Nullable(
      Type.String({ format: 'date-time', description: 'Of the last sync that was completed.' }),
    ),
    isStale: Type.Boolean({ description: 'Completed so long ago that a visit begins a new sync.' }),
    failure: Nullable(
      Type.Object(
        {
          reason: Type.String(),
          at: Time,
          failures: Type.Integer({ description: 'In a row.' }),
          retryAt: Nullable(
            Type.String({ format: 'date-time', description: 'Null: not by itself; somebody has to ask.' }),
          ),
        },
        { description: 'Set while the state is `failed`, and until the next sync is completed.' },
      ),
    ),
    progress: Type.Unsafe<LolProgress>(Type.Ref('LolProgress')),
  },
  { $id: 'LolAccount' },
);
export type LolAccount = Static<typeof LolAccount>;

/** `GET /api/lol/accounts` */
export const LolAccounts = Type.Object(
  {
    accounts: Type.Array(Type.Unsafe<LolAccount>(Type.Ref('LolAccount')), {
      description: 'By name.',
    }),
    isPractice: Type.Boolean({ description: 'Invented players of the practice world.' }),
  },
  { $id: 'LolAccounts' },
);
export type LolAccounts = Static<typeof LolAccounts>;

/** What `POST /api/lol/accounts/{id}/sync` answers with 409: the problem, and how far the running sync is. */
export const LolSyncRunning = Type.Object(
  { ...Problem.properties, account: Type.Unsafe<LolAccount>(Type.Ref('LolAccount')) },
  { $id: 'LolSyncRunning' },
);
export type LolSyncRunning = Static<typeof LolSyncRunning>;

/** `DELETE /api/lol/accounts/{id}?data=delete` */
export const LolAccountRemoval = Type.Object(
  {
    data: Type.Optional(
      Type.Enum(['keep', 'delete'], {
        description:
          '`delete` also forgets the person: names, ranks, which games are theirs, tracking, reports. The games stay: they are others’ too. Default: keep.',
      }),
    ),
  },
  STRICT,
);

export const LolAccountRemoved = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    data: Type.Enum(['keep', 'delete']),
    forgotten: Type.Record(Type.String(), Type.Integer(), {
      description: 'Rows that were removed, by what they were. Empty when the data was kept.',
    }),
  },
  { $id: 'LolAccountRemoved' },
);
export type LolAccountRemoved = Static<typeof LolAccountRemoved>;
