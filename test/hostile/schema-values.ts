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
      const required = new Set(listIn(resolve(schema), 'required'));
      return propertiesOf(resolve(schema)).map(([name]) => ({ name, isRequired: required.has(name) }));
    },
  };
}

interface Making {
  readonly resolve: (schema: JsonSchema) => JsonSchema;
  /** Values may also lie just beyond their bounds. */
  readonly strays: boolean;
}

function fitting(make: Making, referring: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const schema = make.resolve(referring);
  if ('const' in schema) return fc.constant(schema['const']);
  const choices = listIn(schema, 'enum');
  if (choices.length > 0) return fc.constantFrom(...choices);
  const variants = variantsOf(schema);
  if (variants.length > 0) {
    const plain = variants.filter((variant) => !holdsReference(variant));
    const open = depth >= MAX_DEPTH && plain.length > 0 ? plain : variants;
    return fc.oneof(...open.map((variant) => fitting(make, variant, depth + 1)));
  }
  const all = schemasIn(schema, 'allOf');
  if (all.length > 0)
    return fc
      .tuple(...all.map((part) => fitting(make, part, depth + 1)))
      .map((parts) => Object.assign({}, ...parts.map(Object)) as unknown);
  const examples = listIn(schema, 'examples');
  const beyond = make.strays ? outsideOf(schema) : null;
  const within = byType(make, schema, depth);
  const made = beyond === null ? within : fc.oneof(within, beyond);
  return examples.length === 0 ? made : fc.oneof(fc.constantFrom(...examples), made);
}

function byType(make: Making, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  switch (schema['type']) {
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.integer(bounds(schema, 1));
    case 'number':
      return fc.double({ ...bounds(schema, 0), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { minItems = 0, maxItems = MAX_ITEMS } = schema as { minItems?: number; maxItems?: number };
      const most = depth >= MAX_DEPTH ? minItems : Math.max(minItems, Math.min(maxItems, MAX_ITEMS));
      return fc.array(fitting(make, schemaIn(schema, 'items'), depth + 1), {
        minLength: minItems,
        maxLength: most,
      });
    }
    case 'object':
      return objects(make, schema, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects(make: Making, schema: JsonSchema, depth: number): fc.Arbitrary<object> {
  const properties = propertiesOf(schema);
  const required = new Set(listIn(schema, 'required'));
  const made = properties.map(([name, inner]): [string, fc.Arbitrary<unknown>] => [
    name,
    fitting(make, inner, depth + 1),
  ]);
  const [pattern] = Object.values(schemaIn(schema, 'patternProperties')) as JsonSchema[];
  if (properties.length === 0 && pattern !== undefined)
    return fc.dictionary(fc.string({ minLength: 1 }), fitting(make, pattern, depth + 1), {
      maxKeys: MAX_ITEMS,
    });
  return fc.record(Object.fromEntries(made), {
    requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
  });
}

function texts(schema: JsonSchema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 200, pattern, format } = schema as TextRules;
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time')
    return fc
      .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  if (pattern === DAY_PATTERN) return fc.oneof(days, days, fc.stringMatching(new RegExp(pattern)));
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).filter(fits);
  const plain = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 20) });
  return fc.oneof(plain, plain, hostileText.filter(fits));
}

/** Most texts of this form are no day; those that are one lead further in. */
const DAY_PATTERN = String.raw`^\d{4}-\d{2}-\d{2}$`;
const days = fc.oneof(
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31', '2026-02-30', '2026-13-01'),
);

interface TextRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Just beyond what is allowed; null: nothing is said of it. */
function outsideOf(schema: JsonSchema): fc.Arbitrary<unknown> | null {
  const { minimum, maximum, maxLength, maxItems } = schema as Record<string, number | undefined>;
  const values: unknown[] = [];
  if (minimum !== undefined) values.push(minimum - 1, minimum - 0.5, -1e300);
  if (maximum !== undefined) values.push(maximum + 1, maximum + 0.5, 1e300);
  if (maxLength !== undefined) values.push('x'.repeat(Math.min(maxLength, 100_000) + 1));
  if (maxItems !== undefined) values.push(Array.from({ length: Math.min(maxItems, 10_000) + 1 }, () => 1));
  return values.length === 0 ? null : fc.constantFrom(...values);
}

function bounds(schema: JsonSchema, step: number): { min: number; max: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<
    string,
    number | undefined
  >;
  const min = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step);
  const max = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - step);
  return { min: min ?? Math.min(-0x8000_0000, max ?? 0), max: max ?? Math.max(0x7fff_ffff, min ?? 0) };
}

function variantsOf(schema: JsonSchema): JsonSchema[] {
  return [...schemasIn(schema, 'anyOf'), ...schemasIn(schema, 'oneOf')];
}

function holdsReference(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref"');
}

function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  return Object.entries(schemaIn(schema, 'properties')) as [string, JsonSchema][];
}

function listIn(schema: JsonSchema, keyword: string): unknown[] {
  const value = schema[keyword];
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function schemasIn(schema: JsonSchema, keyword: string): JsonSchema[] {
  return listIn(schema, keyword) as JsonSchema[];
}

function schemaIn(schema: JsonSchema, keyword: string): JsonSchema {
  const value = schema[keyword];
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {};
}
