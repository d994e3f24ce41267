/** Which ids there are, as far as anybody knows, and what to say of one that there is not. */
import type { FaultList } from './fault-list.ts';
import { QUESTION_LIMITS } from './filter.ts';

type IdKind = 'unit' | 'item' | 'trait';

export interface KnownIds {
  /** Newest first. None: nothing was collected yet, and every id may turn out to be right. */
  readonly patches: readonly string[];
  /** Ids come in lower case. */
  readonly hasUnit: (id: string) => boolean;
  readonly hasItem: (id: string) => boolean;
  readonly hasTrait: (id: string) => boolean;
  readonly nearest: (kind: IdKind, id: string) => readonly string[];
}

export type CheckId = (where: string, kind: IdKind, id: string) => void;

export function createIdCheck(known: KnownIds, faults: FaultList): CheckId {
  const has = { unit: known.hasUnit, item: known.hasItem, trait: known.hasTrait };
  return (where, kind, id) => {
    const name = id.toLowerCase();
    if (id === '' || id.length > QUESTION_LIMITS.idLength) {
      faults.add(where, id, `the ${kind}'s id, of at most ${QUESTION_LIMITS.idLength} letters`);
    } else if (known.patches.length > 0 && !has[kind](name)) {
      faults.add(where, id, () => {
        const near = known.nearest(kind, name);
        return `a known ${kind}: there is no ${kind} '${name}'${near.length === 0 ? '' : `; near: ${near.join(', ')}`}`;
      });
    }
  };
}
