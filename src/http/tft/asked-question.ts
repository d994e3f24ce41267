/**
 * From a request to a question that can be answered, or to the refusal that names what is wrong, where, and what would be right. A value
 * is repeated only when it is a short plain id: anything else may be a secret in the wrong field.
 */
import type { Problem } from '#/contract/problem.ts';
import {
  checkQuestion,
  type KnownIds,
  type PartialQuestion,
  type QuestionFault,
} from '#/domain/tft/explore/question-check.ts';
import { parseQuestion } from '#/domain/tft/explore/question-text.ts';
import type { Question } from '#/domain/tft/explore/question.ts';
import { HttpProblem } from '../problems.ts';

/** As Fastify parses it: what is there twice is a list. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const HARMLESS = /^[a-z0-9_.@:+-]{1,40}$/i;

/** The fields of a question by the parameters that set them. */
const PARAMETERS: ReadonlyMap<string, string> = new Map([
  ['patches', 'patch'],
  ['comparedPatch', 'versus'],
  ['places', 'place'],
  ['queues', 'queue'],
  ['tiers', 'tier'],
  ['placement', 'placed'],
  ['minN', 'min'],
  ['pageSize', 'size'],
]);

export function questionInQuery(query: Query, known: KnownIds): Question {
  const values: [string, string][] = [];
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string') values.push([name, value]);
    else throw refusal([{ where: `query/${shorten(name)}`, expected: 'to be given once' }]);
  }
  const parsed = parseQuestion(Object.fromEntries(values));
  if (parsed.type === 'refused') throw refuse(parsed.faults, (where) => `query/${where}`);
  return checked(parsed.question, known, inQuery);
}

export function questionInBody(body: PartialQuestion, known: KnownIds): Question {
  return checked(body, known, inBody);
}

function checked(partial: PartialQuestion, known: KnownIds, place: (where: string) => string): Question {
  const outcome = checkQuestion(partial, known);
  if (outcome.type === 'refused') throw refuse(outcome.faults, place);
  return outcome.question;
}

/** `filter.where.all[1].unit` → `body/filter/where/all/1/unit`. */
function inBody(where: string): string {
  return ['body', ...stepsOf(where)].join('/');
}

/** The same of an address → `query/where/all/1/unit`. */
function inQuery(where: string): string {
  const [first = '', ...rest] = stepsOf(where).filter((step, at) => at > 0 || step !== 'filter');
  if (first === 'time') return ['query', ...rest].join('/');
  return ['query', PARAMETERS.get(first) ?? first, ...rest].join('/');
}

function stepsOf(where: string): string[] {
  return where.split(/[.[\]]+/).filter((step) => step !== '');
}

function refuse(faults: readonly QuestionFault[], place: (where: string) => string): HttpProblem {
  return refusal(
    faults.map(({ where, value, expected }) => ({ where: place(where), ...told(value, expected) })),
  );
}

interface ToldFault {
  readonly where: string;
  readonly expected: string;
  /** Only when it may be repeated. */
  readonly value?: string;
}

function told(value: string, expected: string): Omit<ToldFault, 'where'> {
  if (HARMLESS.test(value)) return { value, expected };
  if (value === '') return { expected };
  return { expected: expected.replaceAll(value, '…').replaceAll(value.toLowerCase(), '…') };
}

export function refusal(faults: readonly ToldFault[]): HttpProblem {
  const [first] = faults;
  const given = first?.value === undefined ? '' : ` is '${first.value}'`;
  const detail =
    first === undefined
      ? 'This question cannot be asked.'
      : `This question cannot be asked: ${first.where}${given}; expected ${first.expected}.`;
  const errors: NonNullable<Problem['errors']> = faults.map(({ where, expected }) => ({ where, expected }));
  return new HttpProblem('invalid-request', detail, { errors });
}

function shorten(name: string): string {
  return HARMLESS.test(name) ? name : '…';
}
