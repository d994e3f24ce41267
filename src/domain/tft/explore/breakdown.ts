/**
 * What a breakdown of the explorer is: one record that says how its rows are counted, named, narrowed to and shown. Grammar, checks, SQL,
 * words, tabs and icons derive from the records of `breakdowns.ts`.
 */
import type { Condition, Filter, Range } from './filter.ts';
import { parseId, printId } from './text-parts.ts';
import type { NameLookup } from './word-lists.ts';

/** What a row is about, in ids. The kind begins the key of the row. */
interface Subject {
  readonly kind: string;
}

export type CountedTable = 'tft_board' | 'tft_unit' | 'tft_item';

/** Expressions that depend on the rest of the question. */
interface KeyColumns {
  /** The rank that the filter sees. */
  readonly rank: (column: 'lp' | 'tier') => string;
  readonly region: () => string;
}

export interface BreakdownSql {
  readonly table: CountedTable;
  /** The expression that rows are grouped by. */
  readonly key: string | ((columns: KeyColumns) => string);
  /** The key contains the placement (code * 8 + placement - 1), as the arrays of `tft_board` do. */
  readonly isPlaced?: true;
  /** A board has several keys, or none; then one of them is 0, and that is the baseline. Otherwise the baseline is the sum of all rows. */
  readonly isOverlapping?: true;
  /** On `k`: which keys become rows, where not all do. */
  readonly isRow?: string;
}

/** The names of the codes in ClickHouse. */
export interface KeyCodes {
  id(kind: 'unit' | 'item' | 'trait', code: number): string | undefined;
  traitTier(code: number): { readonly trait: string; readonly tier: number } | undefined;
}

/** The value in the key of a row: what follows `kind:`. */
export interface KeyText<S> {
  readonly print: (subject: S) => string;
  readonly parse: (text: string) => S | undefined;
}

/** A unit, item or trait whose icon stands beside the row. */
export interface EntityRef {
  readonly kind: 'unit' | 'item' | 'trait';
  readonly id: string;
}

/** Filters for the boards of a row, and for all others; undefined: no filter says that (a level between others, all boards). */
interface RowFilters<S> {
  readonly narrow: (filter: Filter, subject: S, of: string) => Filter;
  readonly exclude: (filter: Filter, subject: S, of: string) => Filter | undefined;
}

export interface Breakdown<S extends Subject> extends RowFilters<S> {
  readonly kind: S['kind'];
  /** Label of its tab, and of the first column. */
  readonly tab: string;
  readonly head: string;
  /** Rows are about the copies of one unit, or about the units that hold one item: the question names it as `of`. */
  readonly of?: 'unit' | 'item';
  /** `sequence`: read from one end to the other. `popular`: the most frequent rows first. */
  readonly order: 'ranking' | 'sequence' | 'popular';
  /** Rows of two patches cannot be compared: they would be spread over different rows. */
  readonly isNotCompared?: true;
  readonly sql: BreakdownSql;
  /** Undefined: a code without a name, which happens only while a new one is being handed out. */
  readonly decode: (key: string | number, codes: KeyCodes) => S | undefined;
  readonly text: KeyText<S>;
  readonly words: (subject: S, names: NameLookup) => string;
  readonly icons?: (subject: S) => readonly EntityRef[];
}

/** Checks a record against its subject and keeps the type of both. */
export function breakdown<S extends Subject>(record: Breakdown<S>): Breakdown<S> {
  return record;
}

/** The boards of a row fulfil a condition. */
export function condition<S>(of: (subject: S, of: string) => Condition): RowFilters<S> {
  return {
    narrow: (filter, subject, id) => withCondition(filter, of(subject, id)),
    exclude: (filter, subject, id) => withCondition(filter, { none: [of(subject, id)] }),
  };
}

/**
 * The boards of a row have a value of one field of the filter. The row was counted within the filter, so the filter is narrowed and never
 * replaced: the band of 500 to 599 LP within "from 550 LP" is 550 to 599, and Europe within "Korea and Europe West" is Europe West.
 */
export function field<S, Name extends keyof Filter>(
  name: Name,
  narrow: (present: Filter[Name], subject: S) => Filter[Name],
  exclude: (present: Filter[Name], subject: S) => Filter[Name] | undefined,
): RowFilters<S> {
  return {
    narrow: (filter, subject) => ({ ...filter, [name]: narrow(filter[name], subject) }),
    exclude(filter, subject) {
      const rest = exclude(filter[name], subject);
      return rest === undefined ? undefined : { ...filter, [name]: rest };
    },
  };
}

/** A field with a range, of which the row has one value. */
export function rangeField<S>(
  name: 'level' | 'placement',
  valueOf: (subject: S) => number,
  everything?: Range,
): RowFilters<S> {
  return field<S, typeof name>(
    name,
    (_, subject) => exactly(valueOf(subject)),
    (range, subject) => rangeWithout({ ...everything, ...range }, valueOf(subject)),
  );
}

/** A field with a list, of which the row has one value. `everything`: what an empty list stands for. */
export function listField<S>(
  name: 'tiers' | 'patches',
  valueOf: (subject: S) => string,
  everything: readonly string[] = [],
): RowFilters<S> {
  return field<S, typeof name>(
    name,
    (_, subject) => [valueOf(subject)],
    (list, subject) => {
      const rest = (list.length === 0 ? everything : list).filter((one) => one !== valueOf(subject));
      return rest.length === 0 ? undefined : rest;
    },
  );
}

export function exactly(value: number): Range {
  return { min: value, max: value };
}

function withCondition(filter: Filter, added: Condition): Filter {
  const { where } = filter;
  if (where === undefined) return { ...filter, where: added };
  const others = 'all' in where ? where.all : [where];
  return { ...filter, where: { all: [...others, added] } };
}

/** A range has no gaps: only its ends can be removed. */
function rangeWithout(range: Range, value: number): Range | undefined {
  if (range.min === value) return range.max === value ? undefined : { ...range, min: value + 1 };
  return range.max === value && value > 0 ? { ...range, max: value - 1 } : undefined;
}

export function idText<S>(idOf: (subject: S) => string, toSubject: (id: string) => S): KeyText<S> {
  return {
    print: (subject) => printKeyId(idOf(subject)),
    parse(text) {
      const id = parseId(text);
      return id === undefined ? undefined : toSubject(id);
    },
  };
}

export function countText<S>(countOf: (subject: S) => number, toSubject: (count: number) => S): KeyText<S> {
  return {
    print: (subject) => String(countOf(subject)),
    parse(text) {
      const count = parseCount(text);
      return count === undefined ? undefined : toSubject(count);
    },
  };
}

/** `a+b`: all parts, or undefined if one of them is invalid. */
export function parseAll<Part>(text: string, parse: (text: string) => Part | undefined): Part[] | undefined {
  const parts = text.split('+').map((part) => parse(part));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

export function parseCount(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) ? Number(text) : undefined;
}

/** In keys of rows, `@` is a separator. */
export function printKeyId(id: string): string {
  return printId(id).replaceAll('@', '%40');
}
