/** Arguments of the command line → settings of a practice world. All that is wrong is said in terms of what was typed. */
import { parseArgs } from 'node:util';
import { Check } from 'typebox/value';
import type { PracticeWorldSettings } from '../practice-world.ts';
import { FootballSettings } from '../football-settings.ts';
import type { ClockSetting } from '../world-clock.ts';
import { ProfileSetting } from './limit-profiles.ts';

export const USAGE = `node practice/main.ts [options]
  --port 4100       port on 127.0.0.1; 0 takes any free one (default)
  --seed 7          the world's seed (default 7)
  --profile …       personal (default), production, unlimited, or limits as JSON:
                    '{"application":"20:1,100:10","method":"250:10"}'
  --clock …         real (default), accelerated:60, accelerated:60@2026-11-01T00:00:00Z,
                    stepped:2026-11-01T00:00:00Z
  --players 20000   how many live there
  --faults …        rules as JSON: '[{"kind":"bare-429","share":0.01}]'
  --fault-seed 1    chance of the faults (default: the world's seed)
  --football …      football's switches as JSON: '{"inPlay":40,"otherQuirks":"none","plan":"free"}'
  --ffmpeg …        what makes the clips of the clip site: a path, or none (default: one that is found)
  --clips …         the folder where they are kept (default: a temporary one)
`;

const OPTIONS = {
  port: { type: 'string', default: '0' },
  seed: { type: 'string', default: '7' },
  profile: { type: 'string', default: 'personal' },
  clock: { type: 'string', default: 'real' },
  players: { type: 'string' },
  faults: { type: 'string' },
  'fault-seed': { type: 'string' },
  football: { type: 'string' },
  ffmpeg: { type: 'string' },
  clips: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export function parseStartOptions(args: readonly string[]): PracticeWorldSettings | 'help' {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false });
  if (values.help) return 'help';
  const { players, faults, football, ffmpeg, clips } = values;
  const faultSeed = values['fault-seed'];
  return {
    port: toWhole('port', values.port, 0, 65_535),
    seed: toWhole('seed', values.seed, 0, 0x7f_ff_ff_ff),
    profile: toProfile(values.profile),
    clock: toClock(values.clock),
    ...(football === undefined ? {} : { football: toFootball(football) }),
    ...(ffmpeg === undefined ? {} : { ffmpeg: ffmpeg === 'none' ? null : ffmpeg }),
    ...(clips === undefined ? {} : { clipFolder: clips }),
    ...(players === undefined ? {} : { playerCount: toWhole('players', players, 1, 1_000_000) }),
    ...(faults === undefined
      ? {}
      : {
          faults: {
            rules: toRules(faults),
            seed: faultSeed === undefined ? undefined : toWhole('fault-seed', faultSeed, 0, 0x7f_ff_ff_ff),
          },
        }),
  };
}

function toWhole(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`--${name} is ${JSON.stringify(text)}; expected a whole number from ${min} to ${max}`);
}

function toProfile(text: string): ProfileSetting {
  const value: unknown = text.startsWith('{') ? toJson('profile', text) : text;
  if (Check(ProfileSetting, value)) return value;
  throw new Error(
    `--profile is ${JSON.stringify(text)}; expected personal, production, unlimited or '{"application":"20:1,100:120","method":"250:10"}'`,
  );
}

/** What is wrong with a switch is said where it is used. */
function toFootball(text: string): FootballSettings {
  const value = toJson('football', text);
  if (Check(FootballSettings, value)) return value;
  throw new Error(
    `--football is ${JSON.stringify(text)}; expected switches as JSON: inPlay, quirks, otherQuirks, plan, faults, clips`,
  );
}

function toRules(text: string): unknown[] {
  const rules = toJson('faults', text);
  if (Array.isArray(rules)) return rules;
  throw new Error(`--faults is ${JSON.stringify(text)}; expected a list of rules as JSON`);
}

function toJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`--${name} is ${JSON.stringify(text)}; expected JSON`, { cause: error });
  }
}

const CLOCK = /^(?:(real)|accelerated:(\d+(?:\.\d+)?)(?:@(.+))?|stepped:(.+))$/;

function toClock(text: string): ClockSetting {
  const [, real, speed, from, at] = CLOCK.exec(text) ?? [];
  const startAt = Date.parse(from ?? at ?? '');
  if (real !== undefined) return { mode: 'real' };
  if (at !== undefined && startAt >= 0) return { mode: 'stepped', startAt };
  if (Number(speed) > 0 && from === undefined) return { mode: 'accelerated', speed: Number(speed) };
  if (Number(speed) > 0 && startAt >= 0) return { mode: 'accelerated', speed: Number(speed), startAt };
  throw new Error(
    `--clock is ${JSON.stringify(text)}; expected real, accelerated:60, accelerated:60@2026-11-01T00:00:00Z or stepped:2026-11-01T00:00:00Z`,
  );
}
