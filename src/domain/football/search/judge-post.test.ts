import { expect, test } from 'vitest';
import { judgePost, type SeenPost } from './judge-post.ts';
import type { SearchedGoal } from './searched-goal.ts';

const goal: SearchedGoal = {
  teamName: 'Liverpool',
  otherTeamName: 'Chelsea',
  playerName: 'M. Salah',
  kind: 'normal',
  minute: 45,
  extraMinute: 3,
  scoreAfter: { home: 2, away: 1 },
  scoredAt: new Date('2026-03-01T15:50:00Z'),
  label: '123456_40_306_Goal_1',
};
const post = (caption: string, more: Partial<SeenPost> = {}): SeenPost => ({
  caption,
  postedAt: new Date('2026-03-01T15:51:00Z'),
  seconds: null,
  ...more,
});

test('scorer, teams, score and minute make a post as relevant as can be', () => {
  expect(judgePost(goal, post("Salah 45+2' Liverpool 2-1 Chelsea"))).toEqual({
    relevance: 1,
    isVerified: true,
    rejection: null,
  });
});

test('score and minute verify a post that does not name the scorer', () => {
  expect(judgePost(goal, post("Chelsea concede, 1-2 after 47'"))).toMatchObject({
    isVerified: true,
    rejection: null,
  });
});

test('a team without the scorer, the score or the minute is not enough', () => {
  expect(judgePost(goal, post('Liverpool fans are singing')).rejection).toEqual({
    code: 'irrelevant',
    words: 'its words do not name M. Salah, or a team with the score or the minute',
  });
});

test('another minute of the same scorer is another goal', () => {
  expect(judgePost(goal, post("Salah 12' for Liverpool")).rejection).toEqual({
    code: 'irrelevant',
    words: 'it tells of minute 12; the goal fell in minute 48',
  });
});

test.each([
  [51, true, false],
  [45, true, false],
  [52, false, false],
  [53, false, false],
  [54, false, true],
  [42, false, true],
])(
  'Salah in minute %d, for a goal in minute 48: verified %s, rejected %s',
  (minute, isVerified, isRejected) => {
    const verdict = judgePost(goal, post(`Salah ${minute}'`));
    expect([verdict.isVerified, verdict.rejection !== null]).toEqual([isVerified, isRejected]);
  },
);

test('another score is another goal, unless the minute is right', () => {
  expect(judgePost(goal, post('Salah, Liverpool 1-0 Chelsea')).rejection).toEqual({
    code: 'irrelevant',
    words: 'it tells of 1-0; the goal made it 2-1',
  });
  expect(judgePost(goal, post("Salah 47', Liverpool 1-0 Chelsea")).rejection).toBeNull();
});

test('of scorer, minute and score one may be wrong', () => {
  expect(judgePost(goal, post("Salah 30', Liverpool 2-1 Chelsea")).rejection).toBeNull();
  expect(judgePost(goal, post("Liverpool 2-1 Chelsea, 30'")).rejection).toEqual({
    code: 'irrelevant',
    words: 'it tells of minute 30; the goal fell in minute 48',
  });
  expect(judgePost(goal, post("Gakpo 47', Liverpool 3-1 Chelsea")).rejection).toEqual({
    code: 'irrelevant',
    words: 'it tells of 3-1; the goal made it 2-1',
  });
});

test.each([
  ['Remember this one? Salah for Liverpool', 'it speaks of the past ("remember this")'],
  ['On this day: SALAH', 'it speaks of the past ("on this day")'],
  ["Salah 48', as last season", undefined],
  ['Salah 2-1, his first since last season', undefined],
])('a post about the past is no goal of today, unless it names minute or score: %s', (text, words) => {
  expect(judgePost(goal, post(text)).rejection?.words).toBe(words);
});

const GAKPO = { playerName: 'C. Gakpo', minute: 46, extraMinute: null, scoreAfter: { home: 1, away: 1 } };
const SALAH = { ...GAKPO, playerName: 'M. Salah', minute: 45 };

test.each([
  [
    "Gakpo with the goal 45+1' Liverpool",
    GAKPO,
    'its words fit the goal of C. Gakpo better, which made it 1-1',
  ],
  ["Salah 45' 1-1", SALAH, 'its words fit the goal of M. Salah better, which made it 1-1'],
  ['Liverpool [2] - 1 Chelsea - Gakpo', { ...GAKPO, scoreAfter: goal.scoreAfter }, 'C. Gakpo better'],
  [
    "Salah 45' 1-1",
    { ...SALAH, playerName: null },
    'the goal of an unknown player better, which made it 1-1',
  ],
  ['SALAH!!!', SALAH, 'kept'],
  ['Salah 2-1, after Gakpo', GAKPO, 'kept'],
  ["Liverpool 2-1 in minute 48', set up by Gakpo", GAKPO, 'kept'],
])('a post belongs to the goal of the match that its words fit best: %s', (text, other, words) => {
  expect(judgePost(goal, post(text), [other]).rejection?.words ?? 'kept').toContain(words);
});

test('what was posted well before the goal cannot show it', () => {
  const early = post("Salah 45+3'", { postedAt: new Date('2026-03-01T15:38:00Z') });
  expect(judgePost(goal, early).rejection).toEqual({
    code: 'too-old',
    words: 'posted 12 minutes before the goal fell',
  });
  expect(judgePost(goal, early).isVerified).toBe(false);
});

test.each([
  ['2026-03-01T15:45:00Z', null],
  ['2026-03-01T15:44:59Z', 'too-old'],
])('the upstream may be five minutes behind those who post: %s is %s', (postedAt, code) => {
  expect(judgePost(goal, post('Salah', { postedAt: new Date(postedAt) })).rejection?.code ?? null).toBe(code);
});

test.each([
  ['Salah for Liverpool', 'it has no time, and its words tell neither the score nor the minute'],
  ["Salah 48'", undefined],
  ['Liverpool 2-1 Chelsea, Salah', undefined],
])('a post without a time has to tell the score or the minute: %s', (text, words) => {
  expect(judgePost(goal, post(text, { postedAt: null })).rejection?.words).toBe(words);
});

test.each([
  [2.4, 'too-short'],
  [181, 'too-long'],
] as const)('a video of %d s is %s', (seconds, code) => {
  expect(judgePost(goal, post('Salah', { seconds })).rejection).toMatchObject({ code });
});

test.each([3, 30, 180])('a video of %d s is fine', (seconds) => {
  expect(judgePost(goal, post('Salah', { seconds })).rejection).toBeNull();
});

test('of a goal without a scorer both teams have to be named', () => {
  const nameless = { ...goal, playerName: null };
  expect(judgePost(nameless, post('Liverpool score against Chelsea')).rejection).toBeNull();
  expect(judgePost(nameless, post('Liverpool score')).rejection).toEqual({
    code: 'irrelevant',
    words: 'its words do not name both teams',
  });
});

test('a goal that only the score has has no minute to contradict', () => {
  const fromScore = { ...goal, minute: null, extraMinute: null };
  expect(judgePost(fromScore, post("Salah 12'"))).toMatchObject({ isVerified: false, rejection: null });
});

test('without added time the minute is the minute', () => {
  expect(judgePost({ ...goal, extraMinute: null }, post("Salah 45'")).isVerified).toBe(true);
});
