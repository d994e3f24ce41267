/**
 * Practice bodies beside real ones of 2026 and beside the official description, field by field. Skipped where
 * those are not at hand.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { mix } from '../randomness.ts';
import type { Patch } from '../world/world.ts';
import { createTftMatchBody } from './match-body.ts';
import { NO_ODDITIES } from './oddities.ts';
import { playGame } from './play-game.ts';
import { createTftRules } from './rules.ts';
import { createTftTruth } from './truth.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Body {
  readonly metadata: Fields;
  readonly info: Fields & { readonly queue_id: number; readonly participants: readonly Participant[] };
}
interface Participant extends Fields {
  readonly companion: Fields;
  readonly traits: readonly Fields[];
  readonly units: readonly (Fields & { readonly itemNames: readonly string[] })[];
}
interface Schema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

const DATA = join(import.meta.dirname, '../../../shared/data');
const isAtHand = existsSync(DATA);
const patch: Patch = { number: 2, set: 12, minor: 3, startsAt: Date.UTC(2026, 4, 20) };

beforeEach((context) => {
  if (!isAtHand) context.skip('needs ../shared/data: real match bodies');
});

const real = isAtHand ? readRealBodies() : [];
const ours = makeBodies();

/** Every object of one kind that occurs in bodies. */
const KINDS: readonly (readonly [kind: string, schema: string, find: (body: Body) => readonly Fields[]])[] = [
  ['metadata', 'MetadataDto', ({ metadata }) => [metadata]],
  ['info', 'InfoDto', ({ info }) => [info]],
  ['participant', 'ParticipantDto', ({ info }) => info.participants],
  ['companion', 'CompanionDto', ({ info }) => info.participants.map(({ companion }) => companion)],
  ['trait', 'TraitDto', ({ info }) => info.participants.flatMap(({ traits }) => traits)],
  ['unit', 'UnitDto', ({ info }) => info.participants.flatMap(({ units }) => units)],
];

describe.each(KINDS)('%s', (_kind, schemaName, find) => {
  test('has, in each queue that both know, the same keys in the same order', () => {
    for (const queue of [1090, 1100, 1160]) {
      const keysIn = (bodies: readonly Body[]): Set<string> =>
        new Set(
          bodies
            .filter(({ info }) => info.queue_id === queue)
            .flatMap(find)
            .map((fields) => Object.keys(fields).join()),
        );
      expect(keysIn(real).size).toBeGreaterThan(0);
      expect(keysIn(ours)).toEqual(keysIn(real));
    }
  });

  test('has values of the same types, and whole numbers where those are whole', () => {
    expect(typesOf(ours.flatMap(find))).toEqual(typesOf(real.flatMap(find)));
  });

  test('is what the official description asks for', () => {
    const description = JSON.parse(readZipped(join(DATA, 'riot-openapi.json.gz'))) as {
      components: { schemas: Record<string, Schema> };
    };
    const { required = [], properties = {} } =
      description.components.schemas[`tft-match-v1.${schemaName}`] ?? {};
    expect(required.length).toBeGreaterThan(0);
    for (const fields of ours.flatMap(find)) {
      expect(Object.keys(fields)).toEqual(expect.arrayContaining([...required]));
      for (const [key, value] of Object.entries(fields))
        expect([key, ...typesFitting(value)]).toContain(properties[key]?.type ?? key);
    }
  });
});

test.each<[string, (participant: Participant) => number]>([
  ['gold_left', ({ gold_left }) => gold_left as number],
  ['last_round', ({ last_round }) => last_round as number],
  ['level', ({ level }) => level as number],
  ['time_eliminated', ({ time_eliminated }) => time_eliminated as number],
  ['total_damage_to_players', ({ total_damage_to_players }) => total_damage_to_players as number],
  ['the mission score', ({ missions }) => (missions as { PlayerScore2: number }).PlayerScore2],
  ['the number of units', ({ units }) => units.length],
  ['the number of traits', ({ traits }) => traits.length],
  ['the number of items', ({ units }) => units.reduce((sum, { itemNames }) => sum + itemNames.length, 0)],
])(
  '%s lies where it lies in real ranked games: middle within the real quartiles, tails within the real extremes',
  (_name, read) => {
    const quantiles = (bodies: readonly Body[]): ((share: number) => number) => {
      const values = bodies
        .filter(({ info }) => info.queue_id === 1100)
        .flatMap(({ info }) => info.participants.map(read));
      values.sort((left, right) => left - right);
      return (share) => values[Math.round(share * (values.length - 1))] ?? Number.NaN;
    };
    const [mine, theirs] = [quantiles(ours), quantiles(real)];
    expect(mine(0.5)).toBeGreaterThanOrEqual(theirs(0.25));
    expect(mine(0.5)).toBeLessThanOrEqual(theirs(0.75));
    expect(mine(0.05)).toBeGreaterThanOrEqual(theirs(0));
    expect(mine(0.95)).toBeLessThanOrEqual(theirs(1));
  },
);

test('the shares of stars, of items per unit and of sleeping traits are near the real ones', () => {
  const shares = (bodies: readonly Body[]): number[] => {
    const people = bodies.flatMap(({ info }) => info.participants);
    const units = people.flatMap((participant) => participant.units);
    const traits = people.flatMap((participant) => participant.traits);
    return [
      ...[1, 2, 3].map((star) => units.filter(({ tier }) => tier === star).length / units.length),
      ...[0, 1, 2, 3].map(
        (count) => units.filter(({ itemNames }) => itemNames.length === count).length / units.length,
      ),
      traits.filter(({ style }) => style === 0).length / traits.length,
    ];
  };
  const theirs = shares(real);
  shares(ours).forEach((share, index) => expect(Math.abs(share - (theirs[index] ?? 0))).toBeLessThan(0.1));
});

test('sizes are those of real bodies', () => {
  const middle = (bodies: readonly Body[]): number =>
    bodies.map((body) => Buffer.byteLength(JSON.stringify(body))).sort((left, right) => left - right)[
      bodies.length >> 1
    ] ?? 0;
  expect(middle(ours) / middle(real)).toBeGreaterThan(0.9);
  expect(middle(ours) / middle(real)).toBeLessThan(1.1);
});

function readRealBodies(): Body[] {
  const folder = join(DATA, 'tft-match');
  const files = readdirSync(folder).filter((file) => /^set1[67]-/.test(file));
  const bodies = files.flatMap((file) =>
    readZipped(join(folder, file))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Body),
  );
  // Named by its collector, not by the API.
  return bodies.map(({ metadata, info }) => ({ metadata, info }));
}

function makeBodies(): Body[] {
  const truth = createTftTruth(1);
  const rules = createTftRules(truth);
  const body = createTftMatchBody({ truth, oddities: NO_ODDITIES });
  return Array.from({ length: 200 }, (_, index) => {
    const queue = [1100, 1100, 1100, 1090, 1160][index % 5] ?? 1100;
    const game = playGame({
      rules,
      seed: mix(12, index),
      patch,
      queue,
      gameName: 'Player 9Om1fK',
      tagLine: 'ROKI',
    });
    return JSON.parse(body(game, ({ index: player }) => String(player).padStart(78, 'x'))) as Body;
  });
}

function typesOf(all: readonly Fields[]): Record<string, string> {
  const types: Record<string, string> = {};
  for (const fields of all)
    for (const [key, value] of Object.entries(fields)) {
      const type = typesFitting(value)[0] ?? '';
      // One broken number is enough to call a field broken; a whole one may be chance.
      if (types[key] !== 'number') types[key] = type;
    }
  return types;
}

function typesFitting(value: unknown): string[] {
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

function readZipped(path: string): string {
  return gunzipSync(readFileSync(path)).toString('utf8');
}
