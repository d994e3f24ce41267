/**
 * Every real body that people published and that lies beside the project is read as the client would read it. None is refused:
 * what they hold (bots, aborted games, revivals, fourteen sets of changes) is what the schemas were written for.
 */
import { gameStanding } from '#/domain/riot/lol-game.ts';
import { isBot, isPuuid } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch } from '#/domain/riot/routing.ts';
import { createPatchCalendar, knownPatches } from '#/domain/tft/patch-calendar.ts';
import { teamPlaces } from '#/domain/tft/team-place.ts';
import { toTftGame } from '#/tft/body.ts';
import type { LolMatch } from '#/upstream/riot-schema/lol-match.ts';
import type { TftMatch } from '#/upstream/riot-schema/tft-match.ts';
import { linesOf, needsRealBodies, type RealBody, realFiles } from '../../test/support/real-bodies.ts';
import { type BodyRules, readBody } from './body.ts';
import type { Outcome } from './outcome.ts';
import { RIOT_BODIES } from './riot.ts';
import { expect, test } from 'vitest';

/** A file that holds several bodies in a list of its own. */
function membersOf({ name, bytes }: RealBody): RealBody[] {
  const members = JSON.parse(bytes.toString()) as unknown[];
  return members.map((member, index) => ({
    name: `${name}#${index}`,
    bytes: Buffer.from(JSON.stringify(member)),
  }));
}

function readAll(name: keyof typeof RIOT_BODIES, bodies: readonly RealBody[]) {
  const rules: BodyRules<unknown> = RIOT_BODIES[name];
  const outcomes = bodies.map((body): [string, Outcome<unknown>] => [
    body.name,
    readBody({ headers: {}, bytes: body.bytes, isWhole: true }, rules, new Date(0)),
  ]);
  const read = outcomes.flatMap(([, outcome]) => (outcome.outcome === 'ok' ? [outcome.body] : []));
  const refused = outcomes.filter(([, { outcome }]) => outcome !== 'ok');
  return { read, refused };
}

let readMatches: { read: TftMatch[]; refused: unknown[] } | undefined;

/** All matches, read once. */
function tftMatches() {
  const { read, refused } = readMatches ?? readAll('tftMatch', realFiles('tft-match').flatMap(linesOf));
  readMatches = { read: read as TftMatch[], refused };
  return readMatches;
}

test('every real TFT match is read, without its augments', (context) => {
  needsRealBodies(context);
  const { read: matches, refused } = tftMatches();
  const seats = matches.flatMap(({ info }) => info.participants);

  expect(refused).toEqual([]);
  expect(matches.length).toBeGreaterThan(1_500);
  expect(seats.filter((seat) => 'augments' in seat)).toEqual([]);
  expect(seats.filter(({ puuid }) => isBot(puuid)).length).toBeGreaterThan(0);
  expect(seats.filter(({ puuid }) => !isBot(puuid) && !isPuuid(puuid))).toEqual([]);
  expect(matches.filter(({ metadata }) => placeOfMatch(metadata.match_id) === undefined)).toEqual([]);
});

test('every real TFT match is converted whole: each board, unit, item and trait, and its patch', (context) => {
  needsRealBodies(context);
  const calendar = createPatchCalendar(knownPatches());
  const matches = tftMatches().read;
  const partitions = new Map<string, number>();
  for (const body of matches) {
    const game = toTftGame(body);
    const { participants } = body.info;
    expect(game.boards.map((board) => [board.placement, board.level, board.seat])).toEqual(
      participants.map((seat, index) => [seat.placement, seat.level, index]),
    );
    const units = game.boards.flatMap((board) => board.units);
    const sentUnits = participants.flatMap((seat) => seat.units);
    expect(units.map(({ id, stars, items }) => `${id} ${stars} ${items.join()}`)).toEqual(
      sentUnits.map(({ character_id, tier, itemNames }) =>
        `${character_id} ${tier} ${(itemNames ?? []).join()}`.toLowerCase(),
      ),
    );
    expect(game.boards.flatMap((board) => board.traits).length).toBe(
      participants.flatMap((seat) => seat.traits).length,
    );
    const sum = (values: readonly (number | null)[]) =>
      values.reduce<number>((all, value) => all + (value ?? 0), 0);
    expect(sum(game.boards.map((board) => board.damage))).toBe(
      sum(participants.map((seat) => seat.total_damage_to_players ?? 0)),
    );
    const { partition } = calendar.patchOf(game);
    partitions.set(partition, (partitions.get(partition) ?? 0) + 1);
  }

  // Counted by hand from the versions and sets in those files.
  expect(matches.length).toBeGreaterThan(1_500);
  expect(partitions.get('unknown') ?? 0).toBe(0);
  expect(partitions.get('revival')).toBe(1);
  const named = [...partitions.keys()].filter((name) => /^(13|14|15|16|17)\./.test(name)).sort();
  expect(named.join(' ')).toBe('13.2 14.1 14.3 14.4 14.5 14.6 14.7 14.8 15.1 16.8 17.1 17.2 17.3');
  expect(partitions.get('15.1')).toBe(720);
});

test('in every real Double Up game the pairs that are named stand on neighbouring places', (context) => {
  needsRealBodies(context);
  const games = tftMatches()
    .read.map(toTftGame)
    .filter(({ queue }) => queue === 1_150 || queue === 1_160);
  const teams = games.flatMap((game) =>
    teamPlaces(game).map((team, seat) => ({ team, board: game.boards[seat] })),
  );

  expect(games.length).toBeGreaterThan(10);
  expect(teams.every(({ team, board }) => team?.place === Math.ceil((board?.placement ?? 0) / 2))).toBe(true);
  expect(teams.some(({ team }) => team?.isDerived)).toBe(false);
});

test('every real LoL match is read; the one that never began is void, all others were played', (context) => {
  needsRealBodies(context);
  const { read, refused } = readAll('lolMatch', realFiles('lol-match'));
  const matches = read as LolMatch[];
  const unplayed = matches.filter(({ info }) => gameStanding(info) !== 'played');

  expect(refused).toEqual([]);
  expect(matches.length).toBeGreaterThan(50);
  expect(unplayed.map(({ metadata, info }) => [metadata.matchId, gameStanding(info)])).toEqual([
    ['EUW1_6834713231', 'void'],
  ]);
  expect(matches.filter(({ metadata }) => placeOfMatch(metadata.matchId) === undefined)).toEqual([]);
  const names = matches.flatMap(({ info }) => info.participants.flatMap((seat) => Object.keys(seat)));
  expect(names.filter((name) => name.startsWith('playerAugment'))).toEqual([]);
});

test.for([
  ['timeline', 'lolTimeline', 20, () => realFiles('lol-timeline')],
  ['account', 'account', 50, () => realFiles('account').flatMap(membersOf)],
] as const)('every real %s is read', ([, endpoint, least, bodies], context) => {
  needsRealBodies(context);
  const { read, refused } = readAll(endpoint, bodies());

  expect(refused).toEqual([]);
  expect(read.length).toBeGreaterThan(least);
});

test('every real ladder is read, an empty one too', (context) => {
  needsRealBodies(context);
  // The files named `…_ladder_…` are tables of their publishers and no bodies of the API.
  const files = [...realFiles('tft-league'), ...realFiles('lol-league')];
  const lists = files.filter(({ name }) => /challenger(_EMPTY)?_20\d\d[-\d]*\.json/.test(name));
  // Entries taken out of their lists, and lists of entries of several players.
  const entries = files.filter(({ name }) => name.includes('challenger_entries'));
  const bare = entries.map(({ name, bytes }) => ({
    name,
    bytes: Buffer.from(`{"tier":"CHALLENGER","entries":${bytes.toString()}}`),
  }));
  const ofPlayers = files.filter(({ name }) => name.includes('by-puuid')).flatMap(membersOf);

  expect(readAll('league', [...lists, ...bare]).refused).toEqual([]);
  expect(readAll('leagueEntries', ofPlayers).refused).toEqual([]);
  expect([lists.length, bare.length, ofPlayers.length > 0]).toEqual([3, 3, true]);
});

test('every real list of match ids is read, page by page', (context) => {
  needsRealBodies(context);
  const files = realFiles('tft-league').filter(({ name }) => name.startsWith('matchids'));
  const pages = files.flatMap(({ name, bytes }) => {
    const ids = JSON.parse(bytes.toString()) as string[];
    return Array.from({ length: Math.ceil(ids.length / 200) }, (_, page) => ({
      name: `${name}#${page}`,
      bytes: Buffer.from(JSON.stringify(ids.slice(page * 200, page * 200 + 200))),
    }));
  });
  const { read, refused } = readAll('matchIds', pages);

  expect(refused).toEqual([]);
  expect((read as string[][]).flat().filter((id) => placeOfMatch(id) === undefined)).toEqual([]);
  expect(read.length).toBeGreaterThan(50);
});
