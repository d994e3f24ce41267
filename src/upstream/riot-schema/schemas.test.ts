/** What the schemas accept beyond the real bodies (`../riot-real-bodies.test.ts`), what is tidied, and what is refused. */
import { expect, test } from 'vitest';
import type { BodyRules } from '../body.ts';
import { RIOT_BODIES } from '../riot.ts';
import { lolMatch, lolSeat, lolTimeline, tftMatch, tftSeat } from '../fixtures/riot-bodies.ts';

type BodyName = keyof typeof RIOT_BODIES;

/** As the client reads it: the tidied body, or what is wrong with it. */
function read(name: BodyName, body: unknown): unknown {
  const { shape, tidy }: BodyRules<unknown> = RIOT_BODIES[name];
  const copy: unknown = structuredClone(body);
  tidy?.(copy);
  return shape.fits(copy) ? copy : shape.describeFault(copy);
}

const entry = { puuid: 'p1', leaguePoints: 1_204, rank: 'I', wins: 12, losses: 70, hotStreak: false };
const incident = { id: 7, incident_severity: 'info', maintenance_status: null, titles: [], created_at: 'x' };
const aborted = { gameDuration: 0, gameCreation: 0, gameMode: '', gameVersion: '', queueId: 0 };
const { game_version: _version, queue_id: _queue, ...bareInfo } = tftMatch().info;

test.each<[BodyName, what: string, unknown]>([
  ['league', 'a ladder after a reset', { tier: 'CHALLENGER', entries: [] }],
  ['league', 'an old ladder', { tier: 'MASTER', entries: [{ summonerId: 's', wins: 1, losses: 2 }] }],
  [
    'leagueEntries',
    'hyper roll',
    [{ queueType: 'RANKED_TFT_TURBO', ratedTier: 'BLUE', ratedRating: 3_100, wins: 1, losses: 2 }],
  ],
  ['account', 'an account without a name', { puuid: 'p1' }],
  ['activeRegion', 'an active region', { puuid: 'p1', game: 'tft', region: 'euw1' }],
  ['matchIds', 'ids of several platforms', ['EUW1_1', 'TR1_2']],
  [
    'status',
    'an incident',
    { id: 'EUW1', name: 'EU West', locales: ['en_GB'], maintenances: [], incidents: [incident] },
  ],
  ['tftMatch', 'no game_version', { ...tftMatch(), info: { ...bareInfo, queue_id: 1_100 } }],
  ['tftMatch', 'an unknown mode', tftMatch({ queue_id: 9_999, tft_game_type: 'zz', tft_set_number: 99 })],
  [
    'tftMatch',
    'null for no value, and a name with a NUL',
    tftMatch({
      participants: [tftSeat(1, { partner_group_id: null, win: null, riotIdGameName: 'nul \u0000' })],
    }),
  ],
  ['lolMatch', 'one that was aborted before it began', lolMatch({ ...aborted, participants: [], teams: [] })],
  [
    'lolMatch',
    'an old one, without an end',
    { ...lolMatch(), info: { ...lolMatch().info, gameEndTimestamp: undefined } },
  ],
  [
    'lolMatch',
    'bots and unknown modes',
    lolMatch({ gameMode: 'KIWI', participants: [lolSeat(16, { puuid: 'BOT' })] }),
  ],
  ['lolTimeline', 'unknown events and seats', lolTimeline()],
  [
    'lolTimeline',
    'an aborted match, without participants in its frames',
    lolTimeline({
      frameInterval: 0,
      frames: [{ timestamp: 0, participantFrames: null, events: [] }],
      participants: [],
    }),
  ],
])('%s: %s fits', (name, _, body) => {
  expect(read(name, body)).toEqual(body);
});

const augments = { playerAugment1: 12, playerAugment17: 3 };
const lastAugment = { playerAugment4: 12 };
const oldSeat = { ...tftSeat(1), players_eliminated: undefined };

test.each<[what: string, BodyName, sent: unknown, tidied: unknown]>([
  [
    'augments are cut out',
    'tftMatch',
    tftMatch({ participants: [{ ...tftSeat(1), augments: ['Augment_One'] } as ReturnType<typeof tftSeat>] }),
    tftMatch({ participants: [tftSeat(1)] }),
  ],
  [
    'the key with a blank at its end becomes the key',
    'tftMatch',
    tftMatch({ participants: [{ ...oldSeat, 'players_eliminated ': 3 } as never] }),
    tftMatch({ participants: [tftSeat(1, { players_eliminated: 3 })] }),
  ],
  [
    'unless that is there, too',
    'tftMatch',
    tftMatch({ participants: [{ ...tftSeat(1), 'players_eliminated ': 3 } as ReturnType<typeof tftSeat>] }),
    tftMatch({ participants: [tftSeat(1)] }),
  ],
  [
    'a queue that is only known as queueId is known',
    'tftMatch',
    { ...tftMatch(), info: { ...bareInfo, queueId: 1_130 } },
    { ...tftMatch(), info: { ...bareInfo, queueId: 1_130, queue_id: 1_130 } },
  ],
  [
    'the augments of Arena are cut out, also where the first is missing',
    'lolMatch',
    lolMatch({
      participants: [
        { ...lolSeat(1, { playerSubteamId: 2 }), ...augments },
        { ...lolSeat(2), ...lastAugment },
      ],
    }),
    lolMatch({ participants: [lolSeat(1, { playerSubteamId: 2 }), lolSeat(2)] }),
  ],
])('%s', (_, name, sent, tidied) => {
  expect(read(name, sent)).toEqual(tidied);
});

/** Fields that are not read cannot make a body unreadable. */
test.each<[BodyName, unknown]>([
  [
    'tftMatch',
    tftMatch({ gameId: 'seven', participants: [tftSeat(1, { time_eliminated: null, win: 'yes' })] }),
  ],
  ['lolMatch', lolMatch({ teams: 'none', participants: [lolSeat(1, { item0: 'boots', goldSpent: -1.5 })] })],
  ['lolTimeline', lolTimeline({ frameInterval: 'a minute', participants: null })],
])('%s fits with odd values in fields that are not read', (name, body) => {
  expect(read(name, body)).toEqual(body);
});

const withSeat = (changes: object): unknown =>
  tftMatch({ participants: [tftSeat(1), { ...tftSeat(2), ...changes }] });
const unit = { character_id: 'Set_Bee', rarity: 1, tier: 1 };
const framesWith = (frame: object, count = 1): unknown => ({
  ...lolTimeline(),
  info: {
    frameInterval: 60_000,
    frames: Array.from({ length: count }, () => ({ timestamp: 0, events: [], ...frame })),
  },
});

test.each<[BodyName, fault: string, unknown]>([
  ['league', 'entries is missing', { tier: 'MASTER' }],
  ['league', 'entries.0.leaguePoints is "12"', { tier: 'M', entries: [{ ...entry, leaguePoints: '12' }] }],
  ['leagueEntries', 'the body is an object; expected a list', { status: { message: 'x' } }],
  ['matchIds', '0 is 1; expected text', [1]],
  ['matchIds', 'expected at most 1000', Array.from({ length: 1_001 }, () => 'EUW1_1')],
  ['status', 'id is missing', { name: 'EU West', maintenances: [] }],
  ['tftMatch', 'metadata is missing', { info: { participants: [null, 1] } }],
  ['tftMatch', 'info.queue_id is missing', { ...tftMatch(), info: bareInfo }],
  ['tftMatch', 'participants.1.placement is "2"; expected a whole number', withSeat({ placement: '2' })],
  ['tftMatch', 'units.0.tier is 100000000000000000000', withSeat({ units: [{ ...unit, tier: 1e20 }] })],
  ['tftMatch', 'at most 200 characters', withSeat({ units: [{ ...unit, character_id: 'x'.repeat(201) }] })],
  ['tftMatch', 'expected at most 1000', withSeat({ units: Array.from({ length: 1_001 }, () => unit) })],
  ['tftMatch', 'game_length is Infinity', tftMatch({ game_length: JSON.parse('1e999') as number })],
  ['tftMatch', 'info.game_datetime is -5; expected at least 0', tftMatch({ game_datetime: -5 })],
  ['lolMatch', 'info.gameDuration is 12.5; expected a whole number', lolMatch({ gameDuration: 12.5 })],
  [
    'lolMatch',
    'win is "true"; expected true or false',
    lolMatch({ participants: [{ ...lolSeat(1), win: 'true' as never }] }),
  ],
  [
    'lolMatch',
    'expected at most 100',
    lolMatch({ participants: Array.from({ length: 101 }, () => lolSeat(1)) }),
  ],
  [
    'lolTimeline',
    'frames.0.participantFrames.7',
    framesWith({ participantFrames: { '7': { totalGold: '500' } } }),
  ],
  ['lolTimeline', 'a list of 5001; expected at most 5000', framesWith({}, 5_001)],
])('%s is refused: %s', (name, fault, body) => {
  expect(read(name, body)).toContain(fault);
});
