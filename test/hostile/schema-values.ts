/**
 * Values from a schema: those that fit it, and those of which some places do not. Written for the keywords that our own description has;
 * a keyword that it does not know is passed over, so what is made may then not fit, which is tried all the same.
 */
import fc from 'fast-check';
import type { JsonSchema } from './api-description.ts';
import { hostileText } from './hostile-text.ts';
import { mutate, mutations } from './mutations.ts';

export interface SchemaValues {
  readonly fitting: (schema: JsonSchema) => fc.Arbitrary<unknown>;
  /** Mostly: what is wrong by one reading may be right by another (a text where any value is allowed). */
  readonly spoiled: (schema: JsonSchema) => fc.Arbitrary<unknown>;
  /** Its properties, if it has any, and whether they must be there. */
  readonly fieldsOf: (
    schema: JsonSchema,
  ) => readonly { readonly name: string; readonly isRequired: boolean }[];
}

/** Conditions hold conditions: below this many levels, only what holds nothing. */
const MAX_DEPTH = 5;
const MAX_ITEMS = 4;

export function createSchemaValues(shared: Readonly<Record<string, JsonSchema>>): SchemaValues {
  const resolve = (schema: JsonSchema): JsonSchema => {
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
    if (name === undefined) return schema;
    const found = shared[name];
    if (found === undefined) throw new Error(`the description refers to ${name}, which it does not have`);
    return found;
  };
  return {
    fitting: (schema) => fitting({ resolve, strays: false }, schema, 0),
    spoiled(schema) {
      const changed = fc
        .tuple(fitting({ resolve, strays: false }, schema, 0), mutations)
        .map(([value, steps]) => mutate(value, steps) ?? null);
      return fc.oneof(changed, fitting({ resolve, strays: true }, schema, 0));
    },
    fieldsOf(schema) {
      const { properties = {}, required = [] } = resolve(schema) as Rules;
      return Object.keys(properties).map((name) => ({ name, isRequired: required.includes(name) }));
    },
  };
}

interface Making {
  readonly resolve: (schema: JsonSchema) => JsonSchema;
  /** Values may also lie just beyond their bounds. */
  readonly strays: boolean;
}

/** The keywords that are read. */
interface Rules {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly example?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

function fitting(make: Making, referring: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const rules = make.resolve(referring) as Rules;
  if ('const' in rules) return fc.constant(rules.const);
  if (rules.enum !== undefined) return fc.constantFrom(...rules.enum);
  if (rules.anyOf !== undefined) {
    const plain = rules.anyOf.filter((variant) => !JSON.stringify(variant).includes('"$ref"'));
    const open = depth >= MAX_DEPTH && plain.length > 0 ? plain : rules.anyOf;
    return fc.oneof(...open.map((variant) => fitting(make, variant, depth + 1)));
  }
  const more = make.strays ? beyond(rules) : [];
  if (rules.example !== undefined) more.push(rules.example);
  const made = byType(make, rules, depth);
  return more.length === 0 ? made : fc.oneof(made, fc.constantFrom(...more));
}

function byType(make: Making, rules: Rules, depth: number): fc.Arbitrary<unknown> {
  const { minimum, maximum, minItems = 0, maxItems = MAX_ITEMS, properties = {}, required = [] } = rules;
  const min = minimum ?? Math.min(-0x8000_0000, maximum ?? 0);
  const max = maximum ?? Math.max(0x7fff_ffff, min);
  const most = depth >= MAX_DEPTH ? minItems : Math.max(minItems, Math.min(maxItems, MAX_ITEMS));
  switch (rules.type) {
    case 'string':
      return texts(rules);
    case 'integer':
      return fc.integer({ min, max });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(make, rules.items ?? {}, depth + 1), { minLength: minItems, maxLength: most });
    case 'object': {
      const made = Object.entries(properties).map(([name, inner]) => [name, fitting(make, inner, depth + 1)]);
      const fields = Object.fromEntries(made) as Record<string, fc.Arbitrary<unknown>>;
      return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
    }
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Most texts of this form are no day; those that are one lead further in. */
const DAY_PATTERN = String.raw`^\d{4}-\d{2}-\d{2}$`;
const UNUSUAL_DAYS = ['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31', '2026-02-30', '2026-13-01'];
const times = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const days = fc.oneof(
  times.map((time) => time.slice(0, 10)),
  fc.constantFrom(...UNUSUAL_DAYS),
);

function texts({ minLength = 0, maxLength = 200, pattern, format }: Rules): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return times;
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  if (pattern === DAY_PATTERN) return fc.oneof(days, days, fc.stringMatching(new RegExp(pattern)));
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter(fits);
  const plain = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) });
  return fc.oneof(plain, plain, hostileText.filter(fits));
}

/** Just beyond what is allowed. */
function beyond({ minimum, maximum, maxLength, maxItems }: Rules): unknown[] {
  const values: unknown[] = [];
  if (minimum !== undefined) values.push(minimum - 1, minimum - 0.5, -1e300);
  if (maximum !== undefined) values.push(maximum + 1, maximum + 0.5, 1e300);
  if (maxLength !== undefined) values.push('x'.repeat(Math.min(maxLength, 100_000) + 1));
  if (maxItems !== undefined) values.push(Array.from({ length: Math.min(maxItems, 10_000) + 1 }, () => 1));
  return values;
}
