import { Type, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { toFaults } from './validation-faults.ts';

const schema = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
    tier: Type.Optional(Type.Enum(['master', 'challenger'])),
    name: Type.Optional(Type.String({ minLength: 2, maxLength: 4 })),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 1 })),
    since: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  },
  { additionalProperties: false },
);

function faultsOf(value: unknown, part = 'querystring', of: TSchema = schema) {
  return toFaults(Compile(of).Errors(value), part);
}

test.each([
  ['a missing field', {}, 'query/limit', 'to be given'],
  ['a number out of range', { limit: 0 }, 'query/limit', 'at least 1'],
  ['a number out of range', { limit: 101 }, 'query/limit', 'at most 100'],
  ['a word where a number belongs', { limit: 'ten' }, 'query/limit', 'a whole number'],
  ['an unknown word', { limit: 1, tier: 'gold' }, 'query/tier', 'one of master, challenger'],
  ['text that is too short', { limit: 1, name: 'x' }, 'query/name', 'at least 2 characters'],
  ['a list that is too long', { limit: 1, tags: ['a', 'b'] }, 'query/tags', 'at most 1 item'],
  ['neither of two kinds', { limit: 1, since: 'x' }, 'query/since', 'a number; null'],
  ['an unknown field', { limit: 1, extra: 1 }, 'query/extra', 'to be left out: there is no such field'],
])('%s is told with its place: %j', (_name, value, where, expected) => {
  expect(faultsOf(value)).toEqual([{ where, expected }]);
});

test('places are named after the part of the request', () => {
  const nested = Type.Object({ player: Type.Object({ id: Type.String() }) });
  expect(faultsOf({ player: { id: 5 } }, 'body', nested)).toEqual([
    { where: 'body/player/id', expected: 'text' },
  ]);
  expect(faultsOf(undefined, 'body', nested)).toEqual([{ where: 'body', expected: 'an object' }]);
  expect(faultsOf({ player: {} }, 'params', nested)).toEqual([
    { where: 'path/player/id', expected: 'to be given' },
  ]);
});

test('the value that was sent is never repeated', () => {
  const text = JSON.stringify(
    faultsOf({ limit: 'RGAPI-canary', tier: 'RGAPI-canary', name: 'RGAPI-canary' }),
  );
  expect(text).toContain('query/tier');
  expect(text).not.toContain('canary');
});
