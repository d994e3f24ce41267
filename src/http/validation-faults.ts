/**
 * A schema's complaints in words for the person who sent the request: where the fault is and what was expected there.
 * Never the value that was sent: it may be a secret in the wrong field.
 */
import type { Problem } from '#/contract/problem.ts';

export type Fault = NonNullable<Problem['errors']>[number];

/** The shape that TypeBox and Ajv share. */
export interface SchemaComplaint {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

const MAX_FAULTS = 10;

/** `part` is Fastify's word for the place: `body`, `querystring`, `params` or `headers`. */
export function toFaults(complaints: readonly SchemaComplaint[], part: string): Fault[] {
  const place = part === 'querystring' ? 'query' : part === 'params' ? 'path' : part;
  const faults = complaints.flatMap((complaint) => faultsOf(complaint, place));
  const joined = new Map<string, Set<string>>();
  for (const { where, expected } of faults) joined.set(where, (joined.get(where) ?? new Set()).add(expected));
  return [...joined]
    .slice(0, MAX_FAULTS)
    .map(([where, expected]) => ({ where, expected: [...expected].join('; ') }));
}

function faultsOf(complaint: SchemaComplaint, place: string): Fault[] {
  const where = `${place}${complaint.instancePath}`;
  const at = (name: unknown): string => `${where}/${String(name).slice(0, 100)}`;
  switch (complaint.keyword) {
    case 'required':
      return namesIn(complaint.params['requiredProperties']).map((name) => ({
        where: at(name),
        expected: 'to be given',
      }));
    case 'additionalProperties':
      return namesIn(complaint.params['additionalProperties']).map((name) => ({
        where: at(name),
        expected: 'to be left out: there is no such field',
      }));
    // These repeat, in the schema's own terms, what their neighbours in the list already say.
    case 'boolean':
    case 'anyOf':
    case 'oneOf':
    case 'if':
      return [];
    default:
      return [{ where, expected: expectationOf(complaint) }];
  }
}

function expectationOf({ keyword, params, message }: SchemaComplaint): string {
  switch (keyword) {
    case 'type':
      return namesIn(params['type']).map(withArticle).join(' or ');
    case 'enum':
      return `one of ${namesIn(params['allowedValues']).join(', ')}`;
    case 'const':
      return `exactly ${String(params['allowedValue'])}`;
    case 'minimum':
      return `at least ${String(params['limit'])}`;
    case 'maximum':
      return `at most ${String(params['limit'])}`;
    case 'exclusiveMinimum':
      return `more than ${String(params['limit'])}`;
    case 'exclusiveMaximum':
      return `less than ${String(params['limit'])}`;
    case 'multipleOf':
      return `a multiple of ${String(params['multipleOf'])}`;
    case 'minLength':
      return `at least ${counted(params['limit'], 'character')}`;
    case 'maxLength':
      return `at most ${counted(params['limit'], 'character')}`;
    case 'minItems':
      return `at least ${counted(params['limit'], 'item')}`;
    case 'maxItems':
      return `at most ${counted(params['limit'], 'item')}`;
    case 'uniqueItems':
      return 'no item twice';
    case 'pattern':
      return `text that matches ${String(params['pattern'])}`;
    case 'format':
      return `text in the form ${String(params['format'])}`;
    default:
      return message ?? 'something else';
  }
}

const TYPE_WORDS = new Map([
  ['integer', 'a whole number'],
  ['null', 'null'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['string', 'text'],
]);

function withArticle(type: string): string {
  return TYPE_WORDS.get(type) ?? `a ${type}`;
}

function counted(limit: unknown, noun: string): string {
  return `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`;
}

function namesIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}
