/**
 * A world small enough to hold in the head, for the tests of the edge: every name, rank and game in it follows from a player's
 * number. Player 0 is Challenger, 1 Grandmaster, 2 Master on euw1; 3 to 302 are Diamond I there; then one each on eun1 (Gold),
 * kr (Challenger), sg2 (unranked). Each has played 1010 games of half an hour, an hour apart; the last is just over.
 */
import type { Content, ToBody } from './content.ts';
import type { WorldClock } from '../world-clock.ts';
import type { GameKind, HistoryQuery, PlayedGame, Player, Platform, Rank, World } from '../world/world.ts';

export const EUN1_PLAYER = 303;
export const KR_PLAYER = 304;
export const SG2_PLAYER = 305;
export const SECRET = 'what nobody may see from outside';
export const GAMES_EACH = 1010;
const HOUR_MS = 3_600_000;
const LENGTH_SECONDS = 1800;

export function createSmallWorld(seed: number, clock: WorldClock): Content {
  return {
    world: createWorldOf(seed, clock),
    tftMatch: bodyOf('tft match'),
    lolMatch: bodyOf('lol match'),
    lolTimeline: bodyOf('lol timeline'),
    staticFile: (path) =>
      path === '/api/versions.json' ? { contentType: 'application/json', body: '["0.1.1"]' } : undefined,
    truth: (path) => (path[0] === 'tft' ? { SECRET, seed } : undefined),
  };
}

function createWorldOf(seed: number, clock: WorldClock): World {
  const begunAt = clock.now();
  const players = Array.from({ length: 306 }, (_, index): Player => ({
    index,
    platform: platformOf(index),
    gameName: `Näme ${index}`,
    tagLine: 'T/G',
  }));

  function gameOf(kind: GameKind, player: Player, nth: number): PlayedGame {
    return {
      kind,
      platform: player.platform,
      number: player.index * 10_000 + nth,
      queue: kind === 'tft' ? 1100 : nth % 2 === 0 ? 420 : 400,
      startsAt: begunAt - LENGTH_SECONDS * 1000 - nth * HOUR_MS,
      lengthSeconds: LENGTH_SECONDS,
      patch: { number: 0, set: 1, minor: 1, startsAt: 0 },
      seed: seed + player.index,
      seats: [{ player, form: 0, place: 1 }],
    };
  }
  function game(kind: GameKind, platform: Platform, number: number): PlayedGame | undefined {
    const player = players[Math.floor(number / 10_000)];
    const nth = number % 10_000;
    return player?.platform === platform && nth < GAMES_EACH ? gameOf(kind, player, nth) : undefined;
  }
  function history(query: HistoryQuery): number[] {
    const { kind, player, start, count, fromMs = 0, toMs = Infinity, queue, ranked } = query;
    return Array.from({ length: GAMES_EACH }, (_, nth) => gameOf(kind, player, nth))
      .filter(({ startsAt }) => startsAt >= fromMs && startsAt <= toMs)
      .filter((played) => queue === undefined || played.queue === queue)
      .filter((played) => ranked === undefined || (played.queue === 420) === ranked)
      .slice(start, start + count)
      .map(({ number }) => number);
  }
  return {
    seed,
    now: () => clock.now(),
    player: (index) => players[index],
    playerCount: () => players.length,
    findPlayer: (name, tag) => players.find((one) => one.gameName === name && one.tagLine === tag),
    patchAt: () => ({ number: 0, set: 1, minor: 1, startsAt: 0 }),
    history,
    game,
    ladder: (_kind, platform, tier, division = 'I') =>
      players
        .filter((player) => player.platform === platform)
        .flatMap((player) => rankOf(player) ?? [])
        .filter((rank) => rank.tier === tier && rank.division === division),
    rankOf: (_kind, player) => rankOf(player),
  };
}

function bodyOf(what: string): ToBody {
  return (played, puuidOf) =>
    JSON.stringify({
      what,
      matchId: `${played.platform.toUpperCase()}_${played.number}`,
      seed: played.seed,
      participants: played.seats.map(({ player }) => (player === null ? 'BOT' : puuidOf(player))),
      padding: 'x'.repeat(2000),
    });
}

function platformOf(index: number): Platform {
  if (index === EUN1_PLAYER) return 'eun1';
  if (index === KR_PLAYER) return 'kr';
  return index === SG2_PLAYER ? 'sg2' : 'euw1';
}

function rankOf(player: Player): Rank | undefined {
  const { index } = player;
  if (index === SG2_PLAYER) return undefined;
  const tier =
    index === 0 || index === KR_PLAYER
      ? 'CHALLENGER'
      : (['', 'GRANDMASTER', 'MASTER'][index] ?? (index === EUN1_PLAYER ? 'GOLD' : 'DIAMOND'));
  return { player, tier, division: 'I', leaguePoints: 1000 - index, wins: index, losses: 20 };
}
