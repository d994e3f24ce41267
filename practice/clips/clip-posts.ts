/** Finds posts: all about a goal or a match, one by its number, or those whose words fit and that were posted in time. Newest first. */
import type { MatchStory } from '../football/match-telling.ts';
import { MINUTE_MS, type ScheduledFixture } from '../football/fixture-calendar.ts';
import type { FootballWorld } from '../football/football-world.ts';
import { parsePostId } from './post-id.ts';
import { postsOf, type Post, type PostSwitches } from './posts.ts';
import { meets, type SearchQuery } from './search-query.ts';

export interface ClipPosts {
  ofMatch(fixtureId: number): readonly Post[];
  /** Undefined: there is none, or not yet. */
  find(postId: string): Post | undefined;
  search(query: SearchQuery, fromMs: number, toMs: number): Post[];
  /** What was worked out with other switches is forgotten. */
  forget(): void;
}

/** From kick-off to the last post about a goal of the match. */
const LONGEST_MS = 320 * MINUTE_MS;

export function createClipPosts(world: FootballWorld, switches: () => PostSwitches): ClipPosts {
  // By story: when the world forgets one, because its quirks have changed, its posts go too.
  let known = new WeakMap<MatchStory, readonly Post[]>();

  function ofStory(story: MatchStory): readonly Post[] {
    let posts = known.get(story);
    if (posts === undefined) {
      posts = story.truth.goals.flatMap((goal) => postsOf(story, goal, world.seed, switches()));
      known.set(story, posts);
    }
    return posts;
  }
  const ofFixture = (fixture: ScheduledFixture): readonly Post[] => ofStory(world.storyOf(fixture));

  return {
    ofMatch(fixtureId) {
      const story = world.findStory(fixtureId);
      return story === undefined ? [] : ofStory(story);
    },
    find(postId) {
      const address = parsePostId(postId);
      const story = address === undefined ? undefined : world.findStory(address.fixture);
      const post = story === undefined ? undefined : ofStory(story).find(({ id }) => id === postId);
      return post !== undefined && post.postedAt <= world.now() ? post : undefined;
    },
    search(query, fromMs, toMs) {
      if (query.length === 0) return [];
      const until = Math.min(toMs, world.now());
      return world.calendar
        .between(fromMs - LONGEST_MS, until)
        .flatMap(ofFixture)
        .filter((post) => post.postedAt >= fromMs && post.postedAt <= until && meets(post.words, query))
        .sort((one, other) => other.postedAt - one.postedAt || (one.id < other.id ? 1 : -1));
    },
    forget() {
      known = new WeakMap();
    },
  };
}
