/**
 * How a player's history is collected, as it travels. `GET …/history` answers 200 when it is fresh and whole, 202 while it is being
 * collected, both with what is there so far. The live topic in the answer carries a `LolCollection`.
 */
import { Type, type Static } from 'typebox';
import { Nullable, Time } from './field-shapes.ts';
import type { LolProgress } from './lol-accounts.ts';
import { LolHistoryQuery, type LolAnalysis, type LolPlayer } from './lol-history.ts';
import { Problem } from './problem.ts';

const progress = Type.Unsafe<LolProgress>(Type.Ref('LolProgress'));

export const LolCollection = Type.Object(
  {
    state: Type.Enum(['none', 'finding', 'listing', 'fetching', 'done', 'failed', 'cancelled'], {
      description:
        'Of the collection that runs, or of the last one. `finding`: the Riot ID is being looked up. `listing`: the total is not known yet. `none`: never asked for.',
    }),
    isRunning: Type.Boolean(),
    isFresh: Type.Boolean({ description: 'Read not long ago, everything of it stored and counted.' }),
    requestedAt: Nullable(Time),
    listedAt: Nullable(Time),
    endedAt: Nullable(Time),
    reason: Nullable(Type.String({ description: 'Why it failed, or what holds it up.' })),
    progress,
    uncounted: Type.Integer({
      description: 'Stored, and not in the analysis yet: it follows within seconds.',
    }),
    expectedEnd: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'By the limits of the key and what waits before it. Null: nothing is waited for, or nobody knows.',
      }),
    ),
    placeInLine: Nullable(
      Type.Integer({
        description: 'Among the collections that run in the same region; 1: nobody is before it.',
      }),
    ),
    refreshAfterSeconds: Type.Integer({ description: 'Until then `?refresh=true` is answered with 429.' }),
  },
  { $id: 'LolCollection' },
);
export type LolCollection = Static<typeof LolCollection>;

export const LolHistory = Type.Object(
  {
    player: Type.Unsafe<LolPlayer>(Type.Ref('LolPlayer')),
    collection: Type.Unsafe<LolCollection>(Type.Ref('LolCollection')),
    topic: Type.Unsafe<`lol-player/${string}` | `lol-lookup/${string}`>(
      Type.String({ description: 'The live topic that carries `collection` as it changes.' }),
    ),
    analysis: Type.Unsafe<LolAnalysis>(Type.Ref('LolAnalysis')),
    words: Type.String({ description: 'What is there, in a sentence: `130 of 134 games of Ana#EUW …`.' }),
    isPractice: Type.Boolean({ description: 'An invented player of the practice world.' }),
  },
  { $id: 'LolHistory' },
);
export type LolHistory = Static<typeof LolHistory>;

/** What `?refresh=true` answers with 429 when it comes too soon. */
export const LolCooldown = Type.Object(
  {
    ...Problem.properties,
    retryAfterSeconds: Type.Integer(),
    inProgress: Type.Boolean({ description: 'A collection of this history runs.' }),
  },
  { $id: 'LolCooldown' },
);
export type LolCooldown = Static<typeof LolCooldown>;

export const LolPlayers = Type.Object(
  {
    players: Type.Array(
      Type.Object({
        puuid: Nullable(
          Type.String({ description: 'Null: seen in Teamfight Tactics, and never asked for here.' }),
        ),
        gameName: Type.String(),
        tagLine: Type.String(),
        platform: Type.String(),
        games: Type.Integer({ description: 'In their history, as far as it was listed.' }),
      }),
      { description: 'Those with most games first, then those who are known by name alone.' },
    ),
    isPractice: Type.Boolean({ description: 'Invented players of the practice world.' }),
  },
  { $id: 'LolPlayers' },
);
export type LolPlayers = Static<typeof LolPlayers>;

export const LolPlayersQuery = Type.Object({
  query: Type.String({ maxLength: 64, description: 'How the name begins, in any case.' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
});

export const LolPlayerName = Type.Object({
  gameName: Type.String({ minLength: 1, maxLength: 64, description: 'Before the # of the Riot ID.' }),
  tagLine: Type.String({ minLength: 1, maxLength: 64, description: 'After the # of the Riot ID.' }),
});

const platform = Type.Optional(
  Type.String({ maxLength: 8, description: 'Where they play, as a hint: `euw1`.' }),
);

export const LolGamesAddress = Type.Object({ ...LolHistoryQuery.properties, platform });

export const LolHistoryAddress = Type.Object({
  ...LolGamesAddress.properties,
  refresh: Type.Optional(
    Type.Boolean({ description: 'Look for newer games now, whether the history is fresh or not.' }),
  ),
});
