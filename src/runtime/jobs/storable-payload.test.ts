import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { defineJob } from './define-job.ts';
import { done } from './job-outcome.ts';
import { toStorableKey, toStorablePayload, toStorableText } from './storable-payload.ts';

const kind = defineJob({
  kind: 'test/anything',
  payload: Type.Unknown(),
  retry: { limit: 0, firstDelaySeconds: 0, maxDelaySeconds: 0 },
  handle: async () => done(),
});
const dated = defineJob({
  kind: 'test/dated',
  payload: Type.Object({ at: Type.String() }),
  retry: { limit: 0, firstDelaySeconds: 0, maxDelaySeconds: 0 },
  handle: async () => done(),
});

test.each([
  ['a NUL', { name: 'a\0b' }, '/name holds a NUL character'],
  [
    'half of a surrogate pair',
    { list: ['fine', { deep: '\ud83d' }] },
    '/list/1/deep holds half of a surrogate pair',
  ],
  ['a NUL in a field name', { inner: { 'a\0': 1 } }, 'the field name in /inner holds a NUL character'],
  ['a bare string with a NUL', '\0', 'the payload holds a NUL character'],
  ['a big integer', { id: 1n }, 'the payload cannot be written as JSON'],
])('%s is refused with its place', (_, payload, message) => {
  expect(() => toStorablePayload(kind, payload)).toThrow(`job kind test/anything: ${message}`);
});

test('a payload is checked as the receiver will see it', () => {
  const date = new Date('2026-11-15T00:00:00Z');
  expect(toStorablePayload(dated, { at: date } as unknown as { at: string })).toEqual({
    at: '2026-11-15T00:00:00.000Z',
  });
  expect(() => toStorablePayload(dated, { at: Number.NaN } as unknown as { at: string })).toThrow(
    '/at must be string',
  );
  expect(() => toStorablePayload(dated, undefined as unknown as { at: string })).toThrow(
    'refuses this payload',
  );
});

test('emoji and other planes pass', () => {
  expect(toStorablePayload(kind, { name: '👑 Königin \u{10ffff}' })).toEqual({
    name: '👑 Königin \u{10ffff}',
  });
});

test.each([
  ['', 'has 0 characters; expected 1 to 200'],
  ['x'.repeat(201), 'has 201 characters; expected 1 to 200'],
  ['a\0', 'the key holds a NUL character'],
])('the key %j is refused', (key, message) => {
  expect(() => toStorableKey('test/anything', key)).toThrow(message);
});

test('text for the log is cleaned and cut, not refused', () => {
  expect(toStorableText('a\0b\ud800')).toBe('ab\ufffd');
  expect(toStorableText('👑'.repeat(1_500))).toBe(`${'👑'.repeat(1_000)}…`);
});
