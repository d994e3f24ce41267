/** The patch calendar of Teamfight Tactics: what was live from when on, and how somebody changes it. */
import { Type, type Static } from 'typebox';

const Time = Type.String({ format: 'date-time' });

const Statistics = Type.Enum(['kept', 'dropped', 'none', 'unknown'], {
  description:
    'kept: there are statistics of it. dropped: let go to save space; `gamekeeper rebuild --patch` brings it back. ' +
    'none: no game of it was counted. unknown: ClickHouse does not answer.',
});

const TftPatch = Type.Object({
  name: Type.String({ description: 'What filters and commands call it: `18.7b`, `s10-14.1`.' }),
  set: Type.Integer(),
  patch: Type.String({ description: 'Without the letter: `18.7`.' }),
  bPatch: Type.String({ description: 'Empty for the patch itself, then `b`, `c`, …' }),
  region: Type.String({
    description: 'A platform, a region, or `*` for everywhere. The narrowest one counts.',
  }),
  from: Time,
  origin: Type.Enum(['seed', 'detected', 'listed', 'manual'], {
    description:
      'seed: known to the program. detected: seen in games. manual: set by the operator. ' +
      'listed: provisional; Data Dragon lists it, and its start is an estimate that nothing has confirmed yet.',
  }),
  isEstimate: Type.Boolean({
    description: 'The start is planned or estimated; no game has confirmed it yet.',
  }),
  statistics: Statistics,
});

export const TftPatches = Type.Object(
  {
    patches: Type.Array(TftPatch, { description: 'In the order of their starts.' }),
    undated: Type.Array(Type.Object({ name: Type.String(), statistics: Statistics }), {
      description: 'Of these there are, or were, statistics, but no date: `unknown`, `revival`, old sets.',
    }),
  },
  { $id: 'TftPatches' },
);
export type TftPatches = Static<typeof TftPatches>;

const Name = Type.String({
  maxLength: 40,
  description: '`18.7`, `18.7b`, or `s10-14.1` for patch 14.1 of set 10.',
});
const From = Type.String({
  maxLength: 40,
  description: 'When it starts: a day (`2026-11-18`) or a time in UTC (`2026-11-18T10:00:00Z`).',
});

/** What tells one row of the calendar from another, besides its name. */
export const TftPatchPlace = Type.Object(
  {
    region: Type.Optional(
      Type.String({ maxLength: 40, description: 'Only for this platform or region. Default: everywhere.' }),
    ),
    set: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 9_999,
        description: "Where the patch's name does not begin with it.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const NewTftPatch = Type.Object(
  { name: Name, from: From, ...TftPatchPlace.properties },
  { additionalProperties: false },
);

export const TftPatchName = Type.Object({ name: Name });

export const TftPatchStart = Type.Object({ from: From }, { additionalProperties: false });

export const TftPatchChange = Type.Object(
  {
    change: Type.Enum(['added', 'moved', 'removed']),
    name: Type.String(),
    region: Type.String(),
    from: Type.Union([Time, Type.Null()], { description: 'Null: it was removed.' }),
    task: Type.Integer({
      description:
        'The task of the projector that projects the games of the days concerned again, if their patch has changed.',
    }),
  },
  { $id: 'TftPatchChange' },
);
export type TftPatchChange = Static<typeof TftPatchChange>;

export const ProjectionTask = Type.Object(
  {
    id: Type.Integer(),
    kind: Type.Enum(['verify', 'rebuild', 'replay']),
    patch: Type.Union([Type.String(), Type.Null()], { description: 'Null: all of them.' }),
    state: Type.Enum(['wanted', 'running', 'done', 'failed']),
    progress: Type.Record(Type.String(), Type.Unknown()),
    outcome: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
  },
  { $id: 'ProjectionTask' },
);
export type ProjectionTask = Static<typeof ProjectionTask>;
