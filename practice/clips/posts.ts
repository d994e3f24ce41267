/**
 * Everything that is posted about a goal: the broadcast's clip seconds after it, copies of it that somebody cut, mirrored or marked,
 * another camera's, and what only claims to show it. Goals that are taken away later are posted like any other.
 */
import { chance, hashText, mix } from '../randomness.ts';
import { pick } from '../football/clubs.ts';
import type { MatchStory } from '../football/match-telling.ts';
import type { GoalTruth, MatchTruth } from '../football/match-truth.ts';
import type { HostileKind } from './hostile-kinds.ts';
import { toPlainWords } from './plain-words.ts';
import { toPostId } from './post-id.ts';
import { authorOf, compilationText, goalText, memoryText, replayText } from './post-texts.ts';
import { EDITS, shapeOf, type Recipe, type Scene, type Shape } from './recipe.ts';
import { sceneSeconds } from './scene.ts';

export const DEAD_FATES = ['gone', 'deleted', 'forbidden', 'geo', 'login'] as const;
type Fate = 'good' | (typeof DEAD_FATES)[number] | HostileKind;

export interface ClipVideo extends Shape {
  /** What its address is made of: `{post}-{number}`. */
  readonly name: string;
  readonly form: 'mp4' | 'hls';
  readonly recipe: Recipe;
  readonly fate: Fate;
}

/** Why somebody posted it. */
type PostKind =
  | 'original'
  | 'copy'
  | 'repost'
  | 'replay'
  | 'wrong-goal'
  | 'compilation'
  | 'memory'
  | 'hostile';

export interface Post {
  readonly id: string;
  readonly goalKey: string;
  readonly kind: PostKind;
  readonly author: string;
  readonly text: string;
  /** Its text and author, for the search. */
  readonly words: string;
  readonly postedAt: number;
  readonly videos: readonly ClipVideo[];
}

export interface PostSwitches {
  /** Of videos: cannot be had any more. */
  readonly deadShare: number;
  /** Of videos: in pieces, behind a playlist. */
  readonly hlsShare: number;
  /** Of goals: what is posted besides the original and one copy. */
  readonly wrongGoalShare: number;
  readonly compilationShare: number;
  readonly memoryShare: number;
  readonly hostile: readonly HostileKind[];
}

interface Draft {
  readonly kind: PostKind;
  readonly afterSeconds: readonly [number, number];
  readonly text: string;
  readonly recipes: readonly Recipe[];
  readonly fate?: HostileKind;
}

const SECOND = 1000;
const HOSTILE_EVERY = 3;

export function postsOf(story: MatchStory, goal: GoalTruth, seed: number, switches: PostSwitches): Post[] {
  const own = mix(seed, hashText('posts'), story.truth.fixture.id, goal.happenedAt);
  return draftPosts(story, goal, own, switches)
    .map((draft, place) => toPost(story.truth, goal, draft, place, mix(own, place + 1), switches))
    .sort((one, other) => one.postedAt - other.postedAt);
}

function draftPosts(story: MatchStory, goal: GoalTruth, own: number, switches: PostSwitches): Draft[] {
  const { truth, tellings } = story;
  const live: Scene = { fixture: truth.fixture.id, n: goal.n, angle: 0 };
  const original: Recipe = { scenes: [live], edit: 'none' };
  const copy = (question: number): Recipe => ({ scenes: [live], edit: pick(EDITS.slice(1), own, question) });
  const text = (question: number): string => goalText(truth, goal, mix(own, question));
  const likely = (question: number, share: number): boolean => chance(own, question) < share;
  // Who believed the first report posts under the wrong name.
  const firstTold = tellings[goal.n - 1]?.versions[0]?.row?.player.name?.replace(/^.\. /u, '');
  const believed =
    firstTold === undefined || firstTold === goal.scorer.familyName
      ? text(2)
      : goalText(truth, goal, mix(own, 2), firstTold);
  const before = truth.goals.filter(({ n }) => n < goal.n);
  const [earlier] = before.slice(-1);
  const drafts: Draft[] = [
    { kind: 'original', afterSeconds: [20, 40], text: text(1), recipes: [original] },
    { kind: 'copy', afterSeconds: [30, 80], text: believed, recipes: [copy(3)] },
  ];
  if (likely(4, 0.6))
    drafts.push({ kind: 'copy', afterSeconds: [40, 110], text: text(5), recipes: [copy(6)] });
  if (likely(7, 0.45)) {
    const replay: Recipe = { scenes: [{ ...live, angle: 1 }], edit: likely(8, 0.3) ? 're-encode' : 'none' };
    const recipes = likely(9, 0.4) ? [replay, copy(10)] : [replay];
    drafts.push({ kind: 'replay', afterSeconds: [60, 120], text: replayText(truth, goal), recipes });
  }
  if (likely(11, 0.25))
    drafts.push({ kind: 'repost', afterSeconds: [45, 120], text: text(12), recipes: [original] });
  if (likely(13, 0.3))
    drafts.push({ kind: 'copy', afterSeconds: [150, 420], text: text(14), recipes: [copy(15)] });
  drafts.push(...mistakenPosts(truth, goal, earlier, likely, switches));
  const kind = switches.hostile.length === 0 ? undefined : pick(switches.hostile, own, 20);
  if (kind !== undefined && goal.happenedAt % HOSTILE_EVERY === 0)
    drafts.push({ kind: 'hostile', afterSeconds: [30, 60], text: text(21), recipes: [original], fate: kind });
  return drafts;
}

/** What does not show what it says, or more than it says. */
function mistakenPosts(
  truth: MatchTruth,
  goal: GoalTruth,
  earlier: GoalTruth | undefined,
  likely: (question: number, share: number) => boolean,
  switches: PostSwitches,
): Draft[] {
  const drafts: Draft[] = [];
  const fixture = truth.fixture.id;
  const here: Scene = { fixture, n: goal.n, angle: 0 };
  if (earlier !== undefined) {
    const before: Scene = { fixture, n: earlier.n, angle: 0 };
    if (likely(16, switches.wrongGoalShare))
      drafts.push({
        kind: 'wrong-goal',
        afterSeconds: [35, 110],
        text: goalText(truth, goal, goal.happenedAt),
        recipes: [{ scenes: [before], edit: 'none' }],
      });
    if (likely(17, switches.compilationShare))
      drafts.push({
        kind: 'compilation',
        afterSeconds: [120, 480],
        text: compilationText(truth, [earlier, goal]),
        recipes: [{ scenes: [before, here], edit: 'none' }],
      });
  }
  if (likely(18, switches.memoryShare))
    drafts.push({
      kind: 'memory',
      afterSeconds: [20, 300],
      text: memoryText(truth, goal),
      // A goal of another match, long ago: a number that no fixture of today has.
      recipes: [{ scenes: [{ fixture: fixture - 364_000, n: 1, angle: 0 }], edit: 'none' }],
    });
  return drafts;
}

function toPost(
  { fixture }: MatchTruth,
  goal: GoalTruth,
  draft: Draft,
  place: number,
  roll: number,
  switches: PostSwitches,
): Post {
  const [low, high] = draft.afterSeconds;
  const id = toPostId({ fixture: fixture.id, n: goal.n, place });
  const author = authorOf(roll);
  return {
    id,
    goalKey: goal.key,
    kind: draft.kind,
    author,
    text: draft.text,
    words: toPlainWords(`${draft.text} ${author}`),
    postedAt: goal.happenedAt + Math.round((low + chance(roll, 30) * (high - low)) * SECOND),
    videos: draft.recipes.map((recipe, index): ClipVideo => {
      const isDead = chance(roll, 31, index) < switches.deadShare;
      const isPieces = draft.fate === undefined && chance(roll, 32, index) < switches.hlsShare;
      return {
        name: `${id}-${index + 1}`,
        form: isPieces ? 'hls' : 'mp4',
        recipe,
        fate: draft.fate ?? (isDead ? pick(DEAD_FATES, roll, 33) : 'good'),
        ...shapeOf(
          recipe,
          recipe.scenes.reduce((all, scene) => all + sceneSeconds(scene), 0),
        ),
      };
    }),
  };
}
