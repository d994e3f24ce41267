import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { lolMatch, lolTimeline, tftMatch, tftSeat } from '#/upstream/fixtures/riot-bodies.ts';
import { createBodyJudge } from './judge-body.ts';

const TFT = { source: 'tft', kind: 'match' } as const;
const LOL = { source: 'lol', kind: 'match' } as const;
const TIMELINE = { source: 'lol', kind: 'timeline' } as const;

const judge = createBodyJudge();
const packed = (body: unknown) => ({
  packed: zstdCompressSync(typeof body === 'string' ? body : JSON.stringify(body)),
  rev: '1',
  fetchedAt: new Date(0),
});
const reasonOf = (...asked: Parameters<typeof judge>): string => {
  const judgement = judge(...asked);
  return judgement.isFit ? 'it is fit' : judgement.reason;
};

test('a good body of each kind is fit, and tells what has to be known of it', () => {
  const tft = tftMatch();
  const judgement = judge(TFT, tft.metadata.match_id, packed(tft));
  expect(judgement).toMatchObject({
    isFit: true,
    outcome: { kind: 'match', settlement: { state: 'stored', endedAt: new Date(tft.info.game_datetime) } },
  });
  expect(judgement.isFit && judgement.outcome.seen).toHaveLength(8);
  const lol = lolMatch();
  expect(judge(LOL, lol.metadata.matchId, packed(lol)).isFit).toBe(true);
  const timeline = lolTimeline();
  expect(judge(TIMELINE, timeline.metadata.matchId, packed(timeline)).isFit).toBe(true);
});

test('whatever refused it the first time refuses it again, in the same words', () => {
  const { metadata, info } = tftMatch();
  const id = metadata.match_id;
  expect(reasonOf(TFT, id, packed({ metadata }))).toBe(
    'malformed (shape): info is missing; expected it to be there',
  );
  expect(reasonOf(TFT, id, packed('<html>'))).toContain('malformed (notJson): the body is not JSON');
  expect(reasonOf(TFT, id, packed('{"info": '))).toContain('malformed (truncated)');
  expect(reasonOf(TFT, 'EUW1_1', packed({ metadata, info }))).toBe(
    `the body is that of ${id}; expected EUW1_1`,
  );
  expect(reasonOf(TFT, id, { ...packed(''), packed: Buffer.from('no zstd') })).toBe(
    'the stored body cannot be decompressed',
  );
});

test('what statistics refuse is refused although it has the right shape', () => {
  const body = tftMatch({ participants: [tftSeat(9)] });
  expect(reasonOf(TFT, body.metadata.match_id, packed(body))).toBe(
    'the board of seat 0 has place 9; expected 1 to 8',
  );
});

test('a game is not taken for a timeline, nor for one of the other game', () => {
  const lol = lolMatch();
  const { matchId } = lol.metadata;
  expect(judge(TIMELINE, matchId, packed(lol)).isFit).toBe(false);
  expect(judge(TFT, matchId, packed(lol)).isFit).toBe(false);
});
