/**
 * Practice bodies beside real ones: each field that the product reads is there as often, with values of the same types. Which fields
 * those are, the product's own schemas say. Skipped without ../shared/data.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { EventRow, FixtureItem } from '../src/upstream/api-football-fixture.ts';
import { LolMatch } from '../src/upstream/riot-schema/lol-match.ts';
import { LolTimeline } from '../src/upstream/riot-schema/lol-timeline.ts';
import { TftMatch } from '../src/upstream/riot-schema/tft-match.ts';
import { answerFixtures } from './football/fixtures-answer.ts';
import { BEGIN, createMovableWorld } from './football/world-for-tests.ts';
import { TEST_TRUTH, playGames, puuidOf } from './lol/game-for-tests.ts';
import { createLolMatchBody } from './lol/match-body.ts';
import { NO_ODDITIES } from './lol/story.ts';
import { createLolTimelineBody } from './lol/timeline-body.ts';
import { mix } from './randomness.ts';
import { createTftMatchBody } from './tft/match-body.ts';
import { playGame } from './tft/game-for-tests.ts';
import { createTftRules } from './tft/rules.ts';
import { createTftTruth } from './tft/truth.ts';

const DATA = join(import.meta.dirname, '../../shared/data');
const isAtHand = existsSync(DATA);

beforeEach((context) => {
  if (!isAtHand) context.skip('needs ../shared/data: real bodies, which are not part of the project');
});

interface LolBody {
  readonly info: {
    readonly gameVersion: string;
    readonly queueId: number;
    readonly participants: readonly Readonly<Record<string, number>>[];
  };
}
interface TftBody {
  readonly info: {
    readonly queue_id: number;
    readonly participants: readonly { readonly units: readonly object[] }[];
  };
}
interface FixturesBody {
  readonly response?: readonly { readonly events?: readonly Readonly<Record<string, unknown>>[] }[];
}

const lolDeps = { truth: TEST_TRUTH, oddities: NO_ODDITIES };
const lolGames = (queue: number) => playGames(50, { queue });
const fixtures = isAtHand ? [realFixtures(), ourFixtures()] : [[], []];

test.each([
  ['TFT match', TftMatch, realTft, ourTft],
  ['LoL match', LolMatch, () => [420, 450].flatMap(realLol), () => [420, 450].flatMap(ourLol)],
  ['LoL timeline', LolTimeline, realTimelines, ourTimelines],
  ['fixture', FixtureItem, () => fixtures[0] ?? [], () => fixtures[1] ?? []],
  ['event of a fixture', EventRow, () => eventsOf(fixtures[0]), () => eventsOf(fixtures[1])],
])('%s: the fields that we read are there as often, and of the real types', (_name, schema, real, ours) => {
  const read = pathsOf(schema);
  const [theirs, mine] = [usageOf(real(), read), usageOf(ours(), read)];
  const isAlways = ({ present, parents }: Usage, path: string): boolean =>
    present.get(path) !== undefined && present.get(path) === parents.get(parentOf(path));

  expect(theirs.present.size).toBeGreaterThan(5);
  expect(read.filter((path) => isAlways(theirs, path) && !isAlways(mine, path))).toEqual([]);
  const wrong = read.flatMap((path) =>
    [...(mine.types.get(path) ?? [])]
      // A fraction may happen to be whole.
      .filter((type) => !theirs.types.get(path)?.has(type) && !(type === 'whole' && isFraction(theirs, path)))
      .map((type) => `${path}: ${type}`),
  );
  expect(wrong.filter((found) => theirs.present.has(found.slice(0, found.indexOf(':'))))).toEqual([]);
});

test.each([420, 450])('in queue %i, the means of what a match shows are near the real ones', (queue) => {
  const mean = (bodies: readonly LolBody[], key: string): number => {
    const found = bodies.flatMap(({ info }) => info.participants.map((one) => one[key] ?? Number.NaN));
    return found.reduce((total, value) => total + value, 0) / found.length;
  };
  const [real, ours] = [realLol(queue), ourLol(queue)];
  const shown = ['kills', 'deaths', 'assists', 'goldEarned', 'goldSpent', 'champExperience', 'champLevel'];
  shown.push('totalMinionsKilled', 'totalDamageDealtToChampions', 'totalDamageTaken', 'visionScore');
  for (const key of shown) {
    expect([key, mean(ours, key) >= 0.6 * mean(real, key)]).toEqual([key, true]);
    expect([key, mean(ours, key) <= 1.6 * mean(real, key)]).toEqual([key, true]);
  }
});

test('a board has as many units as real ones in ranked games', () => {
  const counts = (bodies: readonly TftBody[]): number[] =>
    bodies
      .filter(({ info }) => info.queue_id === 1100)
      .flatMap(({ info }) => info.participants.map(({ units }) => units.length))
      .sort((left, right) => left - right);
  const [real, ours] = [counts(realTft()), counts(ourTft())];
  const middle = ours[ours.length >> 1];
  expect(middle).toBeGreaterThanOrEqual(real[real.length >> 2] ?? Number.NaN);
  expect(middle).toBeLessThanOrEqual(real[(real.length * 3) >> 2] ?? Number.NaN);
});

test('types and details of events are ones that real answers have, or that are on record', () => {
  const onRecord =
    /^(Goal (confirmed|cancelled|Disallowed - (offside|handball|Foul))|Penalty confirmed|Card upgrade|Missed Penalty|Substitution \d+)$/;
  const pairs = (items: FixturesBody['response']): string[] =>
    eventsOf(items).map(({ type, detail }) => `${String(type)}: ${String(detail)}`);
  const known = new Set(pairs(fixtures[0]));
  const unheard = pairs(fixtures[1]).filter(
    (pair) => !known.has(pair) && !onRecord.test(pair.slice(pair.indexOf(': ') + 2)),
  );
  expect(new Set(unheard)).toEqual(new Set());
});

/** By path that is read (`info.participants.kills`; lists count as their items): how often it is there, and what it is. */
interface Usage {
  readonly present: Map<string, number>;
  /** Objects that there are at a path. */
  readonly parents: Map<string, number>;
  readonly types: Map<string, Set<string>>;
}

function usageOf(bodies: readonly unknown[], read: readonly string[]): Usage {
  const isRead = new Set(read);
  const usage: Usage = { present: new Map(), parents: new Map(), types: new Map() };
  const add = (counts: Map<string, number>, path: string): void => {
    counts.set(path, (counts.get(path) ?? 0) + 1);
  };
  const visit = (path: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(path, item);
    else if (typeof value === 'object' && value !== null) {
      add(usage.parents, path);
      for (const [name, inner] of Object.entries(value)) {
        const key = /^\d+$/.test(name) ? '*' : name;
        const child = path === '' ? key : `${path}.${key}`;
        // Most of a real body is not read.
        if (!isRead.has(child)) continue;
        add(usage.present, child);
        visit(child, inner);
      }
    } else usage.types.set(path, (usage.types.get(path) ?? new Set()).add(typeOf(value)));
  };
  for (const body of bodies) visit('', body);
  return usage;
}

function typeOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole' : 'fraction';
  return value === null ? 'null' : typeof value;
}

function isFraction({ types }: Usage, path: string): boolean {
  return types.get(path)?.has('fraction') === true;
}

function parentOf(path: string): string {
  return path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '';
}

/** What a schema reads. */
function pathsOf(schema: object, path = ''): string[] {
  const { properties = {}, items, anyOf = [], patternProperties = {} } = schema as Record<string, object>;
  const below = (name: string, inner: object): string[] => {
    const child = path === '' ? name : `${path}.${name}`;
    return [child, ...pathsOf(inner, child)];
  };
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => below(name, inner as object)),
    ...Object.values(patternProperties).flatMap((inner) => below('*', inner as object)),
    ...(items === undefined ? [] : pathsOf(items, path)),
    ...Object.values(anyOf).flatMap((inner) => pathsOf(inner as object, path)),
  ];
}

/** Each file holds one body; those of TFT, one body a line. */
function readReal(folder: string, isWanted: RegExp): unknown[] {
  const files = readdirSync(join(DATA, folder)).filter((file) => isWanted.test(file));
  const texts = files.map((file) =>
    gunzipSync(readFileSync(join(DATA, folder, file)))
      .toString()
      .trim(),
  );
  const bodies = folder === 'tft-match' ? texts.flatMap((text) => text.split('\n')) : texts;
  return bodies.map((body) => JSON.parse(body) as unknown);
}

function realTft(): TftBody[] {
  return readReal('tft-match', /^set1[67]-/) as TftBody[];
}

function ourTft(): TftBody[] {
  const truth = createTftTruth(1);
  const rules = createTftRules(truth);
  const patch = { number: 2, set: 12, minor: 3, startsAt: Date.UTC(2026, 4, 20) };
  const body = createTftMatchBody({ truth, oddities: {} });
  return Array.from({ length: 100 }, (_, index) => {
    const queue = [1100, 1100, 1100, 1090, 1160][index % 5] ?? 1100;
    const game = playGame({ rules, seed: mix(12, index), patch, queue });
    return JSON.parse(body(game, puuidOf)) as TftBody;
  });
}

function realLol(queue: number): LolBody[] {
  const queues = queue === 450 ? [450] : [400, 420, 440];
  return (readReal('lol-match', /./) as LolBody[]).filter(
    ({ info }) => Number.parseInt(info.gameVersion, 10) >= 15 && queues.includes(info.queueId),
  );
}

function ourLol(queue: number): LolBody[] {
  const body = createLolMatchBody(lolDeps);
  return lolGames(queue).map((game) => JSON.parse(body(game, puuidOf)) as LolBody);
}

function realTimelines(): unknown[] {
  const timelines = readReal('lol-timeline', /./) as { info: { participants: readonly unknown[] } }[];
  return timelines.filter(({ info }) => info.participants.length === 10);
}

function ourTimelines(): unknown[] {
  const body = createLolTimelineBody(lolDeps);
  return lolGames(420).map((game) => JSON.parse(body(game, puuidOf)) as unknown);
}

function realFixtures(): FixturesBody['response'] {
  const bodies = readReal('football', /^(live_all|date_|league_season)/) as FixturesBody[];
  return bodies.flatMap(({ response = [] }) => response);
}

function ourFixtures(): FixturesBody['response'] {
  const { world, moveTo } = createMovableWorld();
  return Array.from({ length: 24 }, (_, hour) => {
    moveTo(BEGIN + hour * 3_600_000);
    const { body } = answerFixtures(world, { get: 'fixtures', query: new URLSearchParams('live=all') });
    return (JSON.parse(body) as FixturesBody).response ?? [];
  }).flat();
}

function eventsOf(items: FixturesBody['response'] = []): readonly Readonly<Record<string, unknown>>[] {
  return items.flatMap(({ events }) => events ?? []);
}
