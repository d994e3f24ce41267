/**
 * JSON from a table of keys. What is the same in every body is turned into bytes once, when the table is compiled; for each body
 * only the varying values are filled in.
 *
 * A function of the table gives a number, a boolean or ready JSON text (a quoted string): it has to be valid JSON by itself.
 * Numbers that JSON does not know (NaN, Infinity) are not checked for here; the tests parse what comes out.
 */
import { toFragment, type Fragment, type JsonValue, type JsonWriter } from './json-writer.ts';

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
  let comma = '[';
  for (const item of list) {
    writer.value(comma);
    render(item, writer);
    comma = ',';
  }
  writer.value(comma === '[' ? '[]' : ']');
}

interface Part<T> {
  /** What stands before the value in any case. */
  readonly before: Fragment;
  /** The key, where it may be absent; otherwise it is in `before`. */
  readonly key: Fragment | undefined;
  readonly value: OptionalValue<T>;
  /** Writes the value itself, if `value` gives anything but undefined. */
  readonly render: Render<T> | undefined;
}

export function compileTemplate<T>(table: FieldTable<T>): Render<T> {
  const { parts, end } = toParts(table);
  return (subject, writer) => {
    for (const part of parts) {
      writer.fragment(part.before);
      const value = part.value(subject);
      if (value === undefined) continue;
      if (part.key !== undefined) writer.fragment(part.key);
      if (part.render === undefined) writer.value(value);
      else part.render(subject, writer);
    }
    writer.fragment(end);
  };
}

function toParts<T>(table: FieldTable<T>): { parts: Part<T>[]; end: Fragment } {
  const parts: Part<T>[] = [];
  let text = '';
  const addPart = (key: string | undefined, value: OptionalValue<T>, render?: Render<T>): void => {
    parts.push({
      before: toFragment(text),
      key: key === undefined ? undefined : toFragment(key),
      value,
      render,
    });
    text = '';
  };
  const addObject = (fields: FieldTable<T>): void => {
    text += '{';
    let comma = '';
    for (const [name, value] of Object.entries(fields)) {
      const key = `${comma}${JSON.stringify(name)}:`;
      if (typeof value === 'function') {
        text += key;
        addPart(undefined, value);
      } else if (typeof value !== 'object') text += key + JSON.stringify(value);
      else if (value.kind === 'object') {
        text += key;
        addObject(value.fields);
      } else if (value.kind === 'optional') {
        if (comma !== '') addPart(key, value.value);
        else {
          // As long as nothing stands before it, the comma comes along behind.
          addPart(key, withComma(value.value));
          continue;
        }
      } else if (comma === '')
        throw new Error(
          `${name} is the first key of its object; expected another before what is written elsewhere`,
        );
      else {
        const { when, render } = value;
        addPart(key, (subject) => (when(subject) ? true : undefined), render);
      }
      comma = ',';
    }
    text += '}';
  };
  addObject(table);
  return { parts, end: toFragment(text) };
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
