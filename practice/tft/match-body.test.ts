import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Patch, PlayedGame, Player } from '../world/world.ts';
import { createBoardGenerator } from './boards.ts';
import { DEFAULT_ODDITIES, createTftMatchBody } from './match-body.ts';
import { playGame } from './game-for-tests.ts';
import { createTftRules } from './rules.ts';
import { createTftTruth } from './truth.ts';

interface Body {
  readonly metadata: { readonly match_id: string; readonly participants: readonly string[] };
  readonly info: {
    readonly [key: string]: unknown;
    readonly participants: readonly Participant[];
  };
}
interface Participant {
  readonly [key: string]: unknown;
  readonly puuid: string;
  readonly placement: number;
  readonly level: number;
  readonly win: boolean;
  readonly partner_group_id?: number;
  readonly time_eliminated: number;
  readonly last_round: number;
  readonly players_eliminated: number;
  readonly riotIdGameName: string;
  readonly units: readonly { character_id: string; itemNames: string[]; rarity: number; tier: number }[];
  readonly traits: readonly {
    name: string;
    num_units: number;
    style: number;
    tier_current: number;
    tier_total: number;
  }[];
}

const truth = createTftTruth(1);
const rules = createTftRules(truth);
const plain = createTftMatchBody({ truth, oddities: {} });
const patch: Patch = { number: 2, set: 12, minor: 3, startsAt: Date.UTC(2026, 4, 20, 12) };
const everyOddity = Object.fromEntries(Object.keys(DEFAULT_ODDITIES).map((oddity) => [oddity, 0.5]));
const puuidOf = ({ index }: Player): string => `player-${index}-`.padEnd(78, 'x');
const parse = (text: string): Body => JSON.parse(text) as Body;
const tell = (game: PlayedGame): Body => parse(plain(game, puuidOf));
const seeds = fc.integer({ min: 0, max: 0xff_ff_ff_ff });

test('a body has its players and their names, whatever the seed, the queue, the oddities and the names', () => {
  const odd = createTftMatchBody({ truth, oddities: everyOddity });
  const names = fc.string({ unit: 'binary', maxLength: 16 });
  fc.assert(
    fc.property(
      seeds,
      fc.constantFrom(1090, 1100, 1130, 1160),
      names,
      names,
      fc.nat(8),
      (seed, queue, gameName, tagLine, bots) => {
        const game = playGame({ rules, seed, patch, queue, gameName, tagLine, bots });
        for (const body of [plain, odd]) {
          const { participants } = parse(body(game, puuidOf)).info;
          const people = participants.filter(({ puuid }) => puuid !== 'BOT');
          expect(people).toHaveLength(8 - bots);
          for (const { riotIdGameName } of people) expect(riotIdGameName).toBe(gameName);
        }
      },
    ),
    { numRuns: 20, examples: [[1, 1100, '"},{"puuid":"BOT', '\\"\u0000\n', 0]] },
  );
});

test('the body shows the very boards that decided the game', () => {
  const generator = createBoardGenerator(truth);
  const { units, items, traits } = truth.roster(12);
  for (let seed = 0; seed < 25; seed++) {
    const game = playGame({ rules, seed, patch });
    const forms = game.seats.map(({ form }) => form);
    const boards = generator.draw({ seed, patch, forms });
    expect(rules.resolve({ seed, patch, queue: 1100, forms }).places).toEqual(
      game.seats.map(({ place }) => place),
    );
    tell(game).info.participants.forEach((participant, seat) => {
      const board = boards[seat];
      expect(participant.placement).toBe(game.seats[seat]?.place);
      expect(participant.level).toBe(board?.level);
      expect(participant.units.map((unit) => [unit.character_id, unit.tier, unit.itemNames])).toEqual(
        board?.units.map(({ unit, star, items: held }) => [
          units[unit]?.id,
          star,
          held.map((item) => items[item]?.id),
        ]),
      );
      expect(participant.traits.map(({ name, num_units }) => [name, num_units])).toEqual(
        traits.flatMap(({ id }, index) =>
          board?.traitCounts[index] ? [[id, board.traitCounts[index]]] : [],
        ),
      );
    });
  }
});

test('traits are those of the units and emblems on the board, with the tier that their count reaches', () => {
  const roster = truth.roster(12);
  const unitById = new Map(roster.units.map((unit) => [unit.id, unit]));
  const itemById = new Map(roster.items.map((item) => [item.id, item]));
  for (let seed = 0; seed < 25; seed++)
    for (const { units, traits } of tell(playGame({ rules, seed, patch })).info.participants) {
      const counts = new Map<number, number>();
      for (const { character_id, itemNames } of units) {
        const lent = itemNames.flatMap((name) => itemById.get(name)?.trait ?? []);
        for (const trait of [...(unitById.get(character_id)?.traits ?? []), ...lent])
          counts.set(trait, (counts.get(trait) ?? 0) + 1);
      }
      const expected = [...counts].map(([trait, count]) => {
        const { id, thresholds, styles } = roster.traits[trait] ?? { id: '', thresholds: [], styles: [] };
        const tier = thresholds.filter((needed) => count >= needed).length;
        return {
          name: id,
          num_units: count,
          style: styles[tier - 1] ?? 0,
          tier_current: tier,
          tier_total: thresholds.length,
        };
      });
      expect(traits).toEqual(expected.sort((left, right) => (left.name < right.name ? -1 : 1)));
    }
});

test('the first four win, the others do not; later places are out earlier, and seven are eliminated', () => {
  for (let seed = 0; seed < 25; seed++) {
    const { participants, game_length } = tell(playGame({ rules, seed, patch })).info;
    const byPlace = [...participants].sort((left, right) => left.placement - right.placement);
    expect(byPlace.map(({ win }) => win)).toEqual([true, true, true, true, false, false, false, false]);
    const times = byPlace.map(({ time_eliminated }) => time_eliminated);
    expect(times).toEqual([...times].sort((left, right) => right - left));
    expect(times[0]).toBeLessThanOrEqual(game_length as number);
    const rounds = byPlace.map(({ last_round }) => last_round);
    expect(rounds).toEqual([...rounds].sort((left, right) => right - left));
    expect(byPlace.reduce((sum, { players_eliminated }) => sum + players_eliminated, 0)).toBe(7);
  }
});

test('bots are participants called BOT without missions, and are missing from the metadata', () => {
  const game = playGame({ rules, seed: 7, patch, bots: 2 });
  const { metadata, info } = tell(game);
  expect(info.participants.map(({ puuid }) => puuid).slice(6)).toEqual(['BOT', 'BOT']);
  expect(metadata.participants).toEqual(info.participants.slice(0, 6).map(({ puuid }) => puuid));
  expect(info.participants.map((participant) => 'missions' in participant)).toEqual([
    ...Array.from({ length: 6 }, () => true),
    false,
    false,
  ]);
});

test('partners of a Double Up game share one of four groups, and no other player has a group', () => {
  for (let seed = 0; seed < 25; seed++) {
    const { participants } = tell(playGame({ rules, seed, patch, queue: 1160 })).info;
    const byPlace = [...participants].sort((left, right) => left.placement - right.placement);
    const groups = byPlace.map(({ partner_group_id }) => partner_group_id);
    expect([0, 2, 4, 6].map((place) => groups[place])).toEqual([1, 3, 5, 7].map((place) => groups[place]));
    expect(new Set(groups)).toEqual(new Set([1, 2, 3, 4]));
  }
  expect(plain(playGame({ rules, seed: 1, patch }), puuidOf)).not.toContain('partner_group_id');
});
