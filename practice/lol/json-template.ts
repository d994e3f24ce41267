/**
 * JSON from a table of keys. What is the same in every body is turned into bytes once, when the table is compiled; for each body
 * only the varying values are filled in.
 *
 * A function of the table gives a number, a boolean or ready JSON text (a quoted string): it has to be valid JSON by itself.
 * Numbers that JSON does not know (NaN, Infinity) are not checked for here; the tests parse what comes out.
 */
import { toFragment } from './json-page.ts';
import type { Blank, Form, JsonValue, JsonWriter } from './json-writer.ts';

export type Varying<T> = (subject: T) => JsonValue;
export type Render<T> = (subject: T, writer: JsonWriter) => void;
export type FieldTable<T> = { readonly [key: string]: FieldValue<T> };
type FieldValue<T> =
  | number
  | boolean
  | string
  | Varying<T>
  | { readonly kind: 'optional'; readonly value: OptionalValue<T> }
  | { readonly kind: 'written'; readonly render: Render<T>; readonly when: (subject: T) => boolean }
  | { readonly kind: 'object'; readonly fields: FieldTable<T> };
type OptionalValue<T> = (subject: T) => JsonValue | undefined;

const OPEN = toFragment('[');
const COMMA = toFragment(',');
const CLOSE = toFragment(']');
const EMPTY = toFragment('[]');

/** A key that is absent where the function gives undefined. Some key of its object has to be always there. */
export function optional<T>(value: OptionalValue<T>): FieldValue<T> {
  return { kind: 'optional', value };
}

/** A value that another template or a loop writes; the key is absent where `when` is false. */
export function written<T>(render: Render<T>, when: (subject: T) => boolean = () => true): FieldValue<T> {
  return { kind: 'written', render, when };
}

export function object<T>(fields: FieldTable<T>): FieldValue<T> {
  return { kind: 'object', fields };
}

/** Writes a list, separated by commas, in brackets. */
export function writeList<T>(list: Iterable<T>, writer: JsonWriter, render: Render<T>): void {
  let before = OPEN;
  for (const item of list) {
    writer.fragment(before);
    render(item, writer);
    before = COMMA;
  }
  writer.fragment(before === OPEN ? EMPTY : CLOSE);
}

export function compileTemplate<T>(table: FieldTable<T>): Render<T> {
  const form = toForm(table);
  return (subject, writer) => {
    writer.fill(form, subject);
  };
}

function toForm<T>(table: FieldTable<T>): Form<T> {
  const blanks: Blank<T>[] = [];
  const ink: number[] = [];
  let text = '';
  const addBlank = (key: string | undefined, value: OptionalValue<T>, write?: Render<T>): void => {
    const { words, length } = toFragment(text);
    const from = ink.length;
    ink.push(...words);
    const ownKey = key === undefined ? undefined : toFragment(key);
    blanks.push({ from, to: ink.length, length, value, key: ownKey, write });
    text = '';
  };
  const addObject = (fields: FieldTable<T>): void => {
    text += '{';
    let comma = '';
    for (const [name, value] of Object.entries(fields)) {
      const key = `${comma}${JSON.stringify(name)}:`;
      if (typeof value === 'function') {
        text += key;
        addBlank(undefined, value);
      } else if (typeof value !== 'object') text += key + JSON.stringify(value);
      else if (value.kind === 'object') {
        text += key;
        addObject(value.fields);
      } else if (value.kind === 'optional') {
        if (comma !== '') addBlank(key, value.value);
        else {
          // As long as nothing stands before it, the comma comes along behind.
          addBlank(key, withComma(value.value));
          continue;
        }
      } else if (comma === '')
        throw new Error(
          `${name} is the first key of its object; expected another before what is written elsewhere`,
        );
      else {
        const { when, render } = value;
        addBlank(key, (subject) => (when(subject) ? true : undefined), render);
      }
      comma = ',';
    }
    text += '}';
  };
  addObject(table);
  return { ink: new Float64Array(ink), blanks, end: toFragment(text) };
}

function withComma<T>(value: OptionalValue<T>): OptionalValue<T> {
  return (subject) => {
    const known = value(subject);
    if (known === undefined) return undefined;
    if (typeof known === 'object')
      throw new Error('a fragment cannot be the first value of an object; give a text');
    return `${known},`;
  };
}
