/** What a key of a breakdown is about. Undefined: a code that nobody can name, which is only so while a new one is on its way. */
import type { Breakdown, RowSubject } from '#/domain/tft/explore/question.ts';
import { platformName, tierName, UNKNOWN } from '#/domain/tft/stored-codes.ts';
import { codesOfKey } from './breakdown-sql.ts';
import type { CodeBook } from './code-book.ts';
import { UNKNOWN_LP } from './filter-columns.ts';
import { REGION_NAMES } from './place-codes.ts';

const DAY_MS = 86_400_000;

type SubjectReader = (key: number, codes: CodeBook) => RowSubject | undefined;

const READERS: Readonly<Record<Exclude<Breakdown, 'patch' | 'composition'>, SubjectReader>> = {
  total: () => ({ kind: 'total' }),
  unit: unitSubject,
  item: itemSubject,
  trait(key, codes) {
    const found = codes.traitTier(key);
    return found === undefined ? undefined : { kind: 'trait', ...found };
  },
  level: (level) => ({ kind: 'level', level }),
  placement: (placement) => ({ kind: 'placement', placement }),
  platform: (key) => ({ kind: 'platform', platform: platformName(key) }),
  region: (key) => ({ kind: 'region', region: REGION_NAMES[key] ?? UNKNOWN }),
  tier: (key) => ({ kind: 'tier', tier: tierName(key) }),
  lp: (key) => ({ kind: 'lp', from: key === UNKNOWN_LP ? null : key }),
  day: (key) => ({ kind: 'day', day: new Date(key * DAY_MS).toISOString().slice(0, 10) }),
  'unit-item': itemSubject,
  'unit-build-2': buildSubject,
  'unit-build-3': buildSubject,
  'unit-stars': (stars) => ({ kind: 'stars', stars }),
  'unit-items': (count) => ({ kind: 'item-count', count }),
  'item-holder': unitSubject,
};

export function rowSubject(
  by: Exclude<Breakdown, 'composition'>,
  key: string | number,
  codes: CodeBook,
): RowSubject | undefined {
  return by === 'patch' ? { kind: 'patch', patch: String(key) } : READERS[by](Number(key), codes);
}

function unitSubject(key: number, codes: CodeBook): RowSubject | undefined {
  const unit = codes.id('unit', key);
  return unit === undefined ? undefined : { kind: 'unit', unit };
}

function itemSubject(key: number, codes: CodeBook): RowSubject | undefined {
  const item = codes.id('item', key);
  return item === undefined ? undefined : { kind: 'item', item };
}

/** In the order of ids, which is the same wherever the codes come from. */
function buildSubject(key: number, codes: CodeBook): RowSubject | undefined {
  const items = codesOfKey(key).map((code) => codes.id('item', code));
  return items.every((id) => id !== undefined) ? { kind: 'build', items: items.toSorted() } : undefined;
}
