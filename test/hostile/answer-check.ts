/**
 * What an answer must be, whatever was asked: no failure of ours (502 for an upstream and 503 must have a Retry-After), of the content type and the shape
 * that the description names for its status, and without anything that must not be seen from outside.
 */
import { Compile } from 'typebox/schema';
import type { ApiDescription, JsonSchema, Operation } from './api-description.ts';
import type { Draft } from './drafts.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface AnswerCheck {
  /** What is wrong with it, in words; null: nothing. */
  faultOf(operation: Operation, draft: Draft, answer: Answer): string | null;
  /** The same for answers to what is no request of any operation. */
  faultOfAny(answer: Answer): string | null;
  /** Whether a value has a shape that the description names. */
  faultOfShared(name: string, value: unknown): string | null;
}

interface Shape {
  /** Null: it fits. */
  faultOf(value: unknown): string | null;
}

/** Of a stack, of our files, of a store's own words. */
const INSIDES =
  /(?:\n|\\n)\s+at \S+ \(|node_modules|node:internal|\/src\/[a-z]|\.ts:\d+|syntax error at or near|violates \w+ constraint|DB::Exception|ECONNREFUSED/;
const SHOWN = 300;

export function createAnswerCheck({ shared }: ApiDescription, secrets: readonly string[]): AnswerCheck {
  const shapes = new Map<JsonSchema, Shape>();
  const shapeOf = (schema: JsonSchema): Shape => {
    const known = shapes.get(schema) ?? compile(schema, shared);
    shapes.set(schema, known);
    return known;
  };
  const problem = shapeOf(shared['Problem'] ?? {});

  function faultOfAny({ status, headers, text }: Answer): string | null {
    if (status >= 500 && !([502, 503].includes(status) && headers['retry-after'] !== undefined))
      return `answered ${status}: ${text.slice(0, SHOWN)}`;
    const told = `${JSON.stringify(headers)}\n${text}`;
    if (secrets.some((secret) => told.includes(secret))) return 'the answer holds a secret';
    const inside = INSIDES.exec(told)?.[0];
    if (inside !== undefined) return `the answer shows our insides: ${JSON.stringify(inside)}`;
    if (status < 400) return null;
    if (typeOf(headers) !== 'application/problem+json')
      return `${status} is ${typeOf(headers)}; expected application/problem+json`;
    const fault = faultOfJson(problem, text) ?? faultOfStatus(text, status);
    return fault === null ? null : `${status} is no Problem: ${fault}`;
  }

  function faultOf(operation: Operation, draft: Draft, answer: Answer): string | null {
    const general = faultOfAny(answer);
    if (general !== null) return general;
    const { status } = answer;
    if (operation.needsToken && !draft.hasToken && status < 400)
      return `answered ${status} without the token that it needs`;
    if (draft.manner === 'valid' && operation.needsToken && !draft.hasToken && status !== 401) {
      const others = holdsNul(draft) ? [400, 429, 503] : [429, 503];
      return others.includes(status) ? null : `answered ${status} without a token; expected 401`;
    }
    const { body } = operation;
    const sent = draft.body;
    if (status < 300 && body !== null && sent !== null && 'value' in sent) {
      const fault = shapeOf(body).faultOf(throughJson(sent.value));
      if (fault !== null) return `took a body that its description refuses (${fault})`;
    }
    return faultOfDescribed(operation, answer);
  }

  function faultOfDescribed({ answers }: Operation, { status, headers, text }: Answer): string | null {
    const contents = answers.get(String(status)) ?? (status < 400 ? undefined : answers.get('default'));
    if (contents === undefined) return `${status} is not in the description`;
    if (contents.size === 0 || text === '') return null;
    const type = typeOf(headers);
    const [, schema] = [...contents].find(([pattern]) => fitsType(pattern, type)) ?? [];
    if (schema === undefined)
      return `${status} is ${type}; the description says ${[...contents.keys()].join(', ')}`;
    if (!type.endsWith('json')) return null;
    const fault = faultOfJson(shapeOf(schema), text);
    // A client that asks too often is refused before the operation is reached, and so in the form of all operations.
    if (status === 429) return null;
    return fault === null ? null : `${status} does not fit its description: ${fault}`;
  }

  return { faultOf, faultOfAny, faultOfShared: (name, value) => shapeOf(shared[name] ?? {}).faultOf(value) };
}

function faultOfStatus(text: string, status: number): string | null {
  const told = (JSON.parse(text) as { readonly status: unknown }).status;
  return told === status ? null : `it says ${String(told)}`;
}

function compile(schema: JsonSchema, shared: ApiDescription['shared']): Shape {
  const validator = Compile({ ...schema, components: { schemas: shared } });
  return {
    faultOf(value) {
      if (validator.Check(value)) return null;
      const [, errors] = validator.Errors(value);
      const first = errors.find(({ keyword }) => keyword !== 'anyOf') ?? errors[0];
      return `${first?.instancePath ?? ''} ${first?.message ?? 'does not fit'}`.slice(0, SHOWN);
    },
  };
}

function faultOfJson(shape: Shape, text: string): string | null {
  try {
    return shape.faultOf(JSON.parse(text));
  } catch {
    return `it is not JSON: ${text.slice(0, 80)}`;
  }
}

function typeOf(headers: Answer['headers']): string {
  const [type = ''] = String(headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

function fitsType(pattern: string, type: string): boolean {
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

/** As the server sees it: what JSON cannot say is gone. */
function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

/** In the address: that is refused at the door, before anybody is asked for a token. */
function holdsNul({ parameters }: Draft): boolean {
  return JSON.stringify(parameters).includes(String.raw`\u0000`);
}
