import { expect, test } from 'vitest';
import { parseStartOptions } from './start-options.ts';

test('without arguments it is a world on a free port, with a personal key and the real time', () => {
  expect(parseStartOptions([])).toEqual({
    port: 0,
    seed: 7,
    profile: 'personal',
    clock: { mode: 'real' },
  });
});

test('everything can be said', () => {
  expect(
    parseStartOptions([
      '--port=4100',
      '--seed=9',
      '--profile={"application":"20:1,100:10","method":"250:10"}',
      '--clock=stepped:2026-11-01T00:00:00Z',
      '--players=500',
      '--faults=[{"kind":"bare-429"}]',
      '--fault-seed=3',
      '--football={"inPlay":40,"quirks":{"disallowed":1},"otherQuirks":"none","plan":"free"}',
      '--ffmpeg=/usr/bin/ffmpeg',
      '--clips=/var/tmp/clips',
    ]),
  ).toEqual({
    port: 4100,
    seed: 9,
    profile: { application: '20:1,100:10', method: '250:10' },
    clock: { mode: 'stepped', startAt: Date.UTC(2026, 10, 1) },
    playerCount: 500,
    faults: { rules: [{ kind: 'bare-429' }], seed: 3 },
    football: { inPlay: 40, quirks: { disallowed: 1 }, otherQuirks: 'none', plan: 'free' },
    ffmpeg: '/usr/bin/ffmpeg',
    clipFolder: '/var/tmp/clips',
  });
});

test.each([
  ['accelerated:60', { mode: 'accelerated', speed: 60 }],
  [
    'accelerated:0.5@2026-11-01T00:00:00Z',
    { mode: 'accelerated', speed: 0.5, startAt: Date.UTC(2026, 10, 1) },
  ],
])('the clock can be %s', (text, clock) => {
  expect(parseStartOptions([`--clock=${text}`])).toMatchObject({ clock });
});

test.each([
  ['--port=65536', /--port is "65536"; expected a whole number from 0 to 65535/],
  ['--seed=-1', /--seed is "-1"/],
  ['--players=0', /--players is "0"/],
  ['--profile=golden', /--profile is "golden"; expected personal/],
  ['--profile={"method":"1:1"}', /--profile is/],
  ['--profile={', /--profile is "\{"; expected JSON/],
  ['--clock=accelerated:0', /--clock is "accelerated:0"/],
  ['--clock=accelerated:60@soon', /--clock is/],
  ['--clock=stepped:', /--clock is/],
  ['--faults={}', /--faults is "\{\}"; expected a list/],
  ['--football=[]', /--football is "\[\]"; expected switches as JSON/],
  ['--football={"inPlay":0}', /--football is/],
  ['--fault=1', /Unknown option/],
  ['something', /positional/],
])('%s is refused in terms of what was typed', (argument, reason) => {
  expect(() => parseStartOptions([argument])).toThrow(reason);
});

test('there can be no ffmpeg', () => {
  expect(parseStartOptions(['--ffmpeg=none'])).toMatchObject({ ffmpeg: null });
});

test('help is help', () => {
  expect(parseStartOptions(['--help'])).toBe('help');
});
