/**
 * The field types that schemas of upstream bodies are made of. Each has a bound that no honest body reaches, so that whatever
 * was validated can be held, stored and counted; none closes a list of values, because upstreams add to theirs without a word.
 * Objects always allow fields that we do not know.
 */
import { Type, type TSchema } from 'typebox';

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

/** May be left out, and may be null: upstreams do both for what they do not know. */
export function maybe<Field extends TSchema>(field: Field) {
  return Type.Optional(Type.Union([field, Type.Null()]));
}
