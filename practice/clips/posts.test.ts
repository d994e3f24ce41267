import { expect, test } from 'vitest';
import { createMovableWorld, storiesOf } from '../football/world-for-tests.ts';
import { HOSTILE_KINDS } from './hostile-kinds.ts';
import { postsOf, type Post } from './posts.ts';
import { EDITS } from './recipe.ts';
import { meets, parseSearchQuery } from './search-query.ts';
import { toClipSwitches, type ClipSwitchesBody } from './clip-switches.ts';

function postsWith(switches: ClipSwitchesBody = {}) {
  const { world } = createMovableWorld();
  return storiesOf(world).flatMap((story) =>
    story.truth.goals.map((goal) => ({
      goal,
      truth: story.truth,
      posts: postsOf(story, goal, world.seed, toClipSwitches(switches)),
    })),
  );
}

const ofKind = (kind: Post['kind'], switches?: ClipSwitchesBody) =>
  postsWith(switches).flatMap(({ goal, truth, posts }) =>
    posts.filter((post) => post.kind === kind).map((post) => ({ goal, truth, post })),
  );

test('every goal is posted: at once by the first, by another within eighty seconds, by all within ten minutes', () => {
  const all = postsWith();
  expect(all.length).toBeGreaterThan(300);
  for (const { goal, posts } of all) {
    const delays = posts.map(({ postedAt }) => (postedAt - goal.happenedAt) / 1000);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(20);
    expect(Math.min(...delays)).toBeLessThanOrEqual(40);
    expect(delays.filter((delay) => delay <= 80).length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...delays)).toBeLessThanOrEqual(600);
  }
});

test('the scorer and either club find the first post about a goal', () => {
  for (const { goal, truth, post } of ofKind('original')) {
    const { home, away } = truth.fixture;
    expect(
      meets(post.words, parseSearchQuery(`("${goal.scorer.familyName}") ("${home.name}" OR "${away.name}")`)),
    ).toBe(true);
    expect(post.videos.map(({ recipe }) => recipe)).toEqual([
      { scenes: [{ fixture: truth.fixture.id, n: goal.n, angle: 0 }], edit: 'none' },
    ]);
  }
});

test('copies show the same goal edited, and every edit occurs', () => {
  const copies = ofKind('copy').map(({ goal, post }) => ({ goal, recipe: post.videos[0]?.recipe }));
  for (const { goal, recipe } of copies)
    expect(recipe?.scenes.map(({ fixture, n }) => `${fixture}-${n}`)).toEqual([goal.key]);
  expect(new Set(copies.map(({ recipe }) => recipe?.edit))).toEqual(
    new Set(EDITS.filter((edit) => edit !== 'none')),
  );
});

test('a repost is the same video as the original', () => {
  const reposts = ofKind('repost', { hlsShare: 0 });
  expect(reposts.length).toBeGreaterThan(20);
  for (const { goal, truth, post } of reposts)
    expect(post.videos[0]?.recipe).toEqual({
      scenes: [{ fixture: truth.fixture.id, n: goal.n, angle: 0 }],
      edit: 'none',
    });
});

test('a wrong goal shows an earlier one of the match, a compilation both, a memory one of another match', () => {
  const shown = ({ videos }: Post) => videos[0]?.recipe.scenes.map(({ fixture, n }) => ({ fixture, n }));
  const wrong = ofKind('wrong-goal', { wrongGoalShare: 1 });
  expect(wrong.length).toBeGreaterThan(100);
  for (const { goal, truth, post } of wrong)
    expect(shown(post)).toEqual([{ fixture: truth.fixture.id, n: goal.n - 1 }]);
  for (const { goal, truth, post } of ofKind('compilation', { compilationShare: 1 })) {
    const { id: fixture } = truth.fixture;
    expect(shown(post)).toEqual([
      { fixture, n: goal.n - 1 },
      { fixture, n: goal.n },
    ]);
    expect(post.videos[0]?.seconds).toBeGreaterThanOrEqual(12);
  }
  const memories = ofKind('memory', { memoryShare: 1 });
  expect(memories.length).toBe(postsWith().length);
  for (const { truth, post } of memories) expect(shown(post)?.[0]?.fixture).not.toBe(truth.fixture.id);
});

test('some posts have several videos', () => {
  expect(ofKind('replay').some(({ post }) => post.videos.length === 2)).toBe(true);
});

test('who believed the first report posts under the wrong name', () => {
  const { world } = createMovableWorld({ quirks: { wrongScorer: 1 }, otherQuirks: 'none' });
  const texts = storiesOf(world, 0.5)
    .filter(({ truth }) => truth.fixture.league.coverage === 'full')
    .flatMap((story) =>
      story.truth.goals
        .filter(({ kind }) => kind !== 'own')
        .map((goal) => {
          const posts = postsOf(story, goal, world.seed, toClipSwitches({}));
          const right = parseSearchQuery(`("${goal.scorer.familyName}")`);
          return posts
            .filter(({ kind }) => kind === 'original' || kind === 'copy')
            .map(({ words }) => meets(words, right));
        }),
    );
  expect(texts.filter((areRight) => areRight.includes(false)).length).toBeGreaterThan(50);
  expect(texts.every((areRight) => areRight.includes(true))).toBe(true);
});

test('dead links and hostile media come as often as the switches say', () => {
  const fates = (switches: ClipSwitchesBody) =>
    postsWith(switches).flatMap(({ posts }) => posts.flatMap(({ videos }) => videos.map(({ fate }) => fate)));
  expect(new Set(fates({ deadShare: 0 }))).toEqual(new Set(['good']));
  expect(new Set(fates({ deadShare: 1 }))).toEqual(new Set(['gone', 'deleted', 'forbidden', 'geo', 'login']));
  const hostile = fates({ deadShare: 0, hostile: ['all'] }).filter((fate) => fate !== 'good');
  expect(hostile.length).toBeGreaterThan(postsWith().length / 5);
  expect(hostile.every((fate) => HOSTILE_KINDS.some((kind) => kind === fate))).toBe(true);
});

test('the same goal has the same posts, whenever it is asked', () => {
  expect(postsWith()).toEqual(postsWith());
});
