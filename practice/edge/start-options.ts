/** Arguments of the command line → settings of a practice world. */
import { parseArgs } from 'node:util';
import { type Static, type TSchema, Type } from 'typebox';
import { FootballSettings, type PracticeWorldSettings } from '../practice-world.ts';
import type { ClockSetting } from '../world-clock.ts';
import { FaultRule } from './faults.ts';
import { ProfileSetting } from './api-keys.ts';
import { findComplaint } from './side-door.ts';

export const USAGE = `node practice/main.ts [options]
  --port 4100       port on 127.0.0.1; 0 takes any free one (default)
  --seed 7          the world's seed (default 7)
  --profile …       personal (default), production, unlimited, or limits as JSON:
                    '{"application":"20:1,100:10","method":"250:10"}'
  --clock …         real (default), accelerated:60, accelerated:60@2026-11-01T00:00:00Z,
                    stepped:2026-11-01T00:00:00Z
  --players 20000   how many live there
  --faults …        rules as JSON: '[{"kind":"bare-429","share":0.01}]'
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
  football: { type: 'string' },
  ffmpeg: { type: 'string' },
  clips: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

export function parseStartOptions(args: readonly string[]): PracticeWorldSettings | 'help' {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false });
  if (values.help) return 'help';
  const { players, faults, football, ffmpeg, clips } = values;
  const isNamed = /^[a-z]/.test(values.profile);
  return {
    port: read('port', values.port, whole(0, 65_535)),
    seed: read('seed', values.seed, whole(0, 0x7f_ff_ff_ff)),
    profile: read('profile', isNamed ? JSON.stringify(values.profile) : values.profile, ProfileSetting),
    clock: toClock(values.clock),
    ...(football !== undefined && { football: read('football', football, FootballSettings) }),
    ...(ffmpeg !== undefined && { ffmpeg: ffmpeg === 'none' ? null : ffmpeg }),
    ...(clips !== undefined && { clipFolder: clips }),
    ...(players !== undefined && { playerCount: read('players', players, whole(1, 1_000_000)) }),
    ...(faults !== undefined && { faults: { rules: read('faults', faults, Type.Array(FaultRule)) } }),
  };
}

function read<Schema extends TSchema>(name: string, text: string, schema: Schema): Static<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`--${name} is ${JSON.stringify(text)}; expected JSON`, { cause: error });
  }
  const complaint = findComplaint(schema, value);
  if (complaint === undefined) return value as Static<Schema>;
  throw new Error(`--${name} is ${JSON.stringify(text)}${complaint}`);
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
