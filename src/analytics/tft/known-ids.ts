/** Ids that a question may name: those that were counted, and those that static data knows, played or not. */
import type { KnownIds } from '#/domain/tft/explore/question-check.ts';
import { nearestNames } from '#/domain/tft/explore/faults.ts';
import type { TftNames } from '#/domain/tft/static-names.ts';
import type { CodeBook } from './code-book.ts';
import type { Overview } from './overview.ts';

const NEAR_IDS = 5;

/** Made anew only when something has changed: every question that comes in is checked against it. */
export function createKnownIds(): (overview: Overview, codes: CodeBook, names: TftNames) => KnownIds {
  let made: { readonly of: readonly unknown[]; readonly known: KnownIds } | undefined;
  return (overview, codes, names) => {
    const of = [overview, codes, names];
    if (made === undefined || made.of.some((part, at) => part !== of[at]))
      made = { of, known: toKnownIds(overview, codes, names) };
    return made.known;
  };
}

function toKnownIds({ patches }: Overview, codes: CodeBook, names: TftNames): KnownIds {
  const { units, items, traits } = names.all();
  const ids = {
    unit: new Set([...codes.ids('unit'), ...units.map(({ id }) => id)]),
    item: new Set([...codes.ids('item'), ...items.map(({ id }) => id)]),
    trait: new Set([...codes.ids('trait'), ...traits.map(({ id }) => id)]),
  };
  return {
    patches: patches.map(({ patch }) => patch),
    hasUnit: (id) => ids.unit.has(id),
    hasItem: (id) => ids.item.has(id),
    hasTrait: (id) => ids.trait.has(id),
    nearest: (kind, id) => nearestNames(id, [...ids[kind]], NEAR_IDS),
  };
}
