import { describe, expect, test } from 'vitest';
import { gameSeconds, gameStanding } from '#/domain/riot/lol-game.ts';
import { compileShape } from '../../http/body-shape.ts';
import { lolMatch, lolSeat, lolTimeline } from '../fixtures/bodies.ts';
import { LolMatch, tidyLolMatch } from './lol-match.ts';
import { LolTimeline } from './lol-timeline.ts';

const shape = compileShape(LolMatch);
const timelineShape = compileShape(LolTimeline);

function read(body: unknown): LolMatch | string {
  const copy: unknown = structuredClone(body);
  tidyLolMatch(copy);
  return shape.fits(copy) ? copy : shape.describeFault(copy);
}

function standing(body: unknown): unknown {
  const match = read(body);
  return typeof match === 'string' ? match : gameStanding(match.info);
}

describe('odd games that are games', () => {
  const { gameEndTimestamp: _, ...old } = lolMatch({ gameDuration: 1_003_369 }).info;

  test('an ordinary one was played', () => {
    expect(read(lolMatch())).toEqual(lolMatch());
    expect(standing(lolMatch())).toBe('played');
  });

  test('one that was aborted before it began is valid, and empty', () => {
    const aborted = lolMatch({
      endOfGameResult: 'Abort_Unexpected',
      gameCreation: 0,
      gameStartTimestamp: 0,
      gameDuration: 0,
      gameMode: '',
      gameVersion: '',
      queueId: 0,
      participants: [],
      teams: [],
    });

    expect(standing(aborted)).toBe('void');
  });

  test('a complete one that says it was aborted was played', () => {
    expect(standing(lolMatch({ endOfGameResult: 'Abort_Unexpected' }))).toBe('played');
  });

  test('a remake is told by its seats', () => {
    const participants = [lolSeat(1, { gameEndedInEarlySurrender: true })];

    expect(standing(lolMatch({ gameDuration: 241, participants }))).toBe('remake');
  });

  test('an old one counts in milliseconds', () => {
    const match = read({ ...lolMatch(), info: old });

    expect(typeof match === 'string' ? match : gameSeconds(match.info)).toBe(1_003.369);
  });

  test('bots, sixteen seats and modes that nobody knows are fine', () => {
    const participants = Array.from({ length: 16 }, (_, seat) =>
      lolSeat(seat + 1, { puuid: 'BOT', championId: 99_999 }),
    );

    expect(standing(lolMatch({ gameMode: 'KIWI_JADE', queueId: 2_450, participants }))).toBe('played');
  });
});

test('the augments of Arena are cut out also where the first is missing', () => {
  const seat = { ...lolSeat(1), playerAugment4: 12 };

  expect(read(lolMatch({ participants: [seat] }))).toEqual(lolMatch({ participants: [lolSeat(1)] }));
});

test('the augments of Arena are cut out, and nothing else', () => {
  const seat = {
    ...lolSeat(1),
    playerAugment1: 12,
    playerAugment2: 0,
    playerAugment17: 3,
    playerSubteamId: 2,
  };

  expect(read(lolMatch({ participants: [seat] }))).toEqual(
    lolMatch({ participants: [lolSeat(1, { playerSubteamId: 2 })] }),
  );
});

test.each<[string, unknown]>([
  ['the body is null; expected an object', null],
  ['metadata is missing', { info: { participants: [null, 1] } }],
  ['info.gameDuration is 12.5; expected a whole number', lolMatch({ gameDuration: 12.5 })],
  [
    'info.participants.0.win is "true"; expected true or false',
    lolMatch({ participants: [{ ...lolSeat(1), win: 'true' } as unknown as ReturnType<typeof lolSeat>] }),
  ],
  [
    'info.participants is a list of 101; expected at most 100 entries',
    lolMatch({ participants: Array.from({ length: 101 }, () => lolSeat(1)) }),
  ],
])('refused: %s', (fault, body) => {
  expect(read(body)).toContain(fault);
});

describe('a timeline', () => {
  test('with events and seats that nobody knows fits', () => {
    expect(timelineShape.fits(lolTimeline())).toBe(true);
  });

  test('of an aborted game has nobody in its frames, and fits', () => {
    const frames = [
      { timestamp: 0, participantFrames: null, events: [{ type: 'GAME_END', timestamp: 0, winningTeam: 0 }] },
    ];

    expect(timelineShape.fits(lolTimeline({ frameInterval: 0, frames, participants: [] }))).toBe(true);
  });

  test('with gold as text is refused, and it says where', () => {
    const frames = [{ timestamp: 0, participantFrames: { '7': { totalGold: '500' } }, events: [] }];
    const body = { ...lolTimeline(), info: { frameInterval: 60_000, frames } };

    expect(timelineShape.fits(body)).toBe(false);
    expect(timelineShape.describeFault(body)).toContain('info.frames.0.participantFrames.7');
  });

  test('with more frames than a week of play is refused', () => {
    const frames = Array.from({ length: 5_001 }, () => ({ timestamp: 0, events: [] }));

    expect(timelineShape.describeFault(lolTimeline({ frames }))).toContain(
      'a list of 5001; expected at most 5000',
    );
  });
});
