/**
 * Bodies that are nearly what an upstream sends: a good one with a few things changed, at places that are drawn level by level, so that
 * what holds much is hit as often as what holds little. Then its bytes, in which a body is cut, mixed up or dressed.
 */
import fc from 'fast-check';
import { hostileText, hostileValue } from './hostile-text.ts';

export interface Mutation {
  /** From the top: which of its children, each time. It ends early at what has none. */
  readonly way: readonly number[];
  readonly change: 'replace' | 'remove' | 'repeat' | 'add' | 'rename' | 'reword';
  readonly value: unknown;
  readonly text: string;
}

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    way: fc.array(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 8 }),
    change: fc.constantFrom('replace', 'replace', 'reword', 'remove', 'repeat', 'add', 'rename'),
    value: hostileValue,
    text: hostileText,
  }),
  { minLength: 1, maxLength: 5 },
);

/** The body itself is left as it is. */
export function mutate(body: unknown, steps: readonly Mutation[]): unknown {
  const root = { body: structuredClone(body) };
  // Another object each time, because the next step may change what was put in.
  for (const step of steps) mutateOnce(root, { ...step, value: structuredClone(step.value) });
  return root.body;
}

type Holder = Record<string, unknown> | unknown[];

function mutateOnce(root: { body: unknown }, step: Mutation): void {
  let holder: Holder = root;
  let key = 'body';
  for (const turn of step.way) {
    const value: unknown = Reflect.get(holder, key);
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    const next = keys[turn % Math.max(1, keys.length)];
    if (next === undefined) break;
    holder = value as Holder;
    key = next;
  }
  change(holder, key, step);
}

function change(holder: Holder, key: string, { change: how, value, text }: Mutation): void {
  const found: unknown = Reflect.get(holder, key);
  switch (how) {
    case 'replace':
      set(holder, key, value);
      break;
    case 'reword':
      set(holder, key, typeof found === 'number' ? bend(found, text) : text);
      break;
    case 'remove':
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else if (key !== 'body') Reflect.deleteProperty(holder, key);
      break;
    case 'repeat':
      if (Array.isArray(holder)) for (let times = text.length % 1_200; times > 0; times--) holder.push(found);
      break;
    case 'add':
      if (Array.isArray(found)) found.push(value);
      else if (typeof found === 'object' && found !== null) set(found as Holder, text, value);
      break;
    case 'rename':
      if (Array.isArray(holder)) break;
      Reflect.deleteProperty(holder, key);
      set(holder, `${key} `, found);
  }
}

/** As JSON does it: `__proto__` is a name like any other. */
function set(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

/** A number that is near, or far beyond. */
function bend(number: number, text: string): number {
  const ways = [-number, number + 0.5, number * 1e9, -1, 0, 2 ** 31, -(2 ** 31), 2 ** 53, 1e300, 8.64e15];
  return ways[text.length % ways.length] ?? 0;
}

export interface Damage {
  readonly how: 'none' | 'cut' | 'flip' | 'mark' | 'repeat' | 'blank';
  readonly at: number;
  readonly byte: number;
}

/** Most of the time none. */
export const damages: fc.Arbitrary<Damage> = fc.record({
  how: fc.constantFrom('none', 'none', 'none', 'none', 'cut', 'flip', 'mark', 'repeat', 'blank'),
  at: fc.nat(),
  byte: fc.nat({ max: 255 }),
});

export function toBytes(body: unknown, { how, at, byte }: Damage): Buffer {
  const bytes = Buffer.from(JSON.stringify(body) ?? '');
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  switch (how) {
    case 'none':
      return bytes;
    case 'cut':
      return bytes.subarray(0, place);
    case 'flip':
      return Buffer.concat([bytes.subarray(0, place), Buffer.from([byte]), bytes.subarray(place + 1)]);
    case 'mark':
      return Buffer.concat([Buffer.from('\uFEFF'), bytes]);
    case 'repeat':
      return Buffer.concat([bytes, bytes]);
    case 'blank':
      break;
  }
  return Buffer.concat([Buffer.from(' \n\t'), bytes, Buffer.from('\r\n ')]);
}
