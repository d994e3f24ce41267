/** Practice items beside real ones, field by field. Skipped where those are not at hand. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { answerFixtures } from './fixtures-answer.ts';
import { BEGIN, createMovableWorld } from './world-for-tests.ts';

type Fields = Readonly<Record<string, unknown>>;

const DATA = join(import.meta.dirname, '../../../shared/data/football');
const isAtHand = existsSync(DATA);

beforeEach((context) => {
  if (!isAtHand) context.skip('needs ../shared/data: real football answers');
});

/** Fields that only newer answers have, or only those of one publisher. */
const OPTIONAL = new Set(['league.standings', 'fixture.status.extra']);

test('a practice item has the fields of a real one, of the same kinds', () => {
  const real = kindsOf(readReal());
  const ours = kindsOf(makeOurs());
  const added = [...ours.keys()].filter((path) => !real.has(path) && !OPTIONAL.has(path));
  const otherKinds = [...ours].flatMap(([path, kinds]) =>
    [...kinds].filter((kind) => real.get(path)?.has(kind) === false).map((kind) => `${path}: ${kind}`),
  );
  expect(added).toEqual([]);
  expect(otherKinds).toEqual([]);
  const inAll = [...real.keys()].filter((path) => /^(fixture|league|teams|goals|score|events)\b/.test(path));
  expect(inAll.filter((path) => !ours.has(path) && !isRare(path))).toEqual([]);
});

test('codes, types and details are ones that real answers have, or that are on record', () => {
  const onRecord =
    /^(Goal (confirmed|cancelled|Disallowed - (offside|handball|Foul))|Penalty confirmed|Card upgrade|Missed Penalty|Substitution \d+)$/;
  const pairs = (items: readonly Fields[]): Set<string> =>
    new Set(
      items
        .flatMap(({ events }) => (events as Fields[] | undefined) ?? [])
        .map(({ type, detail }) => `${String(type)}: ${String(detail)}`),
    );
  const known = pairs(readReal());
  const unheard = [...pairs(makeOurs())].filter(
    (pair) => !known.has(pair) && !onRecord.test(pair.slice(pair.indexOf(': ') + 2)),
  );
  expect(unheard).toEqual([]);
});

function isRare(path: string): boolean {
  return /code|^league\.standings|venue|flag/.test(path);
}

/** `fixture.status.elapsed` → number, null. Lists count as their items. */
function kindsOf(items: readonly Fields[]): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  const visit = (path: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(path, item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(path === '' ? name : `${path}.${name}`, inner);
    else {
      const known = kinds.get(path) ?? new Set<string>();
      kinds.set(path, known.add(value === null ? 'null' : typeof value));
    }
  };
  visit('', items);
  return kinds;
}

function readReal(): Fields[] {
  return readdirSync(DATA)
    .filter(
      (name) => name.startsWith('live_all') || name.startsWith('date_') || name.startsWith('league_season'),
    )
    .flatMap((name) => {
      const body = JSON.parse(gunzipSync(readFileSync(join(DATA, name))).toString()) as {
        response?: Fields[];
      };
      return body.response ?? [];
    });
}

function makeOurs(): Fields[] {
  const { world, moveTo } = createMovableWorld();
  return Array.from({ length: 24 }, (_, hour) => {
    moveTo(BEGIN + hour * 3_600_000);
    return (JSON.parse(answerFixtures(world, new URLSearchParams('live=all')).body) as { response: Fields[] })
      .response;
  }).flat();
}
