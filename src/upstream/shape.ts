/**
 * Checks a parsed body against the schema of the fields that we read, and says of a body that does not fit where the first fault
 * is, what was found there and what was expected. Compiled once; a body that fits costs microseconds.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

export interface BodyShape<Body> {
  fits(value: unknown): value is Body;
  /** Only for what does not fit. */
  describeFault(value: unknown): string;
}

interface Complaint {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

export function compileShape<Schema extends TSchema>(schema: Schema): BodyShape<Static<Schema>> {
  let compiled: ReturnType<typeof Compile<Schema>> | undefined;
  const validator = () => (compiled ??= Compile(schema));
  return {
    fits: (value): value is Static<Schema> => validator().Check(value),
    describeFault(value) {
      const complaints: Complaint[] = validator().Errors(value);
      // That no variant fits says less than why the first one does not.
      const complaint = complaints.find(({ keyword }) => keyword !== 'anyOf') ?? complaints[0];
      return complaint === undefined ? 'the body does not fit' : tellFault(complaint, value);
    },
  };
}

function tellFault(complaint: Complaint, body: unknown): string {
  const { keyword, instancePath, params } = complaint;
  const missing = keyword === 'required' ? `/${firstOf(params, 'requiredProperties')}` : '';
  const path = (instancePath + missing).slice(1).replaceAll('/', '.').slice(0, 200);
  const found = missing === '' ? valueAt(body, instancePath) : undefined;
  const place = path === '' ? 'the body' : path;
  return `${place} is ${describeValue(found)}; expected ${missing === '' ? expectation(complaint) : 'it to be there'}`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a finite number',
  boolean: 'true or false',
};

function expectation({ keyword, params, message }: Complaint): string {
  const limit = firstOf(params, 'limit');
  switch (keyword) {
    case 'type': {
      const type = firstOf(params, 'type');
      return TYPE_WORDS[type] ?? type;
    }
    case 'minimum':
      return `at least ${limit}`;
    case 'maximum':
      return `at most ${limit}`;
    case 'maxLength':
      return `at most ${limit} characters`;
    case 'maxItems':
      return `at most ${limit} entries`;
    default:
      return message.slice(0, 100);
  }
}

function firstOf(params: object, key: string): string {
  const value: unknown = Reflect.get(params, key);
  return String(Array.isArray(value) ? value[0] : value);
}

/** The last step may lead nowhere: then it is told as missing. */
function valueAt(body: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), body);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const SHOWN_CHARACTERS = 40;

/** Short whatever it is, and never the inside of a list or an object: it may be of any size and depth. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== 'string') return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  const shown = JSON.stringify(value.slice(0, SHOWN_CHARACTERS));
  return value.length > SHOWN_CHARACTERS ? `${shown}… (${value.length} characters)` : shown;
}

/**
 * The field types that schemas of upstream bodies are made of. Each has a bound that no honest body reaches, so that whatever
 * was validated can be held, stored and counted; none closes a list of values, because upstreams add to theirs without a word.
 * Objects always allow fields that we do not know.
 */

export function text(maxLength = 200) {
  return Type.String({ maxLength });
}

/** Exact in a JavaScript number, and in a 64-bit column. */
export function whole() {
  return Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
}

/** A count, an id, a score: fits a signed 32-bit column. */
export function count() {
  return Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 });
}

/** Finite: `1e999` is valid JSON and reads as infinity. */
export function decimal() {
  return Type.Number({ minimum: -1e15, maximum: 1e15 });
}

/** Milliseconds since 1970, up to what a date can hold. */
export function timestampMs() {
  return Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
}

export function list<Item extends TSchema>(item: Item, maxItems: number) {
  return Type.Array(item, { maxItems });
}

/** May be left out, and may be null: upstreams do both for what they do not know. */
export function maybe<Field extends TSchema>(field: Field) {
  return Type.Optional(Type.Union([field, Type.Null()]));
}
