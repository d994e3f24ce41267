/**
 * The breakdowns of the explorer, one record each (`breakdown.ts`), in the order of their tabs. A new breakdown is one entry here.
 *
 * The key of a row says what it is about in one word: `unit:x`, `trait:y@2`, `build:a+b+c`, `lp:500`, `composition:y@x+y@z`. The page and
 * `GET /api/tft/explore/games` use it to ask for the boards of the row.
 */
import { LOWEST_LADDER_POINTS, standingOf } from '../ladder-points.ts';
import { UNKNOWN_LP } from '../rows.ts';
import { platformName, TIER_NAMES, tierName, UNKNOWN } from '../stored-codes.ts';
import {
  breakdown,
  condition,
  countText,
  exactly,
  field,
  idText,
  listField,
  parseAll,
  parseCount,
  printKeyId,
  rangeField,
  type Breakdown,
  type BreakdownSql,
  type EntityRef,
  type KeyCodes,
} from './breakdown.ts';
import { QUESTION_LIMITS, type CompositionId, type Filter, type LpFilter } from './filter.ts';
import { DAY_MS, parseHour, parseId } from './text-parts.ts';
import { compositionWords } from './leaves.ts';
import { amountWords, capitalise, ordinal, type NameLookup } from './word-lists.ts';
import { REGION_NAMES, platformLabel, platformsIn, platformsOf, shortestPlaces } from './places.ts';
import { patchWords } from './question-words.ts';

interface UnitRow {
  readonly kind: 'unit';
  readonly unit: string;
}
interface ItemRow {
  readonly kind: 'item';
  readonly item: string;
}
interface BuildRow {
  readonly kind: 'build';
  /** In the order of ids. */
  readonly items: readonly string[];
}
interface TraitRow {
  readonly kind: 'trait';
  readonly trait: string;
  readonly tier: number;
}
interface LpRow {
  readonly kind: 'lp';
  /** The lower end of a band of 100 points; null is unknown. */
  readonly from: number | null;
}
interface CompositionRow {
  readonly kind: 'composition';
  /** All signatures that were joined, the most frequent first, so that a stored key keeps its meaning. */
  readonly members: readonly CompositionId[];
  /** Units that most of the boards have. They are not in the key. */
  readonly units: readonly string[];
}

/** Codes of an item fit in 13 bits; a key of several has one digit for each. */
const DIGIT = 65_536;
/** Below Master, a band is a division (`ladder-points.ts`). */
const LP_BAND = 100;
/** A multiple of a band, so that negative numbers are rounded in the same direction as positive ones. */
const LP_SHIFT = 32_800;

const ofBoards = (key: BreakdownSql['key']): BreakdownSql => ({ table: 'tft_board', key });
const ofUnits = (key: string): BreakdownSql => ({ table: 'tft_unit', key });
const ofContents = (column: 'units' | 'items' | 'traits'): BreakdownSql => ({
  table: 'tft_board',
  key: `arrayJoin(${column})`,
  isPlaced: true,
  isOverlapping: true,
});
const withBaseline = (keys: string): string => `arrayJoin(arrayPushFront(${keys}, 0))`;
const itemAt = (nth: number): string => `toUInt64(items[${nth}])`;
const pairOf = (one: number, other: number): string => `${itemAt(one)} * ${DIGIT} + items[${other}]`;

const UNIT = {
  kind: 'unit',
  head: 'Unit',
  order: 'ranking',
  decode: (key: string | number, codes: KeyCodes) => named(codes.id('unit', Number(key)), toUnit),
  text: idText(({ unit }: UnitRow) => unit, toUnit),
  words: ({ unit }: UnitRow, names: NameLookup) => names.unit(unit),
  icons: ({ unit }: UnitRow): readonly EntityRef[] => [{ kind: 'unit', id: unit }],
} as const;
const ITEM = {
  kind: 'item',
  tab: 'Items',
  head: 'Item',
  order: 'ranking',
  decode: (key: string | number, codes: KeyCodes) => named(codes.id('item', Number(key)), toItem),
  text: idText(({ item }: ItemRow) => item, toItem),
  words: ({ item }: ItemRow, names: NameLookup) => names.item(item),
  icons: ({ item }: ItemRow): readonly EntityRef[] => [{ kind: 'item', id: item }],
} as const;
const build = (size: number) =>
  ({
    kind: 'build',
    tab: `Builds of ${size}`,
    head: `Build of ${size}`,
    of: 'unit',
    order: 'ranking',
    decode(key: string | number, codes: KeyCodes): BuildRow | undefined {
      const items = codesOfKey(Number(key)).map((code) => codes.id('item', code));
      return items.every((id) => id !== undefined) ? { kind: 'build', items: items.toSorted() } : undefined;
    },
    text: {
      print: ({ items }: BuildRow) => items.map(printKeyId).join('+'),
      parse(text: string): BuildRow | undefined {
        const items = parseAll(text, parseId);
        return items?.length === size ? { kind: 'build', items } : undefined;
      },
    },
    words: ({ items }: BuildRow, names: NameLookup) => items.map((item) => names.item(item)).join(' + '),
    icons: ({ items }: BuildRow) => items.map((id): EntityRef => ({ kind: 'item', id })),
  }) as const;

const BREAKDOWNS = {
  unit: breakdown<UnitRow>({
    ...UNIT,
    tab: 'Units',
    sql: ofContents('units'),
    ...condition(({ unit }) => ({ unit })),
  }),
  item: breakdown<ItemRow>({
    ...ITEM,
    sql: ofContents('items'),
    ...condition(({ item }) => ({ item })),
  }),
  trait: breakdown<TraitRow>({
    kind: 'trait',
    tab: 'Traits',
    head: 'Trait',
    order: 'ranking',
    sql: ofContents('traits'),
    decode: (key, codes) => named(codes.traitTier(Number(key)), (found) => ({ kind: 'trait', ...found })),
    text: {
      print: ({ trait, tier }) => `${printKeyId(trait)}@${tier}`,
      parse(text) {
        const [id = '', count = '', ...rest] = text.split('@');
        const [trait, tier] = [parseId(id), parseCount(count)];
        if (trait === undefined || tier === undefined || rest.length > 0) return undefined;
        return { kind: 'trait', trait, tier };
      },
    },
    words: ({ trait, tier }, names) => `${names.trait(trait)} at tier ${tier}`,
    icons: ({ trait }) => [{ kind: 'trait', id: trait }],
    ...condition(({ trait, tier }) => ({ trait, tier: exactly(tier) })),
  }),
  composition: breakdown<CompositionRow>({
    kind: 'composition',
    tab: 'Compositions',
    head: 'Composition',
    order: 'popular',
    sql: ofBoards(`toUInt64(main_trait) * ${DIGIT} + carry`),
    // Signatures are joined after they were counted (`analytics/tft/counted-compositions.ts`).
    decode: () => undefined,
    text: {
      print: ({ members }) =>
        members.map(({ trait, carry }) => `${printKeyId(trait)}@${printKeyId(carry)}`).join('+'),
      parse: (text) =>
        named(parseAll(text, parseSignature), (members) => ({ kind: 'composition', members, units: [] })),
    },
    words: ({ members: [name] }, names) =>
      name === undefined ? 'No composition' : capitalise(compositionWords(name, names)),
    icons: ({ units }) => units.map((id) => ({ kind: 'unit', id })),
    ...condition(({ members }) => ({ any: members.map((composition) => ({ composition })) })),
  }),
  level: breakdown<{ readonly kind: 'level'; readonly level: number }>({
    kind: 'level',
    tab: 'Levels',
    head: 'Level',
    order: 'sequence',
    sql: ofBoards('level'),
    decode: (key) => ({ kind: 'level', level: Number(key) }),
    text: countText(
      ({ level }) => level,
      (level) => ({ kind: 'level', level }),
    ),
    words: ({ level }) => `Level ${level}`,
    ...rangeField('level', ({ level }) => level),
  }),
  placement: breakdown<{ readonly kind: 'placement'; readonly placement: number }>({
    kind: 'placement',
    tab: 'Placement',
    head: 'Placement',
    order: 'sequence',
    sql: ofBoards('toUInt16(place)'),
    decode: (key) => ({ kind: 'placement', placement: Number(key) }),
    text: countText(
      ({ placement }) => placement,
      (placement) => ({ kind: 'placement', placement }),
    ),
    words: ({ placement }) => `${ordinal(placement)} place`,
    ...rangeField('placement', ({ placement }) => placement, { min: 1, max: 8 }),
  }),
  day: breakdown<{ readonly kind: 'day'; readonly day: string }>({
    kind: 'day',
    tab: 'Trend',
    head: 'Day',
    order: 'sequence',
    isNotCompared: true,
    sql: ofBoards('intDiv(hour, 24)'),
    decode: (key) => ({ kind: 'day', day: new Date(Number(key) * DAY_MS).toISOString().slice(0, 10) }),
    text: {
      print: ({ day }) => day,
      parse: (text) =>
        text.length === 10 && parseHour(text) !== undefined ? { kind: 'day', day: text } : undefined,
    },
    words: ({ day }) => day,
    ...field(
      'time',
      (time, { day }) => narrowTime(time, Date.parse(day)),
      (time, { day }) => timeWithout(time, Date.parse(day)),
    ),
  }),
  patch: breakdown<{ readonly kind: 'patch'; readonly patch: string }>({
    kind: 'patch',
    tab: 'Patches',
    head: 'Patch',
    order: 'sequence',
    isNotCompared: true,
    sql: ofBoards('patch'),
    decode: (key) => ({ kind: 'patch', patch: String(key) }),
    text: idText(
      ({ patch }) => patch,
      (patch) => ({ kind: 'patch', patch }),
    ),
    words: ({ patch }) => capitalise(patchWords([patch]).replace(/^an /, '')),
    ...listField('patches', ({ patch }) => patch),
  }),
  region: breakdown<{ readonly kind: 'region'; readonly region: string }>({
    kind: 'region',
    tab: 'Regions',
    head: 'Region',
    order: 'ranking',
    sql: ofBoards(({ region }) => region()),
    decode: (key) => ({ kind: 'region', region: REGION_NAMES[Number(key)] ?? UNKNOWN }),
    text: idText(
      ({ region }) => region,
      (region) => ({ kind: 'region', region }),
    ),
    words: ({ region }) => platformLabel(region),
    ...field(
      'places',
      (places, { region }) => placesWithin(places, region),
      (places, { region }) => placesWithout(places, region),
    ),
  }),
  platform: breakdown<{ readonly kind: 'platform'; readonly platform: string }>({
    kind: 'platform',
    tab: 'Platforms',
    head: 'Platform',
    order: 'ranking',
    sql: ofBoards('platform'),
    decode: (key) => ({ kind: 'platform', platform: platformName(Number(key)) }),
    text: idText(
      ({ platform }) => platform,
      (platform) => ({ kind: 'platform', platform }),
    ),
    words: ({ platform }) => platformLabel(platform),
    ...field(
      'places',
      (_, { platform }) => [platform],
      (places, { platform }) => placesWithout(places, platform),
    ),
  }),
  tier: breakdown<{ readonly kind: 'tier'; readonly tier: string }>({
    kind: 'tier',
    tab: 'Tiers',
    head: 'Tier',
    order: 'sequence',
    sql: ofBoards(({ rank }) => rank('tier')),
    decode: (key) => ({ kind: 'tier', tier: tierName(Number(key)) }),
    text: idText(
      ({ tier }) => tier,
      (tier) => ({ kind: 'tier', tier }),
    ),
    words: ({ tier }) => (tier === UNKNOWN ? 'Unknown rank' : capitalise(tier)),
    ...listField('tiers', ({ tier }) => tier, [...TIER_NAMES, UNKNOWN]),
  }),
  lp: breakdown<LpRow>({
    kind: 'lp',
    tab: 'LP bands',
    head: 'LP',
    order: 'sequence',
    sql: ofBoards(({ rank }) => {
      const lp = rank('lp');
      return `if(${lp} = ${UNKNOWN_LP}, ${UNKNOWN_LP}, intDiv(${lp} + ${LP_SHIFT}, ${LP_BAND}) * ${LP_BAND} - ${LP_SHIFT})`;
    }),
    decode: (key) => ({ kind: 'lp', from: Number(key) === UNKNOWN_LP ? null : Number(key) }),
    text: {
      print: ({ from }) => (from === null ? UNKNOWN : String(from)),
      parse(text) {
        if (text === UNKNOWN) return { kind: 'lp', from: null };
        return /^(?:0|-?[1-9]\d{0,4})$/.test(text) ? { kind: 'lp', from: Number(text) } : undefined;
      },
    },
    words({ from }) {
      if (from === null) return 'Unknown rank';
      if (from >= 0) return `${from} to ${from + LP_BAND - 1} LP`;
      const { tier, division } = standingOf(from);
      return `${capitalise(tier.toLowerCase())} ${division}`;
    },
    ...field(
      'lp',
      (lp, { from }) => narrowLp(lp, from),
      (lp, { from }) => (from === null ? knownLp(lp) : lpWithout(lp, from)),
    ),
  }),
  total: breakdown<{ readonly kind: 'total' }>({
    kind: 'total',
    tab: 'Total',
    head: 'Boards',
    order: 'sequence',
    sql: { ...ofBoards('toUInt8(0)'), isOverlapping: true },
    decode: () => ({ kind: 'total' }),
    text: { print: () => '', parse: (text) => (text === '' ? { kind: 'total' } : undefined) },
    words: () => 'All boards',
    narrow: (filter) => filter,
    exclude: () => undefined,
  }),
  'unit-item': breakdown<ItemRow>({
    ...ITEM,
    of: 'unit',
    sql: { ...ofUnits(withBaseline('arrayDistinct(items)')), isOverlapping: true },
    ...condition(({ item }, unit) => ({ unit, has: [item] })),
  }),
  'unit-build-3': breakdown<BuildRow>({
    ...build(3),
    sql: { ...ofUnits(`if(items[3] > 0, (${pairOf(1, 2)}) * ${DIGIT} + items[3], 0)`), isRow: 'k > 0' },
    // Exactly these three; of two, the unit may hold a third one.
    ...condition(({ items }, unit) => ({ unit, has: items, items: exactly(3) })),
  }),
  'unit-build-2': breakdown<BuildRow>({
    ...build(2),
    sql: {
      // An item that is not there is 0, and the last of its pair.
      ...ofUnits(
        withBaseline(
          `arrayDistinct(arrayFilter(build -> build % ${DIGIT} > 0, [${pairOf(1, 2)}, ${pairOf(1, 3)}, ${pairOf(2, 3)}]))`,
        ),
      ),
      isOverlapping: true,
    },
    ...condition(({ items }, unit) => ({ unit, has: items })),
  }),
  'unit-stars': breakdown<{ readonly kind: 'stars'; readonly stars: number }>({
    kind: 'stars',
    tab: 'Stars',
    head: 'Stars',
    of: 'unit',
    order: 'sequence',
    sql: ofUnits('stars'),
    decode: (key) => ({ kind: 'stars', stars: Number(key) }),
    text: countText(
      ({ stars }) => stars,
      (stars) => ({ kind: 'stars', stars }),
    ),
    words: ({ stars }) => amountWords(exactly(stars), 'star', 'stars'),
    ...condition(({ stars }, unit) => ({ unit, stars: exactly(stars) })),
  }),
  'unit-items': breakdown<{ readonly kind: 'item-count'; readonly count: number }>({
    kind: 'item-count',
    tab: 'Item count',
    head: 'Items held',
    of: 'unit',
    order: 'sequence',
    sql: ofUnits('length(items)'),
    decode: (key) => ({ kind: 'item-count', count: Number(key) }),
    text: countText(
      ({ count }) => count,
      (count) => ({ kind: 'item-count', count }),
    ),
    words: ({ count }) => capitalise(amountWords(exactly(count), 'item', 'items')),
    ...condition(({ count }, unit) => ({ unit, items: exactly(count) })),
  }),
  'item-holder': breakdown<UnitRow>({
    ...UNIT,
    tab: 'Holders',
    head: 'Holder',
    of: 'item',
    sql: { table: 'tft_item', key: 'unit' },
    ...condition(({ unit }, item) => ({ unit, has: [item] })),
  }),
};

export type BreakdownId = keyof typeof BREAKDOWNS;
type SubjectOf<B> = B extends Breakdown<infer S> ? S : never;
export type RowSubject = SubjectOf<(typeof BREAKDOWNS)[BreakdownId]>;

export const BREAKDOWN_IDS = Object.keys(BREAKDOWNS) as readonly BreakdownId[];

const BY_KIND: ReadonlyMap<string, Breakdown<RowSubject>> = new Map(
  BREAKDOWN_IDS.toReversed().map((id) => [BREAKDOWNS[id].kind, breakdownOf(id)]),
);

export function breakdownOf(id: BreakdownId): Breakdown<RowSubject> {
  return BREAKDOWNS[id] as unknown as Breakdown<RowSubject>;
}

export function printRowKey(subject: RowSubject): string {
  const value = recordOf(subject).text.print(subject);
  return value === '' ? subject.kind : `${subject.kind}:${value}`;
}

/** Undefined: no row of this breakdown has the key. */
export function parseRowKey(by: BreakdownId, key: string): RowSubject | undefined {
  if (key.length > QUESTION_LIMITS.textLength) return undefined;
  const { kind, text } = breakdownOf(by);
  const colon = key.indexOf(':');
  const [name, value] = colon === -1 ? [key, ''] : [key.slice(0, colon), key.slice(colon + 1)];
  return name === kind ? text.parse(value) : undefined;
}

export function subjectWords(subject: RowSubject, names: NameLookup): string {
  return recordOf(subject).words(subject, names);
}

export function subjectIcons(subject: RowSubject): readonly EntityRef[] {
  return recordOf(subject).icons?.(subject) ?? [];
}

interface Grouped {
  readonly filter: Filter;
  readonly by: BreakdownId;
  readonly of?: string;
}

/** The boards of a row. */
export function narrowTo({ filter, by, of = '' }: Grouped, subject: RowSubject): Filter {
  return recordOf(subject, by).narrow(filter, subject, of);
}

/** The boards of all other rows. Undefined: no filter says that. */
export function exclude({ filter, by, of = '' }: Grouped, subject: RowSubject): Filter | undefined {
  return recordOf(subject, by).exclude(filter, subject, of);
}

/** The codes that a key of several consists of. */
export function codesOfKey(key: number): readonly number[] {
  return key < DIGIT ? [key] : [...codesOfKey(Math.floor(key / DIGIT)), key % DIGIT];
}

/** Of the breakdown if its rows are of this kind, otherwise of the breakdown that is named after the kind. */
function recordOf({ kind }: RowSubject, by?: BreakdownId): Breakdown<RowSubject> {
  const asked = by === undefined ? undefined : breakdownOf(by);
  const record = asked?.kind === kind ? asked : BY_KIND.get(kind);
  if (record === undefined) throw new Error(`no breakdown has rows of the kind ${kind}`);
  return record;
}

function toUnit(unit: string): UnitRow {
  return { kind: 'unit', unit };
}

function toItem(item: string): ItemRow {
  return { kind: 'item', item };
}

function named<Value, S>(value: Value | undefined, toSubject: (value: Value) => S): S | undefined {
  return value === undefined ? undefined : toSubject(value);
}

/** Either side may be empty. */
function parseSignature(text: string): CompositionId | undefined {
  const [trait, carry, ...rest] = text.split('@').map((id) => (id === '' ? '' : parseId(id)));
  return trait === undefined || carry === undefined || rest.length > 0 ? undefined : { trait, carry };
}

function placesWithin(places: readonly string[], region: string): readonly string[] {
  const inside = platformsIn(region);
  return shortestPlaces(platformsOf(places).filter((platform) => inside.includes(platform)));
}

function placesWithout(places: readonly string[], place: string): readonly string[] | undefined {
  const excluded = platformsIn(place);
  const rest = platformsOf(places).filter((platform) => !excluded.includes(platform));
  return rest.length === 0 ? undefined : shortestPlaces(rest);
}

function narrowLp(lp: LpFilter | undefined, from: number | null): LpFilter {
  if (from === null) return { unknown: 'only' };
  const last = from + LP_BAND - 1;
  return { min: Math.max(from, lp?.min ?? from), max: Math.min(last, lp?.max ?? last) };
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

/** A limit excludes unknown ranks; the lowest one excludes nothing else. */
function knownLp(lp: LpFilter | undefined): LpFilter | undefined {
  if (lp === undefined) return { min: LOWEST_LADDER_POINTS };
  const { unknown, ...limits } = lp;
  return unknown === 'only' ? undefined : limits;
}

type Time = NonNullable<Filter['time']>;

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
