import { describe, expect, test } from 'vitest';
import { clientVersion as client } from './fixtures/calendar-rows.ts';
import { patchOfVersion } from './set-clients.ts';

describe('a version that names a patch', () => {
  test.each([
    // Known from notes of those patches.
    [17, '16.11', '17.4'],
    [17, '16.12', '17.5'],
    [17, '16.13', '17.6'],
    [17, '16.8', '17.1'],
    [14, '15.7', '14.1'],
    [14, '15.14', '14.8'],
    [15, '15.15', '15.1'],
    [15, '15.23', '15.9'],
    // Over New Year.
    [16, '15.24', '16.1'],
    [16, '16.1', '16.2'],
    [16, '16.7', '16.8'],
    [13, '14.24', '13.2'],
    [13, '15.6', '13.8'],
    [18, '16.17', '18.1'],
    // Before set 13 patches had the client's number.
    [6, '12.7', '12.7'],
    [10, '14.1', '14.1'],
    [12, '14.15', '14.15'],
    [1, '9.13', '9.13'],
  ])('set %i on client %s is patch %s', (setNumber, number, patch) => {
    expect(patchOfVersion(setNumber, client(number))).toEqual({ type: 'patch', setNumber, patch });
  });

  test('a set from after this program is recognised by its client', () => {
    expect(patchOfVersion(19, client('16.25'))).toEqual({ type: 'patch', setNumber: 19, patch: '16.25' });
  });

  test('the practice world and a client of the game alone name the patch itself', () => {
    expect(patchOfVersion(107, client('107.3'))).toEqual({ type: 'patch', setNumber: 107, patch: '107.3' });
    const own = { type: 'patch', setNumber: 18, patch: '18.3' };
    expect(patchOfVersion(18, 'TFT Unreal Version 18.3.1234')).toEqual(own);
  });

  test('where the set is missing the version decides, too', () => {
    expect(patchOfVersion(null, client('16.11'))).toEqual({ type: 'patch', setNumber: 17, patch: '17.4' });
    expect(patchOfVersion(null, client('16.1'))).toEqual({ type: 'patch', setNumber: 16, patch: '16.2' });
    expect(patchOfVersion(null, client('103.8'))).toEqual({ type: 'patch', setNumber: 103, patch: '103.8' });
    expect(patchOfVersion(null, client('9.12'))).toEqual({ type: 'nothing' });
  });
});

describe('an old set on a new client was brought back', () => {
  test.each([
    [4, '15.10'],
    [10, '15.10'],
    [16, '16.8'],
    [17, '16.17'],
    [1, '16.14'],
  ])('set %i on client %s', (setNumber, number) => {
    expect(patchOfVersion(setNumber, client(number))).toEqual({ type: 'revival' });
  });

  test('on a client of the game alone, too', () => {
    expect(patchOfVersion(10, 'TFT Unreal Version 18.3.1234')).toEqual({ type: 'revival' });
  });
});

describe('a version that says nothing', () => {
  test.each<[number | null, string | null]>([
    [18, 'TFT Unreal Version ?.?.?.?'],
    [18, null],
    [null, null],
    // A test server is ahead of all others.
    [17, client('16.7')],
    [19, 'TFT Unreal Version 18.3.1234'],
    [101, client('102.1')],
  ])('set %s, %s', (setNumber, version) => {
    expect(patchOfVersion(setNumber, version)).toEqual({ type: 'nothing' });
  });
});
