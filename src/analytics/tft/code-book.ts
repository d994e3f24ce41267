/**
 * Which number stands for which id in ClickHouse, as one picture of PostgreSQL's list. Traits are kept per tier (`trait@2`) and, as
 * the main trait of a composition, by themselves (`trait`).
 */
import type { TftCodeKind, TftCodeRow } from '#/domain/tft/stored-codes.ts';

export interface CodeBook {
  /** Undefined: nothing that was ever counted has this id. */
  code(kind: TftCodeKind, id: string): number | undefined;
  id(kind: TftCodeKind, code: number): string | undefined;
  /** Every tier of a trait that was ever seen. */
  tiersOf(trait: string): readonly TraitTier[];
  traitTier(code: number): { readonly trait: string; readonly tier: number } | undefined;
  /** Traits without their tiers. */
  ids(kind: TftCodeKind): ReadonlySet<string>;
}

interface TraitTier {
  readonly tier: number;
  readonly code: number;
}

export function createCodeBook(rows: readonly TftCodeRow[]): CodeBook {
  const codes = new Map<string, number>();
  const ids = new Map<string, string>();
  const tiers = new Map<string, TraitTier[]>();
  const all = { unit: new Set<string>(), item: new Set<string>(), trait: new Set<string>() };
  for (const { kind, code, id } of rows) {
    codes.set(`${kind} ${id}`, code);
    ids.set(`${kind} ${code}`, id);
    const { trait, tier } = kind === 'trait' ? splitTrait(id) : { trait: id, tier: null };
    all[kind].add(trait);
    if (tier !== null) tiers.set(trait, [...(tiers.get(trait) ?? []), { tier, code }]);
  }
  const idOf = (kind: TftCodeKind, code: number): string | undefined => ids.get(`${kind} ${code}`);
  return {
    code: (kind, id) => codes.get(`${kind} ${id}`),
    id: idOf,
    tiersOf: (trait) => tiers.get(trait) ?? [],
    traitTier(code) {
      const { trait, tier } = splitTrait(idOf('trait', code) ?? '');
      return tier === null ? undefined : { trait, tier };
    },
    ids: (kind) => all[kind],
  };
}

/** `trait@2`, or without a tier. */
function splitTrait(id: string): { readonly trait: string; readonly tier: number | null } {
  const [, trait, tier] = /^(.+)@(\d+)$/.exec(id) ?? [];
  return trait === undefined ? { trait: id, tier: null } : { trait, tier: Number(tier) };
}
