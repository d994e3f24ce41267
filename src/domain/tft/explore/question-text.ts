/**
 * A question as the query of an address, and back: `patch=17.4&tier=master,grandmaster&lp=500..&by=unit-item&of=x&where=unit(x;stars=2..)`.
 * What is as it would be without a word is left out. Equal questions have equal text once `checkQuestion` has put them in order, so
 * the text is also their name in a cache.
 *
 * Any text may be given: it is read, or refused with all that is wrong in it; nothing is guessed, and no parameter is overlooked.
 */
import { createFaultList, nearestNames } from './faults.ts';
import type { PartialQuestion, QuestionFault } from './partial-question.ts';
import { QUESTION_PARAMETERS, type Expected } from './question-parameters.ts';
import { QUESTION_LIMITS } from './filter.ts';
import type { Question } from './question.ts';

export type Parsed =
  | { readonly type: 'ok'; readonly question: PartialQuestion }
  | { readonly type: 'refused'; readonly faults: readonly QuestionFault[] };

const NAMES = Object.keys(QUESTION_PARAMETERS);

/** Without `?`. Brackets, commas and the like stay readable: a query may hold them as they are. */
export function printQuestion(question: Question): string {
  return Object.entries(QUESTION_PARAMETERS)
    .flatMap(([name, { print }]) => {
      const text = print(question);
      return text === undefined ? [] : [`${name}=${encodeValue(text)}`];
    })
    .join('&');
}

/** Of values that are decoded already, as servers and `URLSearchParams` give them. */
export function parseQuestion(query: Readonly<Record<string, string>>): Parsed {
  const list = createFaultList();
  let question: PartialQuestion = {};
  for (const [name, text] of Object.entries(query)) {
    const read = readParameter(name, text);
    if ('expected' in read) list.add(name, text, read.expected);
    else question = merge(question, read);
    if (list.isFull()) break;
  }
  return list.faults.length === 0 ? { type: 'ok', question } : { type: 'refused', faults: list.faults };
}

function readParameter(name: string, text: string): PartialQuestion | Expected {
  const parameter = Object.hasOwn(QUESTION_PARAMETERS, name) ? QUESTION_PARAMETERS[name] : undefined;
  if (parameter === undefined) {
    return { expected: `one of the parameters ${nearestNames(name, NAMES, NAMES.length).join(', ')}` };
  }
  if (text.length <= QUESTION_LIMITS.textLength) return parameter.read(text);
  return { expected: `at most ${QUESTION_LIMITS.textLength} characters` };
}

/** The two ends of the time come as two parameters. */
function merge(one: PartialQuestion, other: PartialQuestion): PartialQuestion {
  if (other.filter === undefined) return { ...one, ...other };
  const filter = { ...one.filter, ...other.filter };
  const time = { ...one.filter?.time, ...other.filter.time };
  const hasTime = Object.keys(time).length > 0;
  return { ...one, ...other, filter: hasTime ? { ...filter, time } : filter };
}

function encodeValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:2C|3B|3D|40)/g, decodeURIComponent);
}
