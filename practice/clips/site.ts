/** What every part of the clip site works with. */
import type { FootballWorld } from '../football/football-world.ts';
import type { ClipMaker } from './clip-maker.ts';
import type { ClipPosts } from './clip-posts.ts';
import type { ClipSwitches } from './clip-switches.ts';
import type { Sessions } from './sessions.ts';

export interface Site {
  readonly world: FootballWorld;
  readonly maker: ClipMaker;
  readonly posts: ClipPosts;
  readonly sessions: Sessions;
  switches: ClipSwitches;
}
