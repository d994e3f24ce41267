import { expect, test } from 'vitest';
import { Type, type TSchema } from 'typebox';
import { makeAnswerWriters } from './answer-writers.ts';

const writerOf = (schema: TSchema, shared: Record<string, TSchema>) =>
  makeAnswerWriters(shared)({ method: 'GET', url: '/', httpStatus: '200', schema });

const Player = Type.Object({ name: Type.String() }, { $id: 'Player' });
const Team = Type.Object({ players: Type.Array(Type.Ref('Player')) }, { $id: 'Team' });
const shared = { Player, Team, Stranger: Type.Object({ shoe: Type.Number() }, { $id: 'Stranger' }) };

test('an answer is written as the shapes say that it names, and those that they name', () => {
  const write = writerOf(Type.Object({ team: Type.Ref('Team') }), shared);
  const told = { team: { players: [{ name: 'Ann', secret: 1 }], coach: 'Bob' }, more: true };
  expect(write(told)).toBe('{"team":{"players":[{"name":"Ann"}]}}');
});

test('routes that answer alike share what writes', () => {
  const shape = () => Type.Object({ team: Type.Ref('Team') });
  expect(writerOf(shape(), shared)).toBe(writerOf(shape(), { ...shared }));
});

test('a shape of the same name that is another one is another writer', () => {
  const shape = Type.Object({ team: Type.Ref('Team') });
  const other = { ...shared, Player: Type.Object({ number: Type.Number() }, { $id: 'Player' }) };
  const told = { team: { players: [{ name: 'Ann', number: 7 }] } };
  expect(writerOf(shape, other)(told)).toBe('{"team":{"players":[{"number":7}]}}');
  expect(writerOf(shape, shared)(told)).toBe('{"team":{"players":[{"name":"Ann"}]}}');
});

test('a shape that names nobody needs none', () => {
  expect(writerOf(Type.Object({ a: Type.Number() }), {})({ a: 1, b: 2 })).toBe('{"a":1}');
  expect(
    makeAnswerWriters()({ method: 'GET', url: '/', httpStatus: '200', schema: Type.String() })('x'),
  ).toBe('"x"');
});

test('a name that nobody has is told when the writer is made', () => {
  expect(() => writerOf(Type.Object({ a: Type.Ref('Nobody') }), shared)).toThrow(/Nobody/);
});
