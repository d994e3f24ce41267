/**
 * Which number stands for which id in ClickHouse, in memory. Codes are handed out by PostgreSQL (`tft/codes.ts`). An
 * id without a code is recorded as missing: it gets one before the rows are made again, and rows that
 * were made meanwhile must be thrown away.
 *
 * Of a trait there is a code for each tier (`trait@2`), and one for the trait alone (`trait`), which names compositions.
 * What cannot be kept as an id (too long, half a character, a zero byte) is `OTHER_CODE` from the start, and never asked for.
 */
import { itemCategory, type ItemCategory } from './item-category.ts';
import { OTHER_CODE, type TftCodeKind, type TftCodeRow } from './stored-codes.ts';

interface CodedItem {
  readonly code: number;
  readonly category: ItemCategory;
}

export interface CodeBook {
  unit(id: string): number;
  item(id: string): CodedItem;
  trait(id: string): number;
  traitAt(id: string, tier: number): number;
  learn(rows: readonly TftCodeRow[]): void;
  /** What was asked for in vain since the last call. */
  takeMissing(): readonly MissingCodes[];
}

export interface MissingCodes {
  readonly kind: TftCodeKind;
  readonly ids: readonly string[];
}

/** As long as an id in a question may be. */
const MAX_ID_LENGTH = 100;
const MAX_TIER = 255;
const NO_CODE = 0;

export function createCodeBook(known: readonly TftCodeRow[] = []): CodeBook {
  const units = new Map<string, number>();
  const items = new Map<string, CodedItem>();
  const traits = new Map<string, number>();
  /** By id, then by tier: nobody puts the two together for every trait of every board. */
  const traitTiers = new Map<string, number[]>();
  const missing = { unit: new Set<string>(), item: new Set<string>(), trait: new Set<string>() };
  let hasMissing = false;

  const miss = (kind: TftCodeKind, id: string): number => {
    if (!isKeepable(id)) return OTHER_CODE;
    missing[kind].add(id);
    hasMissing = true;
    return NO_CODE;
  };
  const learnOne = ({ kind, code, id }: TftCodeRow): void => {
    if (kind === 'unit') units.set(id, code);
    else if (kind === 'item') items.set(id, { code, category: itemCategory(id) });
    else learnTrait(id, code);
  };
  const learnTrait = (id: string, code: number): void => {
    traits.set(id, code);
    const at = id.lastIndexOf('@');
    if (at < 0) return;
    const tiers = traitTiers.get(id.slice(0, at)) ?? [];
    tiers[Number(id.slice(at + 1))] = code;
    traitTiers.set(id.slice(0, at), tiers);
  };
  known.forEach(learnOne);
  return {
    unit: (id) => units.get(id) ?? miss('unit', id),
    item: (id) => items.get(id) ?? { code: miss('item', id), category: itemCategory(id) },
    trait: (id) => traits.get(id) ?? miss('trait', id),
    traitAt(id, tier) {
      const held = Math.min(tier, MAX_TIER);
      return traitTiers.get(id)?.[held] ?? miss('trait', `${id}@${held}`);
    },
    learn: (rows) => rows.forEach(learnOne),
    takeMissing() {
      if (!hasMissing) return [];
      hasMissing = false;
      const taken = KINDS.map((kind) => ({ kind, ids: [...missing[kind]] })).filter(
        ({ ids }) => ids.length > 0,
      );
      for (const kind of KINDS) missing[kind].clear();
      return taken;
    },
  };
}

const KINDS = ['unit', 'item', 'trait'] as const;

function isKeepable(id: string): boolean {
  return id.length <= MAX_ID_LENGTH && id.isWellFormed() && !id.includes('\0');
}
