/**
 * Compositions: boards by main trait and carry, the most frequent few hundred of these signatures, and those of them that share their
 * units joined to one row (`composition-clusters.ts`). The rest is too rare to say anything about; it is counted as hidden.
 */
import { clusterCompositions } from '#/domain/tft/explore/composition-clusters.ts';
import { codesOfKey, type RowSubject } from '#/domain/tft/explore/breakdowns.ts';
import type { CompositionId, Filter } from '#/domain/tft/explore/filter.ts';
import { boardsIn } from '#/domain/statistics/placements.ts';
import { ask, type Statement } from '../ask.ts';
import { createBoundParameters } from './bound-parameters.ts';
import type { CodeBook } from './code-book.ts';
import {
  addCounted,
  countKeys,
  NOTHING_COUNTED,
  type Counted,
  type CountDependencies,
  type CountedKey,
} from './counted-keys.ts';
import { boardsWhere, breakdownSql, type CountingContext } from './counting-query.ts';

const MAX_SIGNATURES = 400;
/** A unit that fewer of a signature's boards have is left out of it, and out of the answer: one in twenty. */
const RAREST_SHARE = 20;
/** The code that stands on every board, and that of a composition without main trait or carry. */
const EVERY_BOARD = 0;
const NONE = 0;

/** Boards of one signature that have one unit. */
type UnitRow = [key: number | string, unit: number, n: number | string];

interface CountedComposition extends Counted {
  readonly subject: RowSubject;
}

export interface CountedCompositions {
  readonly baseline: Counted;
  readonly rows: readonly CountedComposition[];
  /** Signatures that were left out. */
  readonly rareCount: number;
}

interface Signature extends Counted {
  readonly key: number;
  readonly id: CompositionId;
}

export async function countCompositions(
  filter: Filter,
  dependencies: CountDependencies,
): Promise<CountedCompositions> {
  const { clickhouse, codes, signal } = dependencies;
  const counted = await countKeys(
    { filter, by: 'composition' },
    { minN: 0, maxKeys: MAX_SIGNATURES },
    dependencies,
  );
  const signatures = counted.keys.flatMap((key) => toSignature(key, codes));
  const units = await ask<UnitRow>(clickhouse, unitsQuery(filter, signatures, dependencies), signal);
  return {
    baseline: counted.baseline,
    rows: joinSignatures(signatures, sharesOf(units, codes)),
    rareCount: counted.keyCount - counted.keys.length,
  };
}

/** Of the boards of these signatures, how many have which unit. Unit 0 stands on every board. */
export function unitsQuery(
  filter: Filter,
  signatures: readonly { readonly key: number }[],
  context: CountingContext,
): Statement {
  const parameters = createBoundParameters();
  const { key } = breakdownSql('composition', filter, parameters, context.strictHours);
  const wanted = parameters.bind(
    'Array(UInt64)',
    signatures.map((signature) => signature.key),
  );
  const where = boardsWhere(filter, context, parameters);
  const query = `select k, unit, n from (
  select k, unit, n, max(n) over (partition by k) as boards from (
    select k, intDiv(code, 8) as unit, sum(n) as n
    from (select ${key} as k, arrayJoin(units) as code, count() as n from tft_board where ${where} and k in ${wanted} group by k, code)
    group by k, unit
  )
) where n * ${RAREST_SHARE} >= boards`;
  return { query, parameters: parameters.values() };
}

function joinSignatures(
  signatures: readonly Signature[],
  shares: ReadonlyMap<number, ReadonlyMap<string, number>>,
): CountedComposition[] {
  const counted = new Map(signatures.map((signature) => [printId(signature.id), signature]));
  const clusters = clusterCompositions(
    signatures.map(({ key, id, counts, compared }) => ({
      id,
      n: boardsIn(counts) + boardsIn(compared),
      unitShares: shares.get(key) ?? new Map<string, number>(),
    })),
  );
  return clusters.map(({ members, units }) => {
    const parts = members.map((id): Counted => counted.get(printId(id)) ?? NOTHING_COUNTED);
    const { counts, compared } = parts.reduce(addCounted, NOTHING_COUNTED);
    return { subject: { kind: 'composition', members, units }, counts, compared };
  });
}

function sharesOf(
  rows: readonly UnitRow[],
  codes: CodeBook,
): ReadonlyMap<number, ReadonlyMap<string, number>> {
  const boards = new Map(
    rows.filter(([, unit]) => unit === EVERY_BOARD).map(([key, , n]) => [Number(key), Number(n)]),
  );
  const shares = new Map<number, Map<string, number>>();
  for (const [key, unit, n] of rows) {
    const id = codes.id('unit', unit);
    if (id === undefined) continue;
    const ofKey = shares.get(Number(key)) ?? new Map<string, number>();
    shares.set(Number(key), ofKey.set(id, Number(n) / (boards.get(Number(key)) ?? Number(n))));
  }
  return shares;
}

/** Nothing when a code has no id: what cannot be named cannot be shown. */
function toSignature({ key, counts, compared }: CountedKey, codes: CodeBook): Signature[] {
  const [main = 0, carryCode = 0] = twoCodes(Number(key));
  const trait = main === NONE ? '' : codes.id('trait', main);
  const carry = carryCode === NONE ? '' : codes.id('unit', carryCode);
  if (trait === undefined || carry === undefined) return [];
  return [{ key: Number(key), id: { trait, carry }, counts, compared }];
}

/** A board without main trait has a key of one code. */
function twoCodes(key: number): readonly number[] {
  const codes = codesOfKey(key);
  return codes.length === 2 ? codes : [NONE, ...codes];
}

function printId({ trait, carry }: CompositionId): string {
  return JSON.stringify([trait, carry]);
}
