/** What every part of a history's analysis is made of: how often somebody won in a group of games, and how far that is from usual. */
import { Type, type Static } from 'typebox';
import { Nullable } from './field-shapes.ts';

export const LolEstimate = Type.Object(
  {
    value: Type.Number(),
    low: Type.Number({ description: 'Lower end of the 95 % interval.' }),
    high: Type.Number(),
  },
  { $id: 'LolEstimate' },
);
export type LolEstimate = Static<typeof LolEstimate>;

export const estimate = (description: string) =>
  Nullable(Type.Unsafe<LolEstimate>(Type.Ref('LolEstimate', { description })));

export const CELL = {
  key: Type.String({ description: 'Stable within its list: `17`, `mon`, `mon-17`, `losses-2`, `2026-03`.' }),
  label: Type.String({ description: 'In words: `17:00 to 17:59`, `After 2 losses`.' }),
  n: Type.Integer({ minimum: 0, description: 'Games counted. 0: everything else is unknown.' }),
  wins: Type.Integer({ minimum: 0 }),
  winRate: estimate('Share of games won, 0 to 1, with Wilson’s 95 % interval; null without games.'),
  expected: Type.Number({
    description:
      'The win rate to compare with: that of all counted games; after wins or losses in a row, what chance alone would leave.',
  }),
  difference: estimate('Win rate minus expected, -1 to 1, with its 95 % interval; null without games.'),
  shrunk: Type.Number({
    description:
      'The win rate, pulled towards the expected one where little is known. For colours and order.',
  }),
  isLowSample: Type.Boolean({ description: 'Too few games to read anything into: grey it, do not hide it.' }),
};

export const LolCell = Type.Object(CELL, { $id: 'LolCell' });
export type LolCell = Static<typeof LolCell>;

export const cells = (description: string) =>
  Type.Array(Type.Unsafe<LolCell>(Type.Ref('LolCell')), { description });
