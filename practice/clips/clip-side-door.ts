/** What tests ask and change about the clip site: what each video really shows, switches, and the end of all sessions. */
import { SideDoorRefusal, type SideDoorRoute } from '../edge/side-door.ts';
import { ClipSwitchesBody, toClipSwitches } from './clip-switches.ts';
import { parsePostId } from './post-id.ts';
import type { Post } from './posts.ts';
import type { Scene } from './recipe.ts';
import type { Site } from './site.ts';
import { mediaPath } from './site-pages.ts';

export function createClipSideDoor(site: Site): SideDoorRoute[] {
  const path = '/practice/clips/faults';
  return [
    { verb: 'GET', path: '/practice/clips/truth', answer: ({ query }) => tellTruth(site, query) },
    { verb: 'GET', path, answer: () => site.switches },
    {
      verb: 'PUT',
      path,
      body: ClipSwitchesBody,
      answer({ body }) {
        site.switches = toClipSwitches(body as ClipSwitchesBody);
        site.posts.forget();
        return site.switches;
      },
    },
    { verb: 'POST', path: '/practice/clips/expire-sessions', answer: () => site.sessions.expireAll() },
  ];
}

function tellTruth({ posts }: Site, query: URLSearchParams): object {
  const goal = query.get('goal');
  const post = query.get('post')?.replace(/^t3_/, '') ?? null;
  const fixture = query.get('fixture') ?? goal?.split('-')[0] ?? parsePostId(post ?? '')?.fixture;
  if (fixture === undefined)
    throw new SideDoorRefusal(400, 'expected goal={fixture}-{n}, fixture={number} or post={id}');
  const told = posts
    .ofMatch(Number(fixture))
    .filter(({ goalKey }) => goal === null || goalKey === goal)
    .filter(({ id }) => post === null || id === post)
    .map(toTruth);
  return { posts: told };
}

function toTruth({ id, goalKey, kind, author, text, postedAt, videos }: Post) {
  return {
    id,
    goal: goalKey,
    kind,
    author,
    text,
    postedAt,
    videos: videos.map((video) => ({
      path: mediaPath(video),
      /** The goals that are really to be seen; one of two cameras each. */
      shows: video.recipe.scenes.map(toKey),
      cameras: video.recipe.scenes.map(({ angle }) => angle),
      edit: video.recipe.edit,
      fate: video.fate,
      seconds: video.seconds,
      width: video.width,
      height: video.height,
    })),
  };
}

function toKey({ fixture, n }: Scene): string {
  return `${fixture}-${n}`;
}
