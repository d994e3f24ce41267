/** Practice bodies beside real ones of 2025 and 2026, key by key. Skipped where those are not at hand. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { playGames, puuidOf, TEST_TRUTH } from './game-for-tests.ts';
import { createLolMatchBody } from './match-body.ts';
import { NO_ODDITIES } from './oddities.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Body {
  readonly metadata: Fields;
  readonly info: Fields & {
    readonly gameVersion: string;
    readonly queueId: number;
    readonly participants: readonly (Fields & { readonly challenges: Fields; readonly perks: Fields })[];
    readonly teams: readonly (Fields & { readonly objectives: Fields; readonly feats: Fields })[];
  };
}
interface OpenApi {
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly required?: string[]; readonly properties?: Fields }>
    >;
  };
}

const DATA = join(import.meta.dirname, '../../../shared/data');
const isAtHand = existsSync(DATA);
const RIFT_QUEUES = new Set([400, 420, 440]);
/** Keys of one earlier season alone: the bodies here are those of 2026. */
const GONE = new Set(['bountyLevel', 'championSkinId']);
/** On the bridge the real sample ends before 2026, when these came. */
const NEW = new Set(['PlayerBehavior', 'damageDealtToEpicMonsters', 'roleBoundItem']);

const toBody = createLolMatchBody({ truth: TEST_TRUTH, oddities: NO_ODDITIES });
const oursIn = (queue: number): Body[] =>
  playGames(120, { queue }).map((game) => JSON.parse(toBody(game, puuidOf)) as Body);

beforeEach((context) => {
  if (!isAtHand) context.skip('needs ../shared/data: real match bodies');
});

const REAL = isAtHand ? readRealBodies() : [];
const REAL_RIFT = REAL.filter(({ info }) => RIFT_QUEUES.has(info.queueId));
const REAL_BRIDGE = REAL.filter(({ info }) => info.queueId === 450);
const OUR_RIFT = isAtHand ? oursIn(420) : [];
const OUR_BRIDGE = isAtHand ? oursIn(450) : [];

const KINDS: readonly (readonly [name: string, find: (body: Body) => readonly Fields[]])[] = [
  ['metadata', ({ metadata }) => [metadata]],
  ['info', ({ info }) => [info]],
  ['participant', ({ info }) => info.participants],
  ['challenges', ({ info }) => info.participants.map(({ challenges }) => challenges)],
  ['perks', ({ info }) => info.participants.map(({ perks }) => perks)],
  ['team', ({ info }) => info.teams],
  ['objectives', ({ info }) => info.teams.map(({ objectives }) => objectives)],
  ['feats', ({ info }) => info.teams.map(({ feats }) => feats)],
];

test('the sample is there: seven games on the rift, five on the bridge', () => {
  expect(REAL_RIFT.length).toBeGreaterThanOrEqual(7);
  expect(REAL_BRIDGE.length).toBeGreaterThanOrEqual(5);
});

describe.each([
  ['rift', REAL_RIFT, OUR_RIFT],
  ['bridge', REAL_BRIDGE, OUR_BRIDGE],
])('on the %s', (_place, real, ours) => {
  test.each(KINDS)('%s has the keys of the real one', (_name, find) => {
    const realKeys = keysOf(real.flatMap(find)).filter((key) => !GONE.has(key));
    const ourKeys = keysOf(ours.flatMap(find));
    expect(realKeys.filter((key) => !ourKeys.includes(key))).toEqual([]);
    expect(
      ourKeys.filter((key) => !realKeys.includes(key) && !NEW.has(key) && key !== 'hadAfkTeammate'),
    ).toEqual([]);
  });

  test.each(KINDS)('%s has what is always there always, and the rest now and then', (_name, find) => {
    const all = real.flatMap(find);
    const always = keysOf(all).filter((key) => !GONE.has(key) && all.every((one) => key in one));
    for (const one of ours.flatMap(find)) expect(always.filter((key) => !(key in one))).toEqual([]);
  });

  test.each(KINDS)('%s has values of the real types: whole numbers stay whole', (_name, find) => {
    const realTypes = typesOf(real.flatMap(find));
    const wrong = ours
      .flatMap(find)
      .flatMap((one) => Object.entries(one))
      .filter(([key, value]) => !NEW.has(key) && !isOfType(value, realTypes.get(key)))
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    expect([...new Set(wrong)]).toEqual([]);
  });

  test('the keys of a participant come in the same order', () => {
    const realOrder = Object.keys(real.at(-1)?.info.participants[0] ?? {}).filter((key) => !GONE.has(key));
    const ourOrder = Object.keys(ours[0]?.info.participants[0] ?? {});
    expect(ourOrder.filter((key) => realOrder.includes(key))).toEqual(
      realOrder.filter((key) => ourOrder.includes(key)),
    );
  });

  test('the numbers that people look at lie where the real ones lie', () => {
    const keys = [
      'kills',
      'deaths',
      'assists',
      'goldEarned',
      'goldSpent',
      'champExperience',
      'champLevel',
      'totalMinionsKilled',
      'totalDamageDealt',
      'totalDamageDealtToChampions',
      'totalDamageTaken',
      'totalTimeSpentDead',
      'itemsPurchased',
      'visionScore',
      'wardsPlaced',
      'damageSelfMitigated',
      'longestTimeSpentLiving',
      'timePlayed',
    ];
    const middle = (bodies: readonly Body[], key: string): number => {
      const found = bodies.flatMap(({ info }) => info.participants.map((one) => Number(one[key])));
      return found.reduce((total, value) => total + value, 0) / found.length;
    };
    const isNear = (key: string): boolean =>
      middle(ours, key) >= 0.6 * middle(real, key) && middle(ours, key) <= 1.6 * middle(real, key);
    expect(keys.filter((key) => !isNear(key))).toEqual([]);
  });
});

test('a participant has 144 to 147 keys and 117 to 134 challenges, as in 2026', () => {
  for (const { info } of [...OUR_RIFT, ...OUR_BRIDGE])
    for (const one of info.participants) {
      expect(Object.keys(one).length).toBeGreaterThanOrEqual(144);
      expect(Object.keys(one).length).toBeLessThanOrEqual(147);
      expect(Object.keys(one.challenges).length).toBeGreaterThanOrEqual(117);
      expect(Object.keys(one.challenges).length).toBeLessThanOrEqual(134);
    }
});

test('every key that the official description requires is there', () => {
  const { schemas } = (
    JSON.parse(gunzipSync(readFileSync(join(DATA, 'riot-openapi.json.gz'))).toString()) as OpenApi
  ).components;
  const required = (name: string): string[] => schemas[name]?.required ?? [];
  const checked = [
    ['match-v5.InfoDto', 'info'],
    ['match-v5.ParticipantDto', 'participant'],
    ['match-v5.TeamDto', 'team'],
    ['match-v5.MetadataDto', 'metadata'],
  ] as const;
  for (const [schema, kind] of checked) {
    const find = KINDS.find(([name]) => name === kind)?.[1] ?? (() => []);
    expect(schemas).toHaveProperty([schema]);
    const missing = OUR_RIFT.flatMap(find).flatMap((one) => required(schema).filter((key) => !(key in one)));
    // The description still lists what left the bodies years ago; the real ones have it no more either.
    const real = keysOf(REAL_RIFT.flatMap(find));
    expect([...new Set(missing)].filter((key) => real.includes(key) && !GONE.has(key))).toEqual([]);
  }
});

function readRealBodies(): Body[] {
  const folder = join(DATA, 'lol-match');
  return readdirSync(folder)
    .map((file) => JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString()) as Body)
    .filter(({ info }) => Number.parseInt(info.gameVersion, 10) >= 15)
    .sort(
      (one, other) => Number.parseFloat(one.info.gameVersion) - Number.parseFloat(other.info.gameVersion),
    );
}

function keysOf(objects: readonly Fields[]): string[] {
  return [...new Set(objects.flatMap((one) => Object.keys(one)))];
}

function typesOf(objects: readonly Fields[]): Map<string, Set<string>> {
  const types = new Map<string, Set<string>>();
  for (const one of objects)
    for (const [key, value] of Object.entries(one))
      types.set(key, (types.get(key) ?? new Set()).add(typeOf(value)));
  return types;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole' : 'fraction';
  return typeof value;
}

function isOfType(value: unknown, real: ReadonlySet<string> | undefined): boolean {
  const type = typeOf(value);
  // A fraction may happen to be whole; a number that is always whole may not become a fraction.
  return real === undefined || real.has(type) || (type === 'whole' && real.has('fraction'));
}
