/**
 * The explorer's question and answer, as they travel. The model and its limits are in `src/domain/tft/explore/question.ts`; what the
 * schema cannot say (a breakdown that needs `of`, a comparison that needs one patch) is checked by `question-check.ts` there.
 */
import { Type, type Static } from 'typebox';
import { BREAKDOWN_IDS, type RowSubject as DomainRowSubject } from '#/domain/tft/explore/breakdowns.ts';
import {
  COUNTED_THINGS,
  QUESTION_LIMITS,
  RANK_MODES,
  type Condition as DomainCondition,
  type Filter as DomainFilter,
} from '#/domain/tft/explore/filter.ts';
import { SORTS } from '#/domain/tft/explore/question.ts';

const STRICT = { additionalProperties: false } as const;
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Time = Type.String({ format: 'date-time' });
const Id = Type.String({ minLength: 1, maxLength: QUESTION_LIMITS.idLength });
const listOf = <T extends Parameters<typeof Type.Array>[0]>(schema: T) =>
  Type.Array(schema, { maxItems: QUESTION_LIMITS.listLength });

const Range = Type.Object(
  {
    min: Type.Optional(Type.Integer({ minimum: -32_767, maximum: 32_767 })),
    max: Type.Optional(Type.Integer({ minimum: -32_767, maximum: 32_767 })),
  },
  STRICT,
);

const CompositionId = Type.Object(
  {
    trait: Type.String({ maxLength: QUESTION_LIMITS.idLength }),
    carry: Type.String({ maxLength: QUESTION_LIMITS.idLength }),
  },
  STRICT,
);

const ConditionRef = Type.Ref('TftCondition');
const group = (name: 'all' | 'any' | 'none') =>
  Type.Object(
    { [name]: Type.Array(ConditionRef, { minItems: 1, maxItems: QUESTION_LIMITS.conditions }) },
    STRICT,
  );

/** One of a few shapes, told apart by their first field. Groups hold further conditions. */
export const TftCondition = Type.Unsafe<DomainCondition>(
  Type.Union(
    [
      group('all'),
      group('any'),
      group('none'),
      Type.Object(
        {
          unit: Id,
          stars: Type.Optional(Range),
          items: Type.Optional(Range),
          has: Type.Optional(listOf(Id)),
          lacks: Type.Optional(listOf(Id)),
          copies: Type.Optional(Range),
        },
        STRICT,
      ),
      Type.Object({ item: Id, copies: Type.Optional(Range) }, STRICT),
      Type.Object({ trait: Id, tier: Type.Optional(Range) }, STRICT),
      Type.Object({ count: Type.Enum([...COUNTED_THINGS]), is: Range }, STRICT),
      Type.Object({ composition: CompositionId }, STRICT),
    ],
    { $id: 'TftCondition' },
  ),
);

const Moment = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000 });

export const TftFilter = Type.Unsafe<Partial<DomainFilter>>(
  Type.Object(
    {
      patches: Type.Optional(listOf(Id)),
      comparedPatch: Type.Optional(Id),
      places: Type.Optional(listOf(Id)),
      queues: Type.Optional(listOf(Type.Integer({ minimum: 0, maximum: 65_535 }))),
      tiers: Type.Optional(listOf(Id)),
      lp: Type.Optional(
        Type.Object(
          {
            min: Type.Optional(Type.Integer()),
            max: Type.Optional(Type.Integer()),
            unknown: Type.Optional(Type.Enum(['include', 'only'])),
          },
          STRICT,
        ),
      ),
      rank: Type.Optional(
        Type.Enum([...RANK_MODES], {
          description: 'Which rank `tiers`, `lp` and the breakdowns by them use. Default: nearest.',
        }),
      ),
      time: Type.Optional(Type.Object({ from: Type.Optional(Moment), until: Type.Optional(Moment) }, STRICT)),
      level: Type.Optional(Range),
      placement: Type.Optional(Range),
      where: Type.Optional(ConditionRef),
    },
    { ...STRICT, $id: 'TftFilter' },
  ),
);

/** What is sent to `POST /api/tft/explore`. Everything may be left out. */
export const TftQuestion = Type.Object(
  {
    filter: Type.Optional(Type.Unsafe<Partial<DomainFilter>>(Type.Ref('TftFilter'))),
    by: Type.Optional(Type.Enum([...BREAKDOWN_IDS])),
    of: Type.Optional(Id),
    sort: Type.Optional(Type.Enum([...SORTS])),
    order: Type.Optional(Type.Enum(['asc', 'desc'])),
    minN: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: QUESTION_LIMITS.pageSize })),
  },
  { ...STRICT, $id: 'TftQuestion' },
);
export type TftQuestion = Static<typeof TftQuestion>;

const Estimate = Type.Object({
  value: Type.Number(),
  low: Type.Number({ description: 'Lower end of the 95 % interval.' }),
  high: Type.Number(),
});

const Statistics = {
  n: Type.Integer({ description: 'Boards; of breakdowns of one unit or item: units.' }),
  counts: Type.Array(Type.Integer(), { description: 'How many ended at each place, from 1 to 8.' }),
  share: Type.Number({ description: 'Of the baseline, 0 to 1.' }),
  average: Estimate,
  top4: Estimate,
  win: Estimate,
  difference: Estimate,
  shrunk: Type.Number({
    description: 'Average placement, pulled towards the baseline where little is known. For ranking.',
  }),
  isLowSample: Type.Boolean(),
};

export const TftStatistics = Type.Object(Statistics, { $id: 'TftStatistics' });
export type TftStatistics = Static<typeof TftStatistics>;

export const TftRow = Type.Object(
  {
    key: Type.String({ description: 'Stable; `GET /api/tft/explore/games` takes it as `row`.' }),
    subject: Type.Unsafe<DomainRowSubject>(
      Type.Object({ kind: Type.String() }, { additionalProperties: true }),
    ),
    label: Type.String({ description: 'In words, with names where they are known.' }),
    ...Statistics,
    compared: Type.Optional(
      Type.Object({
        statistics: Nullable(Type.Ref('TftStatistics')),
        change: Nullable(Estimate),
      }),
    ),
  },
  { $id: 'TftRow' },
);
export type TftRow = Omit<Static<typeof TftRow>, 'compared'> & {
  readonly compared?: {
    /** Null: nothing of it in the other patch. */
    readonly statistics: TftStatistics | null;
    /** Average placement of the asked patch minus that of the compared one. */
    readonly change: { readonly value: number; readonly low: number; readonly high: number } | null;
  };
};

export const TftAnswer = Type.Object(
  {
    question: Type.Unsafe<
      Required<Pick<TftQuestion, 'filter' | 'by' | 'sort' | 'order' | 'minN' | 'page' | 'pageSize'>> & {
        of?: string;
      }
    >(Type.Ref('TftQuestion')),
    text: Type.String({ description: 'The question as the query of an address.' }),
    words: Type.String({ description: 'The filter in a sentence.' }),
    counted: Type.Enum(['boards', 'units']),
    baseline: Type.Unsafe<TftStatistics>(Type.Ref('TftStatistics')),
    comparedBaseline: Nullable(Type.Unsafe<TftStatistics>(Type.Ref('TftStatistics'))),
    rows: Type.Array(Type.Unsafe<TftRow>(Type.Ref('TftRow'))),
    rowCount: Type.Integer({ description: 'Over all pages.' }),
    hiddenRowCount: Type.Integer({ description: 'Left out because of `minN`.' }),
    isCut: Type.Boolean({ description: 'There were more rows than are ever read; the rarest are missing.' }),
    freshness: Type.Object({
      newestGameAt: Nullable(Time),
      lagSeconds: Type.Number({
        description: 'How long the oldest game that is stored and not counted yet has been waiting.',
      }),
      gamesBehind: Type.Integer(),
      dataVersion: Type.String(),
      incomplete: Nullable(
        Type.Object({
          matches: Nullable(Type.Integer({ description: 'About how many; null: not known.' })),
        }),
        // Rows that the statistics have lost; they are being restored from the stored matches.
      ),
    }),
    ranks: Type.Object(
      {
        strict: Type.Integer({ description: 'Rank as of the match.' }),
        day: Type.Integer({ description: 'Otherwise, nearest known rank within 24 hours of the start.' }),
        older: Type.Integer({ description: 'Otherwise, nearest known rank further away.' }),
        unknown: Type.Integer({ description: 'No known rank.' }),
      },
      {
        description: 'How well the rank is known, in boards that the filter leaves without `tiers` and `lp`.',
      },
    ),
    completeness: Type.Object({
      wanted: Type.Integer(),
      stored: Type.Integer(),
      gone: Type.Integer(),
      quarantined: Type.Integer(),
      from: Nullable(Type.String({ description: 'First day, 2026-11-15.' })),
      to: Nullable(Type.String()),
    }),
    wider: Nullable(
      Type.Object({
        filter: Type.Unsafe<Partial<DomainFilter>>(Type.Ref('TftFilter')),
        text: Type.String(),
        change: Type.String({ description: 'What is different, in words.' }),
        n: Type.Integer(),
      }),
      // Offered when there are too few boards; never taken without being asked.
    ),
    cache: Type.Enum(['miss', 'hit', 'joined']),
    tookMs: Type.Number(),
    isPractice: Type.Boolean({ description: 'Invented games of the practice world.' }),
  },
  { $id: 'TftAnswer' },
);
export type TftAnswer = Static<typeof TftAnswer>;
