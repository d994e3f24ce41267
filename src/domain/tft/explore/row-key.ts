/**
 * What a row is about in one word: `unit:x`, `trait:y@2`, `build:a+b+c`, `lp:500`, `composition:y@x+y@z`. It names the row in a table and is
 * how the boards behind it are asked for. A composition's key has all signatures that were joined, the biggest first, so that it means
 * the same boards for as long as somebody keeps it; its core units are not in it, and come back empty.
 */
import { parseHour } from './hour-text.ts';
import { parseId, printId } from './id-text.ts';
import { QUESTION_LIMITS, type Breakdown, type CompositionId, type RowSubject } from './question.ts';

type Kind = RowSubject['kind'];

/** How what follows the kind is printed and parsed. */
interface ValueText<Subject> {
  readonly print: (subject: Subject) => string;
  readonly parse: (text: string) => Subject | undefined;
}

const KIND_OF: Readonly<Record<Breakdown, Kind>> = {
  total: 'total',
  unit: 'unit',
  item: 'item',
  trait: 'trait',
  level: 'level',
  placement: 'placement',
  platform: 'platform',
  region: 'region',
  tier: 'tier',
  lp: 'lp',
  day: 'day',
  patch: 'patch',
  composition: 'composition',
  'unit-item': 'item',
  'unit-build-2': 'build',
  'unit-build-3': 'build',
  'unit-stars': 'stars',
  'unit-items': 'item-count',
  'item-holder': 'unit',
};
const UNKNOWN = 'unknown';

type Subject<K extends Kind> = Extract<RowSubject, { kind: K }>;
type ValueTexts = { readonly [K in Kind]: ValueText<Subject<K>> };

const VALUE_TEXTS: ValueTexts = {
  total: { print: () => '', parse: (text) => (text === '' ? { kind: 'total' } : undefined) },
  unit: idText(
    ({ unit }) => unit,
    (unit) => ({ kind: 'unit', unit }),
  ),
  item: idText(
    ({ item }) => item,
    (item) => ({ kind: 'item', item }),
  ),
  trait: { print: ({ trait, tier }) => `${printKeyId(trait)}@${tier}`, parse: parseTrait },
  build: {
    print: ({ items }) => items.map((item) => printKeyId(item)).join('+'),
    parse: (text) => when(parseAll(text, parseId), (items) => ({ kind: 'build', items })),
  },
  stars: countText(
    ({ stars }) => stars,
    (stars) => ({ kind: 'stars', stars }),
  ),
  'item-count': countText(
    ({ count }) => count,
    (count) => ({ kind: 'item-count', count }),
  ),
  level: countText(
    ({ level }) => level,
    (level) => ({ kind: 'level', level }),
  ),
  placement: countText(
    ({ placement }) => placement,
    (placement) => ({ kind: 'placement', placement }),
  ),
  platform: idText(
    ({ platform }) => platform,
    (platform) => ({ kind: 'platform', platform }),
  ),
  region: idText(
    ({ region }) => region,
    (region) => ({ kind: 'region', region }),
  ),
  tier: idText(
    ({ tier }) => tier,
    (tier) => ({ kind: 'tier', tier }),
  ),
  lp: { print: ({ from }) => (from === null ? UNKNOWN : String(from)), parse: parseLp },
  day: {
    print: ({ day }) => day,
    parse: (text) =>
      text.length === 10 && parseHour(text) !== undefined ? { kind: 'day', day: text } : undefined,
  },
  patch: idText(
    ({ patch }) => patch,
    (patch) => ({ kind: 'patch', patch }),
  ),
  composition: {
    print: ({ members }) =>
      members.map(({ trait, carry }) => `${printKeyId(trait)}@${printKeyId(carry)}`).join('+'),
    parse: (text) =>
      when(parseAll(text, parseSignature), (members) => ({ kind: 'composition', members, units: [] })),
  },
};

export function printRowKey(subject: RowSubject): string {
  const value = (VALUE_TEXTS[subject.kind] as ValueText<RowSubject>).print(subject);
  return value === '' ? subject.kind : `${subject.kind}:${value}`;
}

/** Undefined: it is the key of no row of that breakdown. */
export function parseRowKey(by: Breakdown, key: string): RowSubject | undefined {
  if (key.length > QUESTION_LIMITS.textLength) return undefined;
  const kind = KIND_OF[by];
  const colon = key.indexOf(':');
  const [name, value] = colon === -1 ? [key, ''] : [key.slice(0, colon), key.slice(colon + 1)];
  if (name !== kind) return undefined;
  const subject = VALUE_TEXTS[kind].parse(value);
  const buildSize = by === 'unit-build-2' ? 2 : 3;
  return subject?.kind === 'build' && subject.items.length !== buildSize ? undefined : subject;
}

function idText<Subject>(
  idOf: (subject: Subject) => string,
  toSubject: (id: string) => Subject,
): ValueText<Subject> {
  return { print: (subject) => printKeyId(idOf(subject)), parse: (text) => when(parseId(text), toSubject) };
}

function countText<Subject>(
  countOf: (subject: Subject) => number,
  toSubject: (count: number) => Subject,
): ValueText<Subject> {
  return { print: (subject) => String(countOf(subject)), parse: (text) => when(parseCount(text), toSubject) };
}

function parseTrait(text: string): Subject<'trait'> | undefined {
  const [id = '', tier = '', ...rest] = text.split('@');
  const trait = parseId(id);
  const number = parseCount(tier);
  if (trait === undefined || number === undefined || rest.length > 0) return undefined;
  return { kind: 'trait', trait, tier: number };
}

function parseLp(text: string): Subject<'lp'> | undefined {
  if (text === UNKNOWN) return { kind: 'lp', from: null };
  return /^(?:0|-?[1-9]\d{0,4})$/.test(text) ? { kind: 'lp', from: Number(text) } : undefined;
}

/** Either side may be empty. */
function parseSignature(text: string): CompositionId | undefined {
  const [trait, carry, ...rest] = text.split('@').map((id) => (id === '' ? '' : parseId(id)));
  return trait === undefined || carry === undefined || rest.length > 0 ? undefined : { trait, carry };
}

function parseAll<Part>(text: string, parse: (text: string) => Part | undefined): Part[] | undefined {
  const parts = text.split('+').map((part) => parse(part));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function parseCount(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) ? Number(text) : undefined;
}

/** `@` joins, here. */
function printKeyId(id: string): string {
  return printId(id).replaceAll('@', '%40');
}

function when<Value, Subject>(
  value: Value | undefined,
  toSubject: (value: Value) => Subject,
): Subject | undefined {
  return value === undefined ? undefined : toSubject(value);
}
