/**
 * Everything that is posted about a goal: the broadcast's clip seconds after it, edited copies of it, another camera's, and clips that only
 * claim to show it. Goals that are taken away later are posted like any other.
 */
import { AUTHOR_BEGINNINGS, AUTHOR_ENDINGS, pick } from '../football/clubs.ts';
import { MINUTE_MS } from '../football/fixture-calendar.ts';
import type { FootballWorld } from '../football/football-world.ts';
import type { MatchStory } from '../football/match-telling.ts';
import type { GoalTruth, MatchTruth } from '../football/match-truth.ts';
import { chance, hashText, mix } from '../randomness.ts';
import { EDITS, type Recipe, type Scene, shapeOf } from './film.ts';

/** Videos that cannot be had, and what the site answers in their place. */
export const DEAD_STATUS = { gone: 404, deleted: 410, forbidden: 403, geo: 451, login: 302 } as const;
type Fate = 'good' | keyof typeof DEAD_STATUS;
const DEAD_FATES = Object.keys(DEAD_STATUS) as Exclude<Fate, 'good'>[];

export interface ClipVideo {
  /** Its address ends with `{post}-{number}`. */
  readonly name: string;
  readonly form: 'mp4' | 'hls';
  readonly recipe: Recipe;
  readonly fate: Fate;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
}

type PostKind = 'original' | 'copy' | 'repost' | 'replay' | 'wrong-goal' | 'compilation' | 'memory';

export interface Post {
  /** Eighteen digits: the goal it is about and its place among the goal's posts. */
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

export interface PostShares {
  /** Of videos: cannot be had any more. */
  readonly deadShare: number;
  /** Of videos: in pieces, behind a playlist. */
  readonly hlsShare: number;
}

interface Draft {
  readonly kind: PostKind;
  /** Of the goals that could have it. */
  readonly share: number;
  readonly afterSeconds: readonly [number, number];
  readonly text: string;
  readonly recipes: readonly Recipe[];
}

const SECOND = 1000;
const POST_ID = /^20(\d{10})\d{6}$/;

/** The fixture that a post is about. Undefined: no post has this id. */
export function fixtureOfPost(id: string): number | undefined {
  const fixture = POST_ID.exec(id)?.[1];
  return fixture === undefined ? undefined : Number(fixture);
}

export function postsOf(story: MatchStory, goal: GoalTruth, seed: number, shares: PostShares): Post[] {
  const own = mix(seed, hashText('posts'), story.truth.fixture.id, goal.happenedAt);
  return draftPosts(story, goal, own)
    .map((draft, place) => ({ draft, place }))
    .filter(({ draft, place }) => chance(own, 1, place) < draft.share)
    .map(({ draft, place }) => toPost(story, goal, draft, place, mix(own, place + 1), shares))
    .sort((one, other) => one.postedAt - other.postedAt);
}

function draftPosts({ truth, tellings }: MatchStory, goal: GoalTruth, own: number): Draft[] {
  const fixture = truth.fixture.id;
  const sceneOf = (n: number, angle: 0 | 1 = 0): Scene => ({ fixture, n, angle });
  const live = sceneOf(goal.n);
  const copy = (question: number): Recipe => ({ scenes: [live], edit: pick(EDITS.slice(1), own, question) });
  const text = (question: number, name?: string): string => goalText(truth, goal, mix(own, question), name);
  // A post that follows the first report names the wrong scorer if that does.
  const firstTold = tellings[goal.n - 1]?.versions[0]?.row?.player.name?.replace(/^.\. /u, '');
  const believed = firstTold === goal.scorer.familyName ? undefined : firstTold;
  const replay: Recipe = { scenes: [sceneOf(goal.n, 1)], edit: chance(own, 8) < 0.3 ? 're-encode' : 'none' };
  const replays = chance(own, 9) < 0.4 ? [replay, copy(10)] : [replay];
  const drafts: Draft[] = [
    { kind: 'original', share: 1, afterSeconds: [20, 40], text: text(11), recipes: [plain(live)] },
    { kind: 'copy', share: 1, afterSeconds: [30, 80], text: text(12, believed), recipes: [copy(13)] },
    { kind: 'copy', share: 0.6, afterSeconds: [40, 110], text: text(14), recipes: [copy(15)] },
    { kind: 'replay', share: 0.45, afterSeconds: [60, 120], text: replayText(truth, goal), recipes: replays },
    { kind: 'repost', share: 0.25, afterSeconds: [45, 120], text: text(16), recipes: [plain(live)] },
    { kind: 'copy', share: 0.3, afterSeconds: [150, 420], text: text(17), recipes: [copy(18)] },
    {
      kind: 'memory',
      share: 0.12,
      afterSeconds: [20, 300],
      text: memoryText(truth, goal),
      // A goal of another match, long ago: a number that no fixture of today has.
      recipes: [plain({ fixture: fixture - 364_000, n: 1, angle: 0 })],
    },
  ];
  const earlier = truth.goals.findLast(({ n }) => n < goal.n);
  if (earlier === undefined) return drafts;
  const before = sceneOf(earlier.n);
  return [
    ...drafts,
    { kind: 'wrong-goal', share: 0.15, afterSeconds: [35, 110], text: text(19), recipes: [plain(before)] },
    {
      kind: 'compilation',
      share: 0.12,
      afterSeconds: [120, 480],
      text: compilationText(truth, [earlier, goal]),
      recipes: [plain(before, live)],
    },
  ];
}

function plain(...scenes: Scene[]): Recipe {
  return { scenes, edit: 'none' };
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

function toPost(
  { truth: { fixture } }: MatchStory,
  goal: GoalTruth,
  { kind, afterSeconds: [low, high], text, recipes }: Draft,
  place: number,
  roll: number,
  { deadShare, hlsShare }: PostShares,
): Post {
  const id = `20${digits(fixture.id, 10)}${digits(goal.n, 3)}${digits(place, 3)}`;
  const author = authorOf(roll);
  return {
    id,
    goalKey: goal.key,
    kind,
    author,
    text,
    words: toPlainWords(`${text} ${author}`),
    postedAt: goal.happenedAt + Math.round((low + chance(roll, 30) * (high - low)) * SECOND),
    videos: recipes.map((recipe, index) => ({
      name: `${id}-${index + 1}`,
      form: chance(roll, 32, index) < hlsShare ? 'hls' : 'mp4',
      recipe,
      fate: chance(roll, 31, index) < deadShare ? pick(DEAD_FATES, roll, 33) : 'good',
      ...shapeOf(recipe),
    })),
  };
}

// Finds posts: all about a match, one by its id, or those whose words fit and that were posted in time.

export interface ClipPosts {
  /** Also those that are still to come. */
  ofMatch(fixtureId: number): readonly Post[];
  /** Undefined: there is none, or not yet. */
  find(postId: string): Post | undefined;
  /** Newest first; an empty query finds all. */
  search(query: SearchQuery, fromMs: number, toMs: number): Post[];
  setShares(shares: PostShares): void;
}

/** From kick-off to the last post about a goal of the match. */
const LONGEST_MS = 320 * MINUTE_MS;

export function createClipPosts(world: FootballWorld, initial: PostShares): ClipPosts {
  let shares = initial;
  // By story: when the world forgets one, because its quirks have changed, its posts go too.
  let known = new WeakMap<MatchStory, readonly Post[]>();

  function ofStory(story: MatchStory): readonly Post[] {
    let posts = known.get(story);
    if (posts === undefined) {
      posts = story.truth.goals.flatMap((goal) => postsOf(story, goal, world.seed, shares));
      known.set(story, posts);
    }
    return posts;
  }
  function ofMatch(fixtureId: number): readonly Post[] {
    const story = world.findStory(fixtureId);
    return story === undefined ? [] : ofStory(story);
  }

  return {
    ofMatch,
    find: (postId) =>
      ofMatch(fixtureOfPost(postId) ?? Number.NaN).find(
        ({ id, postedAt }) => id === postId && postedAt <= world.now(),
      ),
    search(query, fromMs, toMs) {
      const until = Math.min(toMs, world.now());
      return world.calendar
        .between(fromMs - LONGEST_MS, until)
        .flatMap((fixture) => ofStory(world.storyOf(fixture)))
        .filter((post) => post.postedAt >= fromMs && post.postedAt <= until && meets(post.words, query))
        .sort((one, other) => other.postedAt - one.postedAt || (one.id < other.id ? 1 : -1));
    },
    setShares(changed) {
      shares = changed;
      known = new WeakMap();
    },
  };
}

// What people write under a video of a goal. Some write the score, some the minute, some spell names without their accents.

interface Facts {
  readonly name: string;
  readonly club: string;
  readonly other: string;
  readonly home: string;
  readonly away: string;
  readonly score: string;
  readonly bracketed: string;
  readonly minute: string;
}

const GOAL_TEXTS: readonly ((facts: Facts) => string)[] = [
  ({ name, home, away, score, minute }) => `GOAL! ${name} ${minute} | ${home} ${score} ${away}`,
  ({ name, home, away, bracketed, minute }) => `${home} ${bracketed} ${away} - ${name} ${minute}`,
  ({ name, club, score }) => `${name.toUpperCase()} makes it ${score}! What a hit for ${club}`,
  ({ name, club, other, minute }) =>
    `${club} score against ${other}! ${name} in the ${minute.slice(0, -1)}. minute`,
  ({ name, home, away, score }) => `${home} v ${away}: ${name} - ${score} (video)`,
  ({ name, club }) => `${name}!!! ${club} fans, how are we feeling`,
];
const OWN_GOAL_TEXTS: readonly ((facts: Facts) => string)[] = [
  ({ name, home, away, score, minute }) => `OWN GOAL: ${name} ${minute} | ${home} ${score} ${away}`,
  ({ name, club, other }) => `${name} of ${other} puts it into his own net, ${club} will take it`,
];

function goalText(match: MatchTruth, goal: GoalTruth, roll: number, name?: string): string {
  const facts = toFacts(match, goal, name ?? goal.scorer.familyName);
  const text = pick(goal.kind === 'own' && name === undefined ? OWN_GOAL_TEXTS : GOAL_TEXTS, roll, 1)(facts);
  return chance(roll, 2) < 0.5 ? withoutAccents(text) : text;
}

function replayText(match: MatchTruth, goal: GoalTruth): string {
  const { name, home, away, score } = toFacts(match, goal, goal.scorer.familyName);
  return `Another angle: ${name}, ${home} ${score} ${away}`;
}

function compilationText(match: MatchTruth, goals: readonly GoalTruth[]): string {
  const names = goals.map(({ scorer }) => scorer.familyName).join(', ');
  return `All the goals so far: ${match.fixture.home.name} v ${match.fixture.away.name} (${names})`;
}

/** A post about something else under the same names. */
function memoryText(match: MatchTruth, goal: GoalTruth): string {
  const { name, club } = toFacts(match, goal, goal.scorer.familyName);
  return `Remember this one? ${name} for ${club}, last season`;
}

function authorOf(roll: number): string {
  const author = `${pick(AUTHOR_BEGINNINGS, roll, 3)}_${pick(AUTHOR_ENDINGS, roll, 4)}`;
  return chance(roll, 5) < 0.4 ? `${author}${Math.floor(chance(roll, 6) * 90) + 10}` : author;
}

function toFacts({ fixture }: MatchTruth, goal: GoalTruth, name: string): Facts {
  const { home, away } = goal.scoreAfter;
  const [club, other] = goal.side === 'home' ? [fixture.home, fixture.away] : [fixture.away, fixture.home];
  return {
    name,
    club: club.name,
    other: other.name,
    home: fixture.home.name,
    away: fixture.away.name,
    score: `${home}-${away}`,
    bracketed: goal.side === 'home' ? `[${home}] - ${away}` : `${home} - [${away}]`,
    minute: goal.extraMinute === null ? `${goal.minute}'` : `${goal.minute}+${goal.extraMinute}'`,
  };
}

// `(Salah) (Liverpool OR LFC)` → what a post's words have to hold: one of each group. Words outside of brackets are a group each,
// unless `OR` stands between them; quotes keep words together. Brackets that do not close are taken as closed at the end.

/** Every group has to be met, by one of its words. */
export type SearchQuery = readonly (readonly string[])[];

const TOKEN = /\(|\)|"([^"]*)"|[^\s()"]+/g;
/** Letters that do not fall apart into a plain one and its accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ə: 'e',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
};

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øØłŁđĐəßæÆ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Lower case and single spaces, with one on both sides, so that a whole word can be looked for. */
export function toPlainWords(text: string): string {
  const words = withoutAccents(text.toLowerCase())
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ` ${words} `;
}

export function parseSearchQuery(text: string): SearchQuery {
  const groups: string[][] = [];
  let bracket: string[] | null = null;
  let joins = false;
  for (const [token, quoted] of text.matchAll(TOKEN)) {
    if (token === 'OR') {
      joins = true;
      continue;
    }
    const word = toPlainWords(quoted ?? token);
    if (token === '(') groups.push((bracket = []));
    else if (token === ')') bracket = null;
    else if (word.trim() !== '') {
      const group = bracket ?? (joins ? groups.at(-1) : undefined);
      if (group === undefined) groups.push([word]);
      else group.push(word);
    }
    joins = false;
  }
  return groups.filter(({ length }) => length > 0);
}

/** `words` as `toPlainWords` makes them. */
export function meets(words: string, query: SearchQuery): boolean {
  return query.every((group) => group.some((word) => words.includes(word)));
}
