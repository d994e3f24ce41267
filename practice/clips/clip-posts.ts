/** Finds posts: all about a match, one by its id, or those whose words fit and that were posted in time. */
import type { MatchStory } from '../football/match-telling.ts';
import { MINUTE_MS } from '../football/fixture-calendar.ts';
import type { FootballWorld } from '../football/football-world.ts';
import { fixtureOfPost, postsOf, type Post, type PostShares } from './posts.ts';
import { meets, type SearchQuery } from './search-query.ts';

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
