/**
 * The parameters of an address that a question is made of, in the order in which they are printed. Each knows how to print itself
 * (undefined: it is as it would be without) and how to read itself, as the part of the question that it sets.
 */
import { parseCondition, printCondition } from './condition-text.ts';
import {
  RANGE_EXAMPLES,
  parseHour,
  parseIds,
  parseRange,
  printHour,
  printIds,
  printRange,
} from './text-parts.ts';
import { nearestNames } from './faults.ts';
import type { PartialQuestion } from './partial-question.ts';
import { BREAKDOWN_IDS } from './breakdowns.ts';
import { QUESTION_LIMITS, RANK_MODES, type Filter, type LpFilter, type Range } from './filter.ts';
import { DEFAULT_QUESTION, SORTS } from './question.ts';
import type { Question } from './question.ts';

export interface Parameter {
  readonly print: (question: Question) => string | undefined;
  readonly read: (text: string) => PartialQuestion | Expected;
}

/** What should have stood there, in words. */
export interface Expected {
  readonly expected: string;
}

const ORDERS = ['asc', 'desc'] as const;
const EVERY_QUEUE = 'any';
const UNKNOWN_LP = 'unknown';
const HOURS = 'a day or an hour in UTC: 2026-11-01 or 2026-11-01T05';

export const QUESTION_PARAMETERS: Readonly<Record<string, Parameter>> = {
  patch: listOf('patches', 'names of patches: 17.4 or 17.4,17.4b'),
  versus: {
    print: ({ filter }) => filter.comparedPatch,
    read: (text) =>
      orElse(toText(text), (comparedPatch) => ({ filter: { comparedPatch } }), 'the name of a patch'),
  },
  place: listOf('places', 'platforms or regions: euw1 or euw1,asia'),
  queue: { print: ({ filter }) => printQueues(filter.queues), read: readQueues },
  tier: listOf('tiers', 'tiers: master or master,challenger'),
  lp: {
    print: ({ filter }) => (filter.lp === undefined ? undefined : printLp(filter.lp)),
    read: (text) =>
      orElse(
        parseLp(text),
        (lp) => ({ filter: { lp } }),
        'league points from Master on: 500.., ..200, 100..300; with players of unknown rank 500..,unknown; only those: unknown',
      ),
  },
  rank: {
    print: ({ filter }) => unlessDefault(filter.rank, 'nearest'),
    read: (text) =>
      orElse(oneOf(text, RANK_MODES), (rank) => ({ filter: { rank } }), allowed(text, RANK_MODES)),
  },
  from: {
    print: ({ filter }) => (filter.time?.from === undefined ? undefined : printHour(filter.time.from)),
    read: (text) => orElse(parseHour(text), (from) => ({ filter: { time: { from } } }), HOURS),
  },
  until: {
    print: ({ filter }) => (filter.time?.until === undefined ? undefined : printHour(filter.time.until)),
    read: (text) => orElse(parseHour(text), (until) => ({ filter: { time: { until } } }), HOURS),
  },
  level: rangeOf('level'),
  placed: rangeOf('placement'),
  by: {
    print: ({ by }) => unlessDefault(by, DEFAULT_QUESTION.by),
    read: (text) => orElse(oneOf(text, BREAKDOWN_IDS), (by) => ({ by }), allowed(text, BREAKDOWN_IDS)),
  },
  of: {
    print: ({ of }) => of,
    read: (text) => orElse(toText(text), (of) => ({ of }), 'the id of a unit or an item'),
  },
  sort: {
    print: ({ sort }) => unlessDefault(sort, DEFAULT_QUESTION.sort),
    read: (text) => orElse(oneOf(text, SORTS), (sort) => ({ sort }), allowed(text, SORTS)),
  },
  order: {
    // The order that goes without saying is another one for each sort, so it is said.
    print: ({ sort, order }) =>
      sort === DEFAULT_QUESTION.sort ? unlessDefault(order, DEFAULT_QUESTION.order) : order,
    read: (text) => orElse(oneOf(text, ORDERS), (order) => ({ order }), allowed(text, ORDERS)),
  },
  min: numberOf('minN', 1_000_000_000),
  page: numberOf('page', 10_000),
  size: numberOf('pageSize', QUESTION_LIMITS.pageSize),
  where: {
    print: ({ filter }) => (filter.where === undefined ? undefined : printCondition(filter.where)),
    read: readWhere,
  },
};

function listOf(field: 'patches' | 'places' | 'tiers', expected: string): Parameter {
  return {
    print: ({ filter }) => (filter[field].length === 0 ? undefined : printIds(filter[field])),
    read: (text) => orElse(shortList(parseIds(text)), (list) => ({ filter: { [field]: list } }), expected),
  };
}

function rangeOf(field: 'level' | 'placement'): Parameter {
  return {
    print: ({ filter }) => {
      const range: Range | undefined = filter[field];
      return range === undefined ? undefined : printRange(range);
    },
    read: (text) => orElse(parseRange(text), (range) => ({ filter: { [field]: range } }), RANGE_EXAMPLES),
  };
}

function numberOf(field: 'minN' | 'page' | 'pageSize', max: number): Parameter {
  return {
    print: (question) => unlessDefault(String(question[field]), String(DEFAULT_QUESTION[field])),
    read: (text) =>
      orElse(toNumber(text, max), (value) => ({ [field]: value }), `a whole number up to ${max}`),
  };
}

function printQueues(queues: Filter['queues']): string | undefined {
  if (queues.length === 0) return EVERY_QUEUE;
  return unlessDefault(queues.join(','), DEFAULT_QUESTION.filter.queues.join(','));
}

function readQueues(text: string): PartialQuestion | Expected {
  if (text === EVERY_QUEUE) return { filter: { queues: [] } };
  const queues = text.split(',').map((one) => toNumber(one, 65_535));
  const known = queues.every((queue) => queue !== undefined) ? queues : undefined;
  return orElse(
    shortList(known),
    (list) => ({ filter: { queues: list } }),
    `numbers of queues: 1100 or 1100,1160; or ${EVERY_QUEUE}`,
  );
}

/** Without any limit everybody is in anyway, and nothing is said. */
function printLp(lp: LpFilter): string | undefined {
  if (lp.unknown === 'only') return UNKNOWN_LP;
  if (lp.min === undefined && lp.max === undefined) return undefined;
  return `${printRange(lp)}${lp.unknown === 'include' ? `,${UNKNOWN_LP}` : ''}`;
}

function parseLp(text: string): LpFilter | undefined {
  if (text === UNKNOWN_LP) return { unknown: 'only' };
  const suffix = `,${UNKNOWN_LP}`;
  if (!text.endsWith(suffix)) return parseRange(text);
  const range = parseRange(text.slice(0, -suffix.length));
  return range === undefined ? undefined : { ...range, unknown: 'include' };
}

function readWhere(text: string): PartialQuestion | Expected {
  const where = parseCondition(text);
  if (!('type' in where)) return { filter: { where } };
  const near = text.slice(where.at, where.at + 20);
  return { expected: `${where.expected} at character ${where.at + 1}${near === '' ? '' : ` ('${near}')`}` };
}

function orElse<Value>(
  value: Value | undefined,
  toPart: (value: Value) => PartialQuestion,
  expected: string,
): PartialQuestion | Expected {
  return value === undefined ? { expected } : toPart(value);
}

function allowed(text: string, names: readonly string[]): string {
  return `one of ${nearestNames(text, names, names.length).join(', ')}`;
}

function oneOf<Name extends string>(text: string, names: readonly Name[]): Name | undefined {
  return names.find((name) => name === text);
}

function toText(text: string): string | undefined {
  return text === '' || text.length > QUESTION_LIMITS.idLength ? undefined : text;
}

function toNumber(text: string, max: number): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

function shortList<Value>(list: readonly Value[] | undefined): readonly Value[] | undefined {
  return list !== undefined && list.length <= QUESTION_LIMITS.listLength ? list : undefined;
}

function unlessDefault<Value>(value: Value, usual: Value): Value | undefined {
  return value === usual ? undefined : value;
}
