import { describe, expect, test } from 'vitest';
import { namePlace, readPatchChange, refusalOf, type PatchChange } from './patch-change.ts';

const at = (text: string): Date => new Date(text);
const B_PATCH = { setNumber: 18, patch: '18.7', bPatch: 'b', region: '*' };

describe('what a person typed', () => {
  test('is an addition, a move or a removal', () => {
    expect(readPatchChange({ action: 'add', name: '18.7b', from: '2026-11-20' })).toEqual({
      ok: true,
      change: { action: 'add', place: B_PATCH, startsAt: at('2026-11-20T00:00:00Z') },
    });
    expect(readPatchChange({ action: 'move', name: '18.7b', from: '2026-11-20T09:30:00Z' })).toEqual({
      ok: true,
      change: { action: 'move', place: B_PATCH, startsAt: at('2026-11-20T09:30:00Z') },
    });
    expect(readPatchChange({ action: 'remove', name: '18.7b' })).toEqual({
      ok: true,
      change: { action: 'remove', place: B_PATCH },
    });
  });

  test.each([
    ['KR', 'kr'],
    ['Asia', 'asia'],
    ['*', '*'],
    [undefined, '*'],
  ])('may name the region %s', (region, expected) => {
    expect(readPatchChange({ action: 'remove', name: '18.7b', region })).toMatchObject({
      change: { place: { region: expected } },
    });
  });

  test.each([
    ['2026-11-18T10:00Z', '2026-11-18T10:00:00.000Z'],
    ['2026-11-18T10:00:01.5Z', '2026-11-18T10:00:01.500Z'],
    ['2019-06-01', '2019-06-01T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is a start', (from, expected) => {
    expect(readPatchChange({ action: 'add', name: '18.7', from })).toMatchObject({
      change: { startsAt: at(expected) },
    });
  });
});

describe('what cannot be read is reported with its value and what was expected', () => {
  test.each(['newest', '', '18', '18.7aa'])('the name %j', (name) => {
    expect(readPatchChange({ action: 'remove', name })).toEqual({
      ok: false,
      fault: { field: 'name', value: name, expected: expect.stringContaining('18.7b') as string },
    });
  });

  test.each(['x', '-1', '12345', ''])('the set %j', (set) => {
    expect(readPatchChange({ action: 'remove', name: '18.7', set })).toMatchObject({
      fault: { field: 'set', value: set, expected: "Expected a set's number, such as 18." },
    });
  });

  test.each(['moon', '', 'euw'])('the region %j', (region) => {
    expect(readPatchChange({ action: 'remove', name: '18.7', region })).toMatchObject({
      fault: {
        field: 'region',
        value: region,
        expected: expect.stringMatching(/kr, one of americas, europe, asia, sea, or \*/) as string,
      },
    });
  });

  test.each([
    'tomorrow',
    '',
    '2026-02-31',
    '2026-13-01',
    '2026-11-18T24:00:00Z',
    '2026-11-18T10:00:00',
    '2026-11-18T10:00:00+02:00',
    '18.11.2026',
    '0000-01-01',
    '2019-05-31',
  ])('the start %j', (from) => {
    expect(readPatchChange({ action: 'move', name: '18.7', from })).toMatchObject({
      fault: {
        field: 'from',
        value: from,
        expected: expect.stringContaining('2026-11-18T10:00:00Z') as string,
      },
    });
  });
});

test('a change that cannot be made says of which patch, and where', () => {
  const place = { ...B_PATCH, region: 'kr' };
  const startsAt = at('2026-11-20T00:00:00Z');
  const words = (change: PatchChange): string => refusalOf(change);
  expect(words({ action: 'add', place, startsAt })).toBe('Patch 18.7b in kr is in the calendar already.');
  expect(words({ action: 'move', place, startsAt })).toBe('Patch 18.7b in kr is not in the calendar.');
  expect(words({ action: 'remove', place: B_PATCH })).toBe('Patch 18.7b is not in the calendar.');
  expect(namePlace({ setNumber: 10, patch: '14.1', bPatch: '', region: '*' })).toBe('s10-14.1');
});
