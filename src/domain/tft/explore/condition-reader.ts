/**
 * The outer form of conditions in text: names, brackets, separators. What the names mean is in `condition-text.ts`.
 *
 * One pass from left to right, which stops at the first fault. Groups are followed no deeper than a question may be, so that no
 * text can make this slow or run out of stack.
 */
import { QUESTION_LIMITS } from './filter.ts';

export type ConditionText = GroupText | LeafText;

interface GroupText {
  readonly type: 'group';
  readonly kind: string;
  readonly members: readonly ConditionText[];
  readonly at: number;
}

/** `unit(x;stars=2..)` has the main part `x`; every option is a list, most of one. */
export interface LeafText {
  readonly type: 'leaf';
  readonly kind: string;
  readonly main: string;
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** Where it begins in the text. */
  readonly at: number;
}

export interface TextFault {
  readonly type: 'fault';
  readonly at: number;
  readonly expected: string;
}

interface Reader {
  readonly text: string;
  /** The names whose brackets hold further conditions. */
  readonly groups: readonly string[];
  at: number;
  leaves: number;
}

const WORD_LETTER = /[\w\-.@'%]/;
const SPACE = /\s/;

export function readConditionText(text: string, groups: readonly string[]): ConditionText | TextFault {
  const reader: Reader = { text, groups, at: 0, leaves: 0 };
  const condition = readCondition(reader, 0);
  if (condition.type !== 'fault' && reader.at < text.length) return fault(reader, 'the end of the text');
  return condition;
}

function readCondition(reader: Reader, depth: number): ConditionText | TextFault {
  skip(reader, SPACE);
  const at = reader.at;
  const kind = readWord(reader);
  if (kind === '') return fault(reader, 'a condition, such as unit(…) or all(…)');
  if (!take(reader, '(')) return fault(reader, `( after '${kind}'`);
  if (reader.groups.includes(kind)) return readGroup(reader, kind, at, depth + 1);
  reader.leaves += 1;
  if (reader.leaves > QUESTION_LIMITS.conditions) {
    return fault(reader, `at most ${QUESTION_LIMITS.conditions} conditions`);
  }
  return readLeaf(reader, kind, at);
}

function readGroup(reader: Reader, kind: string, at: number, depth: number): GroupText | TextFault {
  if (depth > QUESTION_LIMITS.depth) {
    return fault(reader, `at most ${QUESTION_LIMITS.depth} groups within each other`);
  }
  const members: ConditionText[] = [];
  do {
    const member = readCondition(reader, depth);
    if (member.type === 'fault') return member;
    members.push(member);
  } while (take(reader, ','));
  return take(reader, ')') ? { type: 'group', kind, members, at } : fault(reader, ', or )');
}

function readLeaf(reader: Reader, kind: string, at: number): LeafText | TextFault {
  const options = new Map<string, readonly string[]>();
  let main = '';
  let isFirst = true;
  do {
    const word = readWord(reader);
    if (take(reader, '=')) {
      if (options.has(word)) return fault(reader, `'${word}' only once`);
      options.set(word, readValues(reader));
    } else if (isFirst) main = word;
    else return fault(reader, `= after '${word}'`);
    isFirst = false;
  } while (take(reader, ';'));
  return take(reader, ')') ? { type: 'leaf', kind, main, options, at } : fault(reader, '; or )');
}

function readValues(reader: Reader): string[] {
  const values: string[] = [];
  do values.push(readWord(reader));
  while (take(reader, ','));
  return values;
}

/** May be empty: who needs one says so. */
function readWord(reader: Reader): string {
  const from = reader.at;
  skip(reader, WORD_LETTER);
  return reader.text.slice(from, reader.at);
}

/** With the space around it: people who write by hand leave some. */
function take(reader: Reader, sign: string): boolean {
  skip(reader, SPACE);
  if (reader.text[reader.at] !== sign) return false;
  reader.at += 1;
  skip(reader, SPACE);
  return true;
}

function skip(reader: Reader, letters: RegExp): void {
  while (letters.test(reader.text.charAt(reader.at))) reader.at += 1;
}

function fault(reader: Reader, expected: string): TextFault {
  return { type: 'fault', at: reader.at, expected };
}
