/**
 * Checks a parsed body against the schema of the fields that are read. For a body that does not fit, reports where the first fault is, what was
 * found and what was expected. A schema is compiled at its first use, which takes milliseconds; a check then takes microseconds.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

export interface BodyShape<Body> {
  fits(value: unknown): value is Body;
  /** Only for a value that does not fit. */
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
      // "No variant fits" is less helpful than why the first one does not.
      const complaint = complaints.find(({ keyword }) => keyword !== 'anyOf') ?? complaints[0];
      return complaint === undefined ? 'the body does not fit' : formatFault(complaint, value);
    },
  };
}

function formatFault(complaint: Complaint, body: unknown): string {
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

/** Undefined if the last step does not exist. */
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

/** Always short, without the contents of lists and objects, which can have any size and depth. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value !== 'string') return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  const shown = JSON.stringify(value.slice(0, SHOWN_CHARACTERS));
  return value.length > SHOWN_CHARACTERS ? `${shown}… (${value.length} characters)` : shown;
}

/**
 * The field types of schemas of upstream bodies. Each has a bound that no real body reaches, so that a valid value can be held, stored and
 * counted. Lists of values are never closed, because upstreams add to them without notice. Objects allow unknown fields.
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

/** May be absent or null: upstreams do both for unknown values. */
export function maybe<Field extends TSchema>(field: Field) {
  return Type.Optional(Type.Union([field, Type.Null()]));
}
