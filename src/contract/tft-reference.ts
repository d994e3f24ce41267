/** What the explorer's lists are made of: names, and what there is to choose from. And one game, board by board. */
import { Type, type Static } from 'typebox';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Time = Type.String({ format: 'date-time' });

const named = {
  id: Type.String(),
  name: Type.String(),
  isKnown: Type.Boolean({ description: 'false: the name was made of the id.' }),
  icon: Nullable(Type.String({ description: 'An address on this server.' })),
};

/** `GET /api/tft/names` */
export const TftNamesList = Type.Object(
  {
    version: Type.String({ description: 'Changes when the names do.' }),
    units: Type.Array(
      Type.Object({ ...named, cost: Nullable(Type.Integer()), traits: Type.Array(Type.String()) }),
    ),
    items: Type.Array(
      Type.Object({ ...named, category: Type.String(), components: Type.Array(Type.String()) }),
    ),
    traits: Type.Array(
      Type.Object({
        ...named,
        thresholds: Type.Array(Type.Integer(), { description: 'The units that each tier needs.' }),
      }),
    ),
  },
  { $id: 'TftNamesList' },
);
export type TftNamesList = Static<typeof TftNamesList>;

/** `GET /api/tft/options`: what there are games of. */
export const TftOptions = Type.Object(
  {
    patches: Type.Array(
      Type.Object({
        patch: Type.String(),
        boards: Type.Integer(),
        startsAt: Nullable(Time),
        isProvisional: Type.Boolean({
          description: 'Data Dragon lists the patch, and nothing has confirmed its start yet.',
        }),
        newestGameAt: Nullable(Time),
      }),
      { description: 'Newest first; `unknown` and `revival` last.' },
    ),
    platforms: Type.Array(
      Type.Object({ platform: Type.String(), region: Type.String(), boards: Type.Integer() }),
    ),
    queues: Type.Array(Type.Object({ queue: Type.Integer(), name: Type.String(), boards: Type.Integer() })),
    tiers: Type.Array(Type.Object({ tier: Type.String(), boards: Type.Integer() }), {
      description: 'From the bottom up; `unknown` last.',
    }),
    isPractice: Type.Boolean(),
  },
  { $id: 'TftOptions' },
);
export type TftOptions = Static<typeof TftOptions>;

/** `GET /api/tft/explore/games`: the games behind a row, newest first. */
export const TftGames = Type.Object(
  {
    words: Type.String(),
    games: Type.Array(
      Type.Object({
        id: Type.String(),
        seat: Type.Integer(),
        placement: Type.Integer(),
        level: Type.Integer(),
        lp: Nullable(Type.Integer()),
        endedAt: Time,
      }),
    ),
    total: Type.Integer(),
  },
  { $id: 'TftGames' },
);
export type TftGames = Static<typeof TftGames>;

/** `GET /api/tft/matches/{id}`: without the players' names. */
export const TftMatchView = Type.Object(
  {
    id: Type.String(),
    platform: Type.String(),
    patch: Type.String(),
    queue: Type.Integer(),
    queueName: Type.String(),
    endedAt: Time,
    lengthSeconds: Nullable(Type.Number()),
    boards: Type.Array(
      Type.Object({
        seat: Type.Integer(),
        placement: Type.Integer(),
        level: Type.Integer(),
        lp: Nullable(Type.Integer()),
        tier: Nullable(Type.String()),
        isBot: Type.Boolean(),
        units: Type.Array(
          Type.Object({
            id: Type.String(),
            stars: Type.Integer(),
            cost: Nullable(Type.Integer()),
            items: Type.Array(Type.String()),
          }),
        ),
        traits: Type.Array(Type.Object({ id: Type.String(), tier: Type.Integer(), units: Type.Integer() })),
      }),
      { description: 'From first to last place.' },
    ),
  },
  { $id: 'TftMatchView' },
);
export type TftMatchView = Static<typeof TftMatchView>;
