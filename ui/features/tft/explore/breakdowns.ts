/** The ways to group boards, as the page offers them: their names, and the order that each is best read in. */
import { naturalOrder } from '#/domain/tft/explore/partial-question.ts';
import {
  ITEM_BREAKDOWNS,
  UNIT_BREAKDOWNS,
  type Breakdown,
  type Question,
  type Sort,
} from '#/domain/tft/explore/question.ts';

export interface BreakdownChoice {
  readonly by: Breakdown;
  readonly label: string;
}

export const BOARD_CHOICES: readonly BreakdownChoice[] = [
  { by: 'unit', label: 'Units' },
  { by: 'item', label: 'Items' },
  { by: 'trait', label: 'Traits' },
  { by: 'composition', label: 'Compositions' },
  { by: 'level', label: 'Levels' },
  { by: 'placement', label: 'Placement' },
  { by: 'day', label: 'Trend' },
  { by: 'patch', label: 'Patches' },
  { by: 'region', label: 'Regions' },
  { by: 'platform', label: 'Platforms' },
  { by: 'tier', label: 'Tiers' },
  { by: 'lp', label: 'LP bands' },
  { by: 'total', label: 'Total' },
];

export const UNIT_CHOICES: readonly BreakdownChoice[] = [
  { by: 'unit-item', label: 'Items' },
  { by: 'unit-build-3', label: 'Builds of 3' },
  { by: 'unit-build-2', label: 'Builds of 2' },
  { by: 'unit-stars', label: 'Stars' },
  { by: 'unit-items', label: 'Item count' },
];

/** What a row's first column is called. */
export const ROW_NAMES: Readonly<Record<Breakdown, string>> = {
  total: 'Boards',
  unit: 'Unit',
  item: 'Item',
  trait: 'Trait',
  composition: 'Composition',
  level: 'Level',
  placement: 'Placement',
  day: 'Day',
  patch: 'Patch',
  region: 'Region',
  platform: 'Platform',
  tier: 'Tier',
  lp: 'LP',
  'unit-item': 'Item',
  'unit-build-2': 'Build of 2',
  'unit-build-3': 'Build of 3',
  'unit-stars': 'Stars',
  'unit-items': 'Items held',
  'item-holder': 'Holder',
};

/** Read from one end to the other; a ranking would tear them apart. */
const IN_SEQUENCE: ReadonlySet<Breakdown> = new Set([
  'level',
  'placement',
  'day',
  'patch',
  'tier',
  'lp',
  'total',
  'unit-stars',
  'unit-items',
]);

function isInSequence(by: Breakdown): boolean {
  return IN_SEQUENCE.has(by);
}

export function isAboutUnit(by: Breakdown): boolean {
  return UNIT_BREAKDOWNS.some((one) => one === by);
}

export function isAboutItem(by: Breakdown): boolean {
  return ITEM_BREAKDOWNS.some((one) => one === by);
}

/** Of compositions there are many that hardly anybody plays; the ones that are played come first. */
function sortFor(by: Breakdown): Sort {
  if (by === 'composition') return 'n';
  return isInSequence(by) ? 'key' : 'shrunk';
}

/** The same filter, grouped another way: from the first row on, in the order that suits, unless somebody chose another one. */
export function withBreakdown(question: Question, by: Breakdown, of?: string): Question {
  const { of: previous, ...rest } = question;
  const about = of ?? previous;
  const needsOf = isAboutUnit(by) || isAboutItem(by);
  const sort = sortFor(by);
  const isKept = !isInSequence(by) && !isInSequence(question.by) && question.sort !== sortFor(question.by);
  return {
    ...rest,
    by,
    page: 0,
    ...(isKept ? {} : { sort, order: naturalOrder(sort) }),
    ...(needsOf && about !== undefined ? { of: about } : {}),
  };
}
