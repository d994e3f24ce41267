/**
 * The hidden truth as JSON, for the side door: what a statistic should find. `tft` and `lol` are of one patch, that of the
 * world's time or of `?at=` (ms); `players` are told by number, in pages (`?from=`, `?count=`) or one alone (`players/17`).
 */
import { CHAMPIONS } from '../lol/champions.ts';
import { BLUE_SIDE, FORM_WEIGHT, type LolTruth } from '../lol/truth.ts';
import { STARS, type TftTruth } from '../tft/truth.ts';
import type { Patch } from '../world/world.ts';
import type { PracticeWorld } from '../world/create-world.ts';

export interface Truths {
  readonly world: PracticeWorld;
  readonly tft: TftTruth;
  readonly lol: LolTruth;
}

const MAX_PLAYERS = 1000;

/** Undefined: there is no such truth. */
export function answerTruth(
  { world, tft, lol }: Truths,
  path: readonly string[],
  query: URLSearchParams,
): unknown {
  const [what, which] = path;
  const patch = (): Patch => world.patchAt(numberIn(query, 'at', world.now()));
  if (what === 'players' && path.length === 2) return tellPlayer(world, Number(which));
  if (path.length !== 1) return undefined;
  switch (what ?? '') {
    case 'players': {
      const count = Math.min(numberIn(query, 'count', 100), MAX_PLAYERS);
      const from = numberIn(query, 'from', 0);
      const numbers = Array.from({ length: count }, (_, step) => from + step);
      return {
        total: world.playerCount(),
        players: numbers.flatMap((index) => tellPlayer(world, index) ?? []),
      };
    }
    case 'tft':
      return tellTft(tft, patch());
    case 'lol':
      return tellLol(lol, patch(), query.get('matchUps') === '1');
    default:
      return undefined;
  }
}

function numberIn(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Error(`${name} is ${JSON.stringify(text)}; expected a whole number from 0 on`);
}

function tellPlayer(world: PracticeWorld, index: number): object | undefined {
  const player = world.player(index);
  const truth = world.truthOf(index);
  return player === undefined || truth === undefined ? undefined : { ...player, ...truth };
}

function tellTft(truth: TftTruth, patch: Patch): object {
  const { units, items, traits } = truth.roster(patch.set);
  const stars = Array.from({ length: STARS }, (_, step) => step + 1);
  return {
    patch,
    /** By id, then by star. */
    units: table(units, ({ id }) =>
      Object.fromEntries(stars.map((star) => [star, truth.unitStrength(patch, id, star)])),
    ),
    items: table(items, ({ id }) => truth.itemStrength(patch, id)),
    /** By id, then by tier. */
    traits: table(traits, ({ id, thresholds }) =>
      Object.fromEntries(
        thresholds.map((_, tier) => [tier + 1, truth.traitTierStrength(patch, id, tier + 1)]),
      ),
    ),
    /** By unit, then by item: what the item adds on this holder beyond its own strength. */
    pairs: table(units, ({ id: unit }) =>
      table(items, ({ id: item }) => truth.pairStrength(patch, unit, item)),
    ),
    changes: truth.changes(patch),
  };
}

function tellLol(truth: LolTruth, patch: Patch, withMatchUps: boolean): object {
  const champions = Object.fromEntries(
    CHAMPIONS.map(({ id, name }) => [
      id,
      {
        name,
        strength: truth.championStrength(patch.number, id),
        popularity: truth.popularity(patch.number, id),
      },
    ]),
  );
  const matchUps = () =>
    Object.fromEntries(
      CHAMPIONS.map(({ id }) => [
        id,
        Object.fromEntries(CHAMPIONS.map((other) => [other.id, truth.matchUp(patch.number, id, other.id)])),
      ]),
    );
  return {
    patch,
    blueSide: BLUE_SIDE,
    formWeight: FORM_WEIGHT,
    champions,
    ...(withMatchUps ? { matchUps: matchUps() } : {}),
  };
}

function table<T extends { readonly id: string }>(
  things: readonly T[],
  value: (thing: T) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(things.map((thing) => [thing.id, value(thing)]));
}
