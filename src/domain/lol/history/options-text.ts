/**
 * The options of a history as the query of an address, and back: `zone=Europe/Berlin&dayStart=05:00&gap=45&queue=420,440&role=MIDDLE`. What
 * is as it would be without a word is left out, lists are in order and without repetition, so equal options have equal text.
 *
 * Any text may be given: it is read, or refused with all that is wrong in it (which parameter, its value, what was expected). Nothing is
 * guessed, and no parameter is overlooked; a route's own parameters must be taken out before.
 */
import { createFaultList, nearestNames } from '#/domain/tft/explore/faults.ts';
import { DEFAULT_OPTIONS, OPTION_LIMITS, type HistoryOptions } from './history-options.ts';
import { knownZone, parseDay } from './local-clock.ts';
import { ROLES, type Role } from './played-game.ts';

export interface OptionFault {
  /** The parameter. */
  readonly where: string;
  readonly value: string;
  readonly expected: string;
}

export type ParsedOptions =
  | { readonly type: 'ok'; readonly options: HistoryOptions }
  | { readonly type: 'refused'; readonly faults: readonly OptionFault[] };

interface Parameter {
  readonly expected: string;
  /** Undefined: it is as it would be without. */
  readonly print: (options: HistoryOptions) => string | undefined;
  /** Undefined: it cannot be read. */
  readonly read: (text: string) => Partial<HistoryOptions> | undefined;
}

const { leastGapMinutes, mostGapMinutes, listLength, mostQueue, mostChampion } = OPTION_LIMITS;
const LONGEST_TEXT = 1_000;

const PARAMETERS: Readonly<Record<string, Parameter>> = {
  zone: {
    expected: 'the IANA name of a time zone: Europe/Berlin, Asia/Seoul, UTC',
    print: ({ zone }) => unlessDefault(zone, DEFAULT_OPTIONS.zone),
    read: (text) => whenRead(knownZone(text), (zone) => ({ zone })),
  },
  dayStart: {
    expected: 'a time of the day, HH:MM, from 00:00 to 23:59: 05:00',
    print: ({ dayStartMinutes }) =>
      dayStartMinutes === DEFAULT_OPTIONS.dayStartMinutes ? undefined : printTime(dayStartMinutes),
    read: (text) => whenRead(parseTime(text), (dayStartMinutes) => ({ dayStartMinutes })),
  },
  gap: {
    expected: `a whole number of minutes from ${leastGapMinutes} to ${mostGapMinutes}`,
    print: ({ gapMinutes }) => unlessDefault(String(gapMinutes), String(DEFAULT_OPTIONS.gapMinutes)),
    read: (text) =>
      whenRead(parseNumber(text, mostGapMinutes, leastGapMinutes), (gapMinutes) => ({ gapMinutes })),
  },
  queue: {
    expected: `up to ${listLength} numbers of queues: 420 or 420,440`,
    print: ({ queues }) => printList(queues),
    read: (text) => whenRead(parseNumbers(text, mostQueue), (queues) => ({ queues })),
  },
  role: {
    expected: `roles: ${ROLES.join(', ')}; several with commas`,
    print: ({ roles }) => printList(roles),
    read: (text) => whenRead(parseRoles(text), (roles) => ({ roles })),
  },
  champion: {
    expected: `up to ${listLength} ids of champions: 103 or 103,64`,
    print: ({ champions }) => printList(champions),
    read: (text) => whenRead(parseNumbers(text, mostChampion), (champions) => ({ champions })),
  },
  from: {
    expected: 'a day of the calendar: 2026-11-01',
    print: ({ from }) => from ?? undefined,
    read: (text) => whenRead(parseDay(text), () => ({ from: text })),
  },
  until: {
    expected: 'a day of the calendar, not before the first: 2026-11-30',
    print: ({ until }) => until ?? undefined,
    read: (text) => whenRead(parseDay(text), () => ({ until: text })),
  },
};
const NAMES = Object.keys(PARAMETERS);

/** Without `?`. */
export function printHistoryOptions(options: HistoryOptions): string {
  return Object.entries(PARAMETERS)
    .flatMap(([name, { print }]) => {
      const text = print(options);
      return text === undefined ? [] : [`${name}=${encodeValue(text)}`];
    })
    .join('&');
}

/** Of values that are decoded already, as servers and `URLSearchParams` give them. */
export function parseHistoryOptions(query: Readonly<Record<string, string | undefined>>): ParsedOptions {
  const list = createFaultList();
  const read: Partial<HistoryOptions>[] = [];
  for (const [name, text] of Object.entries(query)) {
    if (text === undefined) continue;
    const parameter = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
    const part = text.length > LONGEST_TEXT ? undefined : parameter?.read(text);
    if (part === undefined) list.add(name, text, parameter?.expected ?? expectedNames(name));
    else read.push(part);
  }
  const options: HistoryOptions = Object.assign({}, DEFAULT_OPTIONS, ...read);
  const { from, until } = options;
  if (from !== null && until !== null && until < from)
    list.add('until', until, `a day that is not before ${from}`);
  return list.faults.length === 0 ? { type: 'ok', options } : { type: 'refused', faults: list.faults };
}

function expectedNames(name: string): string {
  return `one of the parameters ${nearestNames(name, NAMES, NAMES.length).join(', ')}`;
}

function whenRead<Value>(
  value: Value | undefined,
  toPart: (value: Value) => Partial<HistoryOptions>,
): Partial<HistoryOptions> | undefined {
  return value === undefined ? undefined : toPart(value);
}

function parseTime(text: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  const isTime = hours !== undefined && Number(hours) < 24 && Number(minutes) < 60;
  return isTime ? Number(hours) * 60 + Number(minutes) : undefined;
}

export function printTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function parseNumber(text: string, most: number, least = 0): number | undefined {
  if (!/^\d{1,6}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

function parseNumbers(text: string, most: number): readonly number[] | undefined {
  const numbers = text.split(',').map((one) => parseNumber(one, most));
  const known = numbers.filter((one) => one !== undefined);
  const sorted = [...new Set(known)].toSorted((a, b) => a - b);
  return known.length === numbers.length && sorted.length <= listLength ? sorted : undefined;
}

/** In the order of the map, whatever the order in the text; small letters will do. */
function parseRoles(text: string): readonly Role[] | undefined {
  const asked = new Set(text.toUpperCase().split(','));
  const roles = ROLES.filter((role) => asked.has(role));
  return roles.length === asked.size ? roles : undefined;
}

function printList(list: readonly (string | number)[]): string | undefined {
  return list.length === 0 ? undefined : list.join(',');
}

function unlessDefault(value: string, usual: string): string | undefined {
  return value === usual ? undefined : value;
}

/** Commas, colons and slashes may stand in a query as they are, and read better. */
function encodeValue(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:2C|3A|2F)/g, decodeURIComponent);
}
