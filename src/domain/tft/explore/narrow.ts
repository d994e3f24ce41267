/**
 * The boards behind a row, and all the others, as filters: how a click on a row becomes part of the question.
 *
 * The row was counted within the question's filter, so the filter is narrowed and never replaced: the band of 500 to 599 LP within
 * "from 550 LP" is 550 to 599, and Europe within "Korea and Europe West" is Europe West.
 */
import { LOWEST_LADDER_POINTS } from '../ladder-points.ts';
import { TIER_NAMES, UNKNOWN } from '../stored-codes.ts';
import { DAY_MS } from './hour-text.ts';
import { platformsIn, platformsOf, shortestPlaces } from './places.ts';
import type { Condition, Filter, LpFilter, Question, Range, RowSubject } from './question.ts';
import { exactly, isConditionSubject, rowCondition, type ConditionSubject } from './row-condition.ts';

type Time = NonNullable<Filter['time']>;

/** Rows of `lp` are bands of so many points. */
const LP_BAND = 100;
const EVERY_PLACEMENT: Range = { min: 1, max: 8 };

type ScalarSubject = Exclude<RowSubject, ConditionSubject>;

/** How the filter's own fields are narrowed to a row, and what of them is left without it. */
interface Rule<Subject> {
  readonly narrow: (filter: Filter, subject: Subject) => Partial<Filter>;
  readonly exclude: (filter: Filter, subject: Subject) => Partial<Filter> | undefined;
}

type Rules = { readonly [Kind in ScalarSubject['kind']]: Rule<Extract<ScalarSubject, { kind: Kind }>> };

const RULES: Rules = {
  total: { narrow: () => ({}), exclude: () => undefined },
  level: {
    narrow: (_, { level }) => ({ level: exactly(level) }),
    exclude: (filter, subject) => when(without(filter.level, subject.level), (level) => ({ level })),
  },
  placement: {
    narrow: (_, { placement }) => ({ placement: exactly(placement) }),
    exclude: (filter, subject) =>
      when(without({ ...EVERY_PLACEMENT, ...filter.placement }, subject.placement), (placement) => ({
        placement,
      })),
  },
  platform: {
    narrow: (_, { platform }) => ({ places: [platform] }),
    exclude: (filter, { platform }) => when(placesWithout(filter.places, platform), (places) => ({ places })),
  },
  region: {
    narrow: (filter, { region }) => ({ places: placesWithin(filter.places, region) }),
    exclude: (filter, { region }) => when(placesWithout(filter.places, region), (places) => ({ places })),
  },
  tier: {
    narrow: (_, { tier }) => ({ tiers: [tier] }),
    exclude: (filter, { tier }) => {
      const tiers = filter.tiers.length === 0 ? [...TIER_NAMES, UNKNOWN] : filter.tiers;
      return when(listWithout(tiers, tier), (rest) => ({ tiers: rest }));
    },
  },
  lp: {
    narrow: (filter, { from }) => ({ lp: narrowLp(filter.lp, from) }),
    exclude: (filter, { from }) =>
      when(from === null ? knownLp(filter.lp) : lpWithout(filter.lp, from), (lp) => ({ lp })),
  },
  day: {
    narrow: (filter, { day }) => ({ time: narrowTime(filter.time, Date.parse(day)) }),
    exclude: (filter, { day }) => when(timeWithout(filter.time, Date.parse(day)), (time) => ({ time })),
  },
  patch: {
    narrow: (_, { patch }) => ({ patches: [patch] }),
    exclude: (filter, { patch }) => when(listWithout(filter.patches, patch), (patches) => ({ patches })),
  },
};

export function narrowTo(question: Question, subject: RowSubject): Filter {
  const { filter } = question;
  if (isConditionSubject(subject)) return withCondition(filter, rowCondition(question, subject));
  return { ...filter, ...ruleFor(subject).narrow(filter, subject) };
}

/** Undefined: no filter says it (a level in the middle of others, the only patch, all boards). */
export function exclude(question: Question, subject: RowSubject): Filter | undefined {
  const { filter } = question;
  if (isConditionSubject(subject)) {
    return withCondition(filter, { none: [rowCondition(question, subject)] });
  }
  return when(ruleFor(subject).exclude(filter, subject), (rest) => ({ ...filter, ...rest }));
}

function ruleFor(subject: ScalarSubject): Rule<ScalarSubject> {
  return RULES[subject.kind] as Rule<ScalarSubject>;
}

function when<Value, Result>(
  value: Value | undefined,
  toResult: (value: Value) => Result,
): Result | undefined {
  return value === undefined ? undefined : toResult(value);
}

function withCondition(filter: Filter, condition: Condition): Filter {
  const { where } = filter;
  if (where === undefined) return { ...filter, where: condition };
  const others = 'all' in where ? where.all : [where];
  return { ...filter, where: { all: [...others, condition] } };
}

function listWithout(list: readonly string[], one: string): readonly string[] | undefined {
  const rest = list.filter((other) => other !== one);
  return rest.length === 0 ? undefined : rest;
}

function placesWithin(places: readonly string[], region: string): readonly string[] {
  const wanted = platformsIn(region);
  return shortestPlaces(platformsOf(places).filter((platform) => wanted.includes(platform)));
}

function placesWithout(places: readonly string[], place: string): readonly string[] | undefined {
  const unwanted = platformsIn(place);
  const rest = platformsOf(places).filter((platform) => !unwanted.includes(platform));
  return rest.length === 0 ? undefined : shortestPlaces(rest);
}

function narrowLp(lp: LpFilter | undefined, from: number | null): LpFilter {
  if (from === null) return { unknown: 'only' };
  return {
    min: Math.max(from, lp?.min ?? from),
    max: Math.min(from + LP_BAND - 1, lp?.max ?? from + LP_BAND - 1),
  };
}

function lpWithout(lp: LpFilter | undefined, from: number): LpFilter | undefined {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = lp ?? {};
  const next = from + LP_BAND;
  if (min >= from && min < next) {
    if (max >= next) return { ...lp, min: next };
    return lp?.unknown === 'include' ? { unknown: 'only' } : undefined;
  }
  return max >= from && max < next ? { ...lp, max: from - 1 } : undefined;
}

/** A limit leaves those of unknown rank out; the lowest there is leaves out nobody else. */
function knownLp(lp: LpFilter | undefined): LpFilter | undefined {
  if (lp === undefined) return { min: LOWEST_LADDER_POINTS };
  const { unknown, ...limits } = lp;
  return unknown === 'only' ? undefined : limits;
}

function narrowTime(time: Time | undefined, day: number): Time {
  return {
    from: Math.max(day, time?.from ?? day),
    until: Math.min(day + DAY_MS, time?.until ?? day + DAY_MS),
  };
}

function timeWithout(time: Time | undefined, day: number): Time | undefined {
  const { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = time ?? {};
  const next = day + DAY_MS;
  if (from >= day && from < next) return until > next ? { ...time, from: next } : undefined;
  return until > day && until <= next ? { ...time, until: day } : undefined;
}

/** A range has no holes: only its ends can be taken away. */
function without(range: Range | undefined, value: number): Range | undefined {
  if (range?.min === value) return range.max === value ? undefined : { ...range, min: value + 1 };
  return range?.max === value && value > 0 ? { ...range, max: value - 1 } : undefined;
}
