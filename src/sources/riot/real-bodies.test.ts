/**
 * Every real body that people published and that lies beside the project is read as the client would read it. None is refused:
 * what they hold (bots, aborted games, revivals, fourteen sets of changes) is what the schemas were written for.
 */
import { expect, test } from 'vitest';
import { gameStanding } from '#/domain/riot/lol-game.ts';
import { isBot, isPuuid } from '#/domain/riot/riot-ids.ts';
import { placeOfMatch } from '#/domain/riot/routing.ts';
import { linesOf, needsRealBodies, realFiles, type RealBody } from '../../../test/support/real-bodies.ts';
import { compileShape } from '../http/body-shape.ts';
import { readBody } from '../http/read-body.ts';
import type { Outcome } from '../outcome.ts';
import { RIOT_ENDPOINTS, type EndpointName } from './endpoints.ts';
import type { LolMatch } from './schema/lol-match.ts';
import type { TftMatch } from './schema/tft-match.ts';

/** A file that holds several bodies in a list of its own. */
function membersOf({ name, bytes }: RealBody): RealBody[] {
  const members = JSON.parse(bytes.toString()) as unknown[];
  return members.map((member, index) => ({
    name: `${name}#${index}`,
    bytes: Buffer.from(JSON.stringify(member)),
  }));
}

function readAll(endpoint: EndpointName, bodies: readonly RealBody[]) {
  const { schema, maxBytes, ...facts } = RIOT_ENDPOINTS[endpoint];
  const rules = { shape: compileShape(schema), maxBytes, tidy: 'tidy' in facts ? facts.tidy : undefined };
  const outcomes = bodies.map((body): [string, Outcome<unknown>] => [
    body.name,
    readBody({ headers: {}, bytes: body.bytes, isWhole: true }, rules, new Date(0)),
  ]);
  const read = outcomes.flatMap(([, outcome]) => (outcome.outcome === 'ok' ? [outcome.body] : []));
  const refused = outcomes.flatMap(([name, outcome]) =>
    outcome.outcome === 'malformed' ? [`${name}: ${outcome.reason}`] : outcome.outcome === 'ok' ? [] : [name],
  );
  return { read, refused };
}

test('every real TFT match is read, without its augments', (context) => {
  needsRealBodies(context);
  const { read, refused } = readAll('tftMatch', realFiles('tft-match').flatMap(linesOf));
  const matches = read as TftMatch[];
  const seats = matches.flatMap(({ info }) => info.participants);

  expect(refused).toEqual([]);
  expect(matches.length).toBeGreaterThan(1_500);
  expect(seats.filter((seat) => 'augments' in seat)).toEqual([]);
  expect(seats.filter(({ puuid }) => isBot(puuid)).length).toBeGreaterThan(0);
  expect(seats.filter(({ puuid }) => !isBot(puuid) && !isPuuid(puuid))).toEqual([]);
  expect(matches.filter(({ metadata }) => placeOfMatch(metadata.match_id) === undefined)).toEqual([]);
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
  ['account', 'accountByPuuid', 50, () => realFiles('account').flatMap(membersOf)],
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

  expect(readAll('tftApexLeague', [...lists, ...bare]).refused).toEqual([]);
  expect(readAll('tftLeagueOfPlayer', ofPlayers).refused).toEqual([]);
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
  const { read, refused } = readAll('tftMatchIds', pages);

  expect(refused).toEqual([]);
  expect((read as string[][]).flat().filter((id) => placeOfMatch(id) === undefined)).toEqual([]);
  expect(read.length).toBeGreaterThan(50);
});
